// Anvil: of the points that look best it plays the one that leaves the enemy the worst answer.
// Called as: ./bot OPPONENT SEED
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <random>
#include <string>
#include <vector>

constexpr int size = 15;
struct Point {
  int x, y;
};
struct Board {
  char at[size][size] = {};  // 'B', 'W' or 0, as at[x][y]
};

char enemy(char colour) { return colour == 'B' ? 'W' : 'B'; }
bool inside(Point p) { return 0 <= p.x && p.x < size && 0 <= p.y && p.y < size; }
std::string text(Point p) { return "(" + std::to_string(p.x) + "," + std::to_string(p.y) + ")"; }

// Reads [((7,7),"B"),...] and counts the stones.
Board read_board(const std::string& line, int& stones) {
  Board board;
  stones = 0;
  Point p;
  char colour;
  for (auto at = line.find("(("); at != std::string::npos; at = line.find("((", at + 1))
    if (std::sscanf(line.c_str() + at, "((%d,%d),\"%c\")", &p.x, &p.y, &colour) == 3) {
      board.at[p.x][p.y] = colour;
      ++stones;
    }
  return board;
}

// What a stone of `colour` would be worth at `p`: for each way, the rows of five across it that the
// enemy has not spoiled, each counting tenfold for a stone that it holds.
long line_worth(const Board& board, Point p, char colour) {
  constexpr long tenfold[] = {1, 10, 100, 1000, 100000};
  long worth = 0;
  for (Point way : {Point{1, 0}, Point{0, 1}, Point{1, 1}, Point{1, -1}})
    for (int start = -4; start <= 0; ++start) {
      int held = 0;
      bool spoiled = false;
      for (int i = start; i < start + 5 && !spoiled; ++i) {
        const Point q{p.x + i * way.x, p.y + i * way.y};
        spoiled = !inside(q) || board.at[q.x][q.y] == enemy(colour);
        if (!spoiled && board.at[q.x][q.y] == colour) ++held;
      }
      if (!spoiled) worth += tenfold[std::min(held, 4)];
    }
  return worth;
}

// The best that a stone of `colour` could do for its own rows.
long best_line(const Board& board, char colour) {
  long best = 0;
  for (int x = 0; x < size; ++x)
    for (int y = 0; y < size; ++y)
      if (board.at[x][y] == 0) best = std::max(best, line_worth(board, {x, y}, colour));
  return best;
}

struct Candidate {
  Point point;
  long worth;
};

// The free points, most promising first; equals in the order of luck.
std::vector<Candidate> candidates(const Board& board, char colour, std::mt19937& luck) {
  std::vector<Candidate> found;
  for (int x = 0; x < size; ++x)
    for (int y = 0; y < size; ++y)
      if (board.at[x][y] == 0)
        found.push_back(
            {{x, y},
             3 * line_worth(board, {x, y}, colour) + 2 * line_worth(board, {x, y}, enemy(colour))});
  for (std::size_t i = found.size(); i > 1; --i) std::swap(found[i - 1], found[luck() % i]);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.worth > b.worth; });
  return found;
}

Point best_point(Board board, char colour, std::mt19937& luck) {
  std::vector<Candidate> best = candidates(board, colour, luck);
  if (best.size() > 10) best.resize(10);
  for (Candidate& candidate : best) {
    char& here = board.at[candidate.point.x][candidate.point.y];
    here = colour;
    candidate.worth -= best_line(board, enemy(colour));
    here = 0;
  }
  return std::max_element(best.begin(), best.end(),
                          [](const auto& a, const auto& b) { return a.worth < b.worth; })
      ->point;
}

// A black and a white stone on the two points that matter least.
std::string out_of_the_way(const Board& board, std::mt19937& luck) {
  const auto all = candidates(board, 'B', luck);
  return text(all[all.size() - 1].point) + text(all[all.size() - 2].point);
}

// How much better the best point is for black than for white.
long black_ahead(const Board& board, std::mt19937& luck) {
  return candidates(board, 'B', luck)[0].worth - candidates(board, 'W', luck)[0].worth;
}

int main(int count, char** arguments) {
  std::mt19937 luck(count > 2 ? std::stoul(arguments[2]) : 0);
  char mine = 0;  // my colour, once I know it
  for (std::string line; std::getline(std::cin, line);) {
    const std::string kind = line.substr(0, line.find(' '));
    if (kind == "EXIT") break;
    int stones = 0;
    const Board board = read_board(line, stones);
    std::string answer;
    if (kind == "A") {  // open: two black stones on opposite edges, white in the middle
      const int x = 4 + static_cast<int>(luck() % 7);
      answer = text({x, 1}) + text({14 - x, 13}) + text({7, 7});
    } else if (kind == "B") {  // take the colour that is well ahead, or place two and let them pick
      const long ahead = black_ahead(board, luck);
      if (ahead > 20)
        answer = mine = 'B';
      else if (ahead < -20)
        answer = (mine = 'W') + text(best_point(board, 'W', luck));
      else
        answer = out_of_the_way(board, luck);
    } else if (kind == "C") {  // pick a colour
      answer = mine = black_ahead(board, luck) >= 0 ? 'B' : 'W';
    } else {
      const int turn = std::stoi(kind), opening = stones - turn;
      if (mine == 0 && opening == 3) mine = 'W';  // I opened and they took black
      if (mine == 0 && opening == 4) mine = 'B';  // I opened and they took white
      if (mine == 0)
        mine = turn % 2 == 0 ? 'B' : 'W';  // they picked; in the contest black is first
      answer = text(best_point(board, mine, luck));
    }
    std::cout << answer << std::endl;
  }
}
