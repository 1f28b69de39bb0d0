(require '[clojure.string :as string])

(def seed (mod (Long/parseLong (second *command-line-args*)) 225))

(defn point [line n]
  (let [p (str "(" (mod (quot n 15) 15) "," (mod n 15) ")")]
    (if (string/includes? line (str "(" p ",")) (recur line (inc n)) p)))

(loop [line (read-line)]
  (when (and line (not (string/starts-with? line "EXIT")))
    (println (case (first line)
               \A "(7,7) (0,0) (8,8)"
               (\B \C) "B"
               (point line seed)))
    (flush)
    (recur (read-line))))
