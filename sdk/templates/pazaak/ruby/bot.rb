# A bot for Pazaak. The rules: come close to 20, never over it; side cards help once each.
require_relative "hilltop"

Hilltop.play_pazaak do |view|
  missing = 20 - view.value
  if view.side.include?(missing) # this card makes it 20
    Hilltop.play(missing)
  else
    view.value < 17 ? Hilltop::END : Hilltop::STAND
  end
end
