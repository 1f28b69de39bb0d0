package hilltop;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One game of Gomoku in the words of its contest (docs/gomoku-bot.md), and the bot's colour in it. */
final class Gomoku {
    private static final Pattern STONE = Pattern.compile("\\(\\((\\d+),(\\d+)\\),\"([BW])\"\\)");
    private static final int OPENING = -1;

    private final GomokuBot bot;
    private final String opponent;
    private final int seed;
    private Stone colour; // null: not settled, or not known yet
    private boolean opened; // it was asked about the opening, which the host's openings leave out

    /** @param arguments of the process: the opponent's name and a seed */
    Gomoku(GomokuBot bot, String... arguments) throws Unusable {
        this.bot = bot;
        opponent = arguments.length > 0 ? arguments[0] : "";
        try {
            seed = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
        } catch (NumberFormatException no_number) {
            throw new Unusable("the seed is not a number: " + arguments[1]);
        }
    }

    void play(Wire wire) throws Unusable {
        while (wire.line()) {
            String kind = wire.word();
            if (kind.equals("EXIT")) {
                String winner = wire.rest();
                bot.end(winner.equals("TIE") ? null : winner);
                return;
            }
            wire.say(answer(kind, board(wire.rest())));
        }
    }

    private String answer(String kind, Map<Point, Stone> board) throws Unusable {
        opened = opened || kind.equals("A") || kind.equals("B") || kind.equals("C");
        switch (kind) {
            case "A":
                return bot.open(view(board, OPENING)).stream()
                        .map(Point::toString)
                        .collect(Collectors.joining());
            case "B":
                GomokuChoice choice = bot.choose(view(board, OPENING));
                colour = choice.colour();
                return choice.words();
            case "C":
                colour = bot.pick(view(board, OPENING));
                return colour.toString();
            default:
                int turn = turn(kind);
                if (colour == null) colour = left(board.size() - turn, turn);
                return bot.place(view(board, turn)).toString();
        }
    }

    private GomokuView view(Map<Point, Stone> board, int turn) {
        return new GomokuView(board, turn, colour, opponent, seed);
    }

    /** The colour that the opponent or the host left: nobody tells, but it shows in the stones. */
    private Stone left(int opening, int turn) {
        if (opened && opening == 3) return Stone.WHITE; // the bot opened, they took black
        if (opened && opening == 4) return Stone.BLACK; // it opened, they took white and laid one
        boolean even = !opened && opening % 2 == 0; // of the host, in which the colours alternate
        Stone first = even ? Stone.BLACK : bot.firstToMove();
        return turn % 2 == 0 ? first : first.other(); // after five, the bot laid two of them
    }

    private static int turn(String word) throws Unusable {
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException no_number) {
            throw new Unusable("the arena sent an unknown line: " + word);
        }
    }

    private static Map<Point, Stone> board(String text) {
        Map<Point, Stone> board = new HashMap<>();
        for (Matcher each = STONE.matcher(text); each.find(); ) {
            Point point = new Point(Integer.parseInt(each.group(1)), Integer.parseInt(each.group(2)));
            board.put(point, each.group(3).equals("B") ? Stone.BLACK : Stone.WHITE);
        }
        return board;
    }
}
