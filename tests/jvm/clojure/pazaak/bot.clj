(ns bot
  (:import (Mechanics Card Player$Action))
  (:gen-class :name Bot :extends Players.Player))

(defn -getResponse [^Players.Player this wins player-one hand theirs side their-side their-action they-played]
  (let [value (reduce + (map #(.getValue ^Card %) hand))]
    (.setAction this (if (< value 17) Player$Action/END Player$Action/STAND))))
