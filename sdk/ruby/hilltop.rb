# frozen_string_literal: true
# SPDX-License-Identifier: Apache-2.0
#
# Bots for Hilltop in Ruby: one file, no gems, Ruby 2.7 or later.
#
#     require_relative "hilltop"
#
#     Hilltop.play_pazaak { |view| view.value < 17 ? Hilltop::END : Hilltop::STAND }
#
# A bot gives its block to play_pazaak, play_yahtzee or play_gomoku. Each of these talks to the arena
# until the games are over, then returns. The block gets a view, which holds all that the bot may
# know, and returns a move, made by the constants and functions below.
#
# From the require on, standard output belongs to the conversation: what the bot prints, and what
# programs print that it starts, goes to standard error. An error that the block raises ends the bot
# with a backtrace and exit status 1; so does a move that is not of the game.
module Hilltop
  OUT = $stdout.dup # the way to the arena; closed for programs that the bot starts
  private_constant :OUT
  $stdout.reopen($stderr)

  BATCH = 256 # games that are asked about at a time, for bots without a memory
  READ_BYTES = 1 << 16
  private_constant :READ_BYTES

  # What is played, as the arena said at the start.
  Rules = Struct.new(
    :game,    # "pazaak" or "yahtzee"
    :name,    # the rule set, such as "koth"
    :switches # such as { "side_cards" => "4" }
  )

  # A game begins; what the hook `begin` gets.
  GameStart = Struct.new(
    :game, # its number, the same in every view of this game
    :seats,
    :seed, # for the bot's own randomness, 0 to 2**31 - 1
    :rules
  )

  # A game is over; what the hook `end` gets.
  GameEnd = Struct.new(
    :game,
    :points # of each seat
  )

  # ---------------------------------------------------------------------------------------- Pazaak

  const_set(:END, "END") # end the turn, and be dealt another card
  STAND = "STAND"        # no more cards in this hand

  # Add this side card, then stand. The card must be one of view.side.
  def self.play(card)
    "PLAY #{card}"
  end

  # A turn of Pazaak. Cards are numbers; a value over 20 loses.
  PazaakView = Struct.new(
    :game,       # the number of the game
    :player,     # 1 or 2: which player the bot is
    :wins,       # hands won by player 1, by player 2
    :hand,       # its cards on the table, in the order in which they came
    :theirs,     # the opponent's cards on the table
    :side,       # its side deck
    :their_side, # how many side cards the opponent has left
    :action,     # the opponent's last action in this hand: "none", "END" or "STAND"
    :played,     # whether the opponent played a side card in this hand
    :rules
  ) do
    # The sum of its hand.
    def value
      hand.sum
    end
  end

  # Plays until the arena says bye or is gone.
  #
  # The block returns END, STAND or play(card). It is asked about up to `batch` games at a time; a bot
  # that remembers one game after another gives batch: 0. The hooks begin: and end: are called when a
  # game begins and when it is over.
  def self.play_pazaak(**hooks, &choose)
    move = /\A(?:END|STAND|PLAY [0-9]+)\z/
    Conversation.new("pazaak", method(:pazaak_view), choose, move, **hooks).hold
  end

  PAZAAK_PAIRS = %w[player wins hand theirs side their_side action played].freeze
  private_constant :PAZAAK_PAIRS

  def self.pazaak_view(words, rules)
    check_pairs(words, PAZAAK_PAIRS)
    PazaakView.new(Integer(words[1]), Integer(words[3]), numbers(words[5]), numbers(words[7]),
                   numbers(words[9]), numbers(words[11]), Integer(words[13]), words[15],
                   words[17] == "yes", rules)
  end
  private_class_method :pazaak_view

  # --------------------------------------------------------------------------------------- Yahtzee

  UPPER = %i[aces twos threes fours fives sixes].freeze
  LOWER = %i[three_of_a_kind four_of_a_kind full_house small_straight large_straight yahtzee
             chance].freeze
  BOXES = (UPPER + LOWER).freeze

  # Keep the dice at these indexes, 0 to 4 and none twice, and roll the others.
  def self.keep(*indexes)
    ["keep", *indexes].join(" ")
  end

  # Fill this box, one of view.options.
  def self.score(box)
    "score #{box}"
  end

  # A turn of Yahtzee.
  YahtzeeView = Struct.new(
    :game,  # the number of the game
    :round, # 0 to 12
    :stage, # 0, 1, 2: after the first, second, third roll; after the third it must score
    :dice,  # the five dice
    :card,  # its own card: the points of each of BOXES, nil if open
    :score, # its total
    :upper, # the sum of its upper boxes, without the bonus
    :upper_bonus,
    :yahtzee_bonus,
    :totals, # of all seats, its own included, lowest first
    :rules
  ) do
    # Each box that may be filled now, and the points that it would score, jokers included and
    # bonuses excluded.
    def options
      open = BOXES.select { |box| card[box].nil? }
      face = UPPER[dice[0] - 1]
      open = joker_boxes(open, face) if joker? && rules.name == "koth"
      stands_in = joker? && !card[face].nil?
      open.to_h { |box| [box, points(box, stands_in)] }
    end

    private

    def joker?
      return false if rules.name == "cab201-basic" || dice.uniq.size > 1

      after_zero = !%w[false off no 0].include?(rules.switches["joker_after_zero"])
      card[:yahtzee] == 50 || (card[:yahtzee]&.zero? && after_zero)
    end

    # Under koth a joker belongs to the upper box of its face, else to a lower box, else anywhere.
    def joker_boxes(open, face)
      return [face] if open.include?(face)

      (open & LOWER).empty? ? open : open & LOWER
    end

    # stands_in: a joker, which counts as any full house or straight.
    def points(box, stands_in)
      counts = (1..6).map { |face| dice.count(face) }
      faces = counts.map { |count| count.zero? ? " " : "x" }.join
      case box
      when *UPPER then (UPPER.index(box) + 1) * counts[UPPER.index(box)]
      when :three_of_a_kind then counts.max >= 3 ? dice.sum : 0
      when :four_of_a_kind then counts.max >= 4 ? dice.sum : 0
      when :full_house then stands_in || (counts & [2, 3]).size == 2 ? 25 : 0
      when :small_straight then stands_in || faces.include?("xxxx") ? 30 : 0
      when :large_straight then stands_in || faces.include?("xxxxx") ? 40 : 0
      when :yahtzee then counts.max == 5 ? 50 : 0
      else dice.sum
      end
    end
  end

  # Plays until the arena says bye or is gone; the block returns keep(*indexes) or score(box). The
  # hooks are those of play_pazaak.
  def self.play_yahtzee(**hooks, &choose)
    move = /\A(?:keep(?: [0-4]){0,5}|score (?:#{BOXES.join("|")}))\z/
    Conversation.new("yahtzee", method(:yahtzee_view), choose, move, **hooks).hold
  end

  YAHTZEE_PAIRS = %w[round stage dice card score upper upper_bonus yahtzee_bonus totals].freeze
  private_constant :YAHTZEE_PAIRS

  def self.yahtzee_view(words, rules)
    check_pairs(words, YAHTZEE_PAIRS)
    card = words[9].split(",").map { |points| points == "-" ? nil : Integer(points) }
    YahtzeeView.new(Integer(words[1]), Integer(words[3]), Integer(words[5]), numbers(words[7]),
                    BOXES.zip(card).to_h, Integer(words[11]), Integer(words[13]),
                    Integer(words[15]), Integer(words[17]), numbers(words[19]), rules)
  end
  private_class_method :yahtzee_view

  # ---------------------------------------------------------------------------------------- Gomoku

  SIZE = 15 # points are [x, y], each from 0 to 14
  BLACK = "B"
  WHITE = "W"
  TAKE_BLACK = "B"

  # Play white, and lay this white stone.
  def self.take_white(stone)
    "W#{text(stone)}"
  end

  # Lay a black and a white stone; the opponent picks a colour.
  def self.lay_two(black, white)
    text(black) + text(white)
  end

  # A question of Gomoku.
  GomokuView = Struct.new(
    :board,    # every stone: its point, and BLACK or WHITE
    :turn,     # turns of both since the opening; nil while it lasts
    :colour,   # the bot's own, BLACK or WHITE; nil while it is not settled
    :name,     # the bot's own name: the first line of its file meta
    :opponent, # the opponent's name
    :seed      # for the bot's own randomness, 0 to 2**31 - 1, another one for each game
  ) do
    # The points without a stone, by x, then y.
    def free
      (0...SIZE).to_a.product((0...SIZE).to_a).reject { |point| board.key?(point) }
    end
  end

  # Plays one game; the arena starts the bot anew for each.
  #
  # The block returns the point of the bot's next stone. open: returns three points: a black stone, a
  # black one and a white one. choose: answers an opening with TAKE_BLACK, take_white(point) or
  # lay_two(black, white). pick: returns BLACK or WHITE after the opponent has laid two. end: is told
  # the winner's name, nil after a tie. All but the block have defaults. first_to_move: the
  # first to move after a pick: BLACK in the contest, WHITE under the rules swap2.
  def self.play_gomoku(**answers, &place)
    game = Gomoku.new(place: place, **answers)
    batches do |lines|
      lines.each do |line|
        kind, rest = line.split(" ", 2)
        return answers[:end]&.call(rest == "TIE" ? nil : rest) if kind == "EXIT"
        return unless say([game.answer(kind, rest)])
      end
    end
  end

  # One game, and the colour that the bot has in it once that is known.
  class Gomoku
    STONE = /\(\((\d+),(\d+)\),"([BW])"\)/.freeze
    CHOICE = /\A(?:B|W\(\d+,\d+\)|\(\d+,\d+\)\(\d+,\d+\))\z/.freeze
    DEFAULTS = {
      open: ->(_view) { [[7, 7], [0, 14], [8, 7]] }, # white beside the middle, a black stone far off
      choose: ->(_view) { TAKE_BLACK },              # who moves first in the contest
      pick: ->(_view) { BLACK },
      first_to_move: BLACK
    }.freeze

    def initialize(**answers)
      @answers = DEFAULTS.merge(answers)
      @name = File.exist?("meta") ? File.open("meta", encoding: "utf-8", &:gets).to_s.strip : ""
      @opponent = ARGV[0] || ""
      @seed = Integer(ARGV[1] || 0)
    end

    def answer(kind, rest)
      @opened ||= %w[A B C].include?(kind) # the host's openings leave these questions out
      board = rest.scan(STONE).to_h { |x, y, colour| [[x.to_i, y.to_i], colour] }
      case kind
      when "A" then open(board)
      when "B" then choose(board)
      when "C" then @colour = Hilltop.checked(@answers[:pick].call(view(board)), /\A[BW]\z/)
      else place(board, Integer(kind))
      end
    end

    private

    def open(board)
      points = @answers[:open].call(view(board))
      raise ArgumentError, "an opening is three points, not #{points.inspect}" if points.size != 3

      points.map { |point| Hilltop.text(point) }.join
    end

    def choose(board)
      choice = Hilltop.checked(@answers[:choose].call(view(board)), CHOICE)
      @colour = choice[0] if choice.start_with?("B", "W")
      choice
    end

    def place(board, turn)
      @colour ||= colour_by(board.size - turn, turn)
      Hilltop.text(@answers[:place].call(view(board, turn)))
    end

    def view(board, turn = nil)
      GomokuView.new(board, turn, @colour, @name, @opponent, @seed)
    end

    # The colour that the opponent or the host left, by the number of stones in the opening.
    def colour_by(opening, turn)
      return WHITE if @opened && opening == 3 # the bot opened, they took black
      return BLACK if @opened && opening == 4 # it opened, they took white and laid a stone

      even = !@opened && opening.even? # of the host, in which the colours alternate
      white_first = @answers[:first_to_move] == WHITE && !even
      turn.even? == white_first ? WHITE : BLACK # after five, the bot laid two of them
    end
  end
  private_constant :Gomoku

  # ---------------------------------------------------------------------------------- conversation

  # The lines of docs/protocol.md: questions of many games, in any order.
  class Conversation
    def initialize(game, view, choose, form, **hooks)
      @game, @view, @choose, @form, @hooks = game, view, choose, form, hooks
      @batch = hooks.fetch(:batch, BATCH)
      @rules = Rules.new(game, "koth", {})
      @over = false
    end

    def hold
      Hilltop.batches do |lines|
        answers = []
        begin
          lines.each { |line| hear(line.split(" "), answers) }
        ensure # if the bot fails at one game, its answers in the others still count
          heard = Hilltop.say(answers)
        end
        return if @over || !heard
      end
    end

    private

    def hear(words, answers)
      case words[0]
      when "turn"
        move = Hilltop.checked(@choose.call(@view.call(words, @rules)), @form)
        answers << "move #{words[1]} #{move}"
      when "begin"
        numbers = [1, 3, 5].map { |at| Integer(words[at]) }
        @hooks[:begin]&.call(GameStart.new(*numbers, @rules))
      when "end" then @hooks[:end]&.call(GameEnd.new(Integer(words[1]), Hilltop.numbers(words[3])))
      when "hilltop" then answers << meet(words)
      when "bye" then @over = true
      end
    end

    def meet(words)
      @rules = Rules.new(words[3], words[5], words.drop(6).each_slice(2).to_h)
      abort "this bot plays #{@game}, not #{@rules.game}" if @rules.game != @game

      @batch.positive? ? "ready 1 batch #{@batch}" : "ready 1"
    end
  end
  private_constant :Conversation

  # Yields all whole lines that have come, again and again until the input ends.
  def self.batches
    begun = +""
    loop do
      begun << $stdin.readpartial(READ_BYTES)
      whole, newline, begun = begun.rpartition("\n")
      yield whole.force_encoding("utf-8").split("\n") unless newline.empty?
    end
  rescue EOFError
    nil
  end

  # Writes all answers at once; false if nobody reads them.
  def self.say(answers)
    OUT.write(answers.map { |answer| "#{answer}\n" }.join)
    OUT.flush
    true
  rescue Errno::EPIPE
    false
  end

  def self.numbers(list)
    list == "-" ? [] : list.split(",").map { |number| Integer(number) }
  end

  # Pairs have a fixed order; more may follow.
  def self.check_pairs(words, names)
    return if names.each_index.all? { |i| words[2 + 2 * i] == names[i] }

    raise ArgumentError, "not a turn that this SDK knows: #{words.join(" ")}"
  end

  def self.checked(move, form)
    return move if move.is_a?(String) && form.match?(move)

    raise ArgumentError, "not a move of this game: #{move.inspect}"
  end

  def self.text(point)
    x, y = point
    "(#{Integer(x)},#{Integer(y)})"
  end
end
