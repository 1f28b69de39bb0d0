# A bot for Yahtzee: it collects the face that it has most of, and fills the box that brings most.
require_relative "hilltop"

Hilltop.play_yahtzee do |view|
  best, points = view.options.max_by { |_box, worth| worth }
  next Hilltop.score(best) if view.stage == 2 || points >= 25

  most = view.dice.max_by { |face| view.dice.count(face) }
  Hilltop.keep(*(0..4).select { |i| view.dice[i] == most })
end
