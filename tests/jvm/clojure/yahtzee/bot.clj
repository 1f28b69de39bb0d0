(ns bot
  (:import (mego.yahtzee Category ControllerInterface TurnChoice))
  (:gen-class :name Bot :extends mego.yahtzee.Player :exposes {game {:get controller}}))

; Of boxes that score the same, the one that a second Yahtzee has to fill.
(defn worth [^Category box ^ints dice]
  (let [score (.getScore box dice)
        joker (and (.matches Category/YAHTZEE dice) (.isUpper box) (pos? score))]
    (+ (* 4 score) (if joker 2 0) (if (.isLower box) 1 0))))

(defn -turn [this ^ints dice stage]
  (if (< stage 2)
    (TurnChoice. ^ints (int-array (filter #(>= (aget dice %) 5) (range 5))))
    (let [card (.getScoreCard ^ControllerInterface (.controller this) this)]
      (TurnChoice. ^Category (apply max-key #(worth % dice) (.getFreeCategories card))))))
