# Does what echo.py does, with the SDK for Ruby.
require_relative "../../sdk/ruby/hilltop"

MOVES = File.readlines(ENV["ECHO_MOVES"], chomp: true)
BATCH = Integer(ENV["ECHO_BATCH"] || Hilltop::BATCH)

def tell(*words)
  if ENV.key?("ECHO_NOISY")
    puts "move 0 noise"
    STDOUT.syswrite("noise\n")
    system("echo noise of a child")
  end
  warn words.join(" ")
end

def listed(values)
  values.empty? ? "-" : values.join(",")
end

def rules_of(view)
  ["rules", view.rules.name, *view.rules.switches.to_a.flatten]
end

def planned(view)
  word, *rest = MOVES[view.game].split
  raise "bad luck" if word == "fail"

  [word, rest]
end

def pazaak(view)
  tell("turn", view.game, "player", view.player, "wins", listed(view.wins), "hand",
       listed(view.hand), "theirs", listed(view.theirs), "side", listed(view.side), "their_side",
       view.their_side, "action", view.action, "played", view.played ? "yes" : "no",
       *rules_of(view), "value", view.value)
  word, rest = planned(view)
  return Hilltop.play(Integer(rest[0])) if word == "PLAY"

  { "END" => Hilltop::END, "STAND" => Hilltop::STAND }.fetch(word, word)
end

def yahtzee(view)
  options = view.options.map { |box, points| "#{box}=#{points}" }
  tell("turn", view.game, "round", view.round, "stage", view.stage, "dice", listed(view.dice),
       "card", listed(view.card.values.map { |points| points || "-" }), "score", view.score,
       "upper", view.upper, "upper_bonus", view.upper_bonus, "yahtzee_bonus", view.yahtzee_bonus,
       "totals", listed(view.totals), *rules_of(view), "options", listed(options))
  word, rest = planned(view)
  word == "score" ? Hilltop.score(rest[0].to_sym) : Hilltop.keep(*rest.map(&:to_i))
end

def told(kind, view)
  stones = view.board.sort.map { |(x, y), colour| "((#{x},#{y}),\"#{colour}\")" }
  tell(kind, "turn", view.turn || "-", "colour", view.colour || "-", "name", view.name, "opponent",
       view.opponent, "seed", view.seed, "free", view.free.size, "board [#{stones.join(",")}]")
  move = MOVES.shift
  [move, move.scan(/\((\d+),(\d+)\)/).map { |point| point.map(&:to_i) }]
end

def answer_to_opening(view)
  move, points = told("choose", view)
  return Hilltop::TAKE_BLACK if move == "take B"

  points.size == 1 ? Hilltop.take_white(*points) : Hilltop.lay_two(*points)
end

hooks = {
  begin: ->(start) { tell("begin", start.game, "seats", start.seats, "seed", start.seed) },
  end: ->(over) { tell("end", over.game, "points", listed(over.points)) },
  batch: BATCH
}
case ARGV[0]
when "pazaak" then Hilltop.play_pazaak(**hooks) { |view| pazaak(view) }
when "yahtzee" then Hilltop.play_yahtzee(**hooks) { |view| yahtzee(view) }
else
  Hilltop.play_gomoku(
    open: ->(view) { told("open", view)[1] },
    choose: ->(view) { answer_to_opening(view) },
    pick: ->(view) { told("pick", view)[0] == "pick B" ? Hilltop::BLACK : Hilltop::WHITE },
    end: ->(winner) { tell("end", winner || "-") },
    first_to_move: ENV["ECHO_FIRST"]
  ) { |view| told("place", view)[1][0] }
end
