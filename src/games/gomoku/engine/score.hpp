#pragma once

namespace hilltop::gomoku {

// A score is to the player to move. Evaluations are between -eval_max and eval_max; beyond are
// proved wins and losses, by the number of stones until the five.
constexpr int win_score = 30'000;
constexpr int eval_max = 20'000;
constexpr int infinite_score = 32'000;

constexpr int win_in(int plies) { return win_score - plies; }
constexpr bool is_win(int score) { return score > eval_max; }
constexpr bool is_loss(int score) { return score < -eval_max; }
constexpr bool is_proved(int score) { return is_win(score) || is_loss(score); }
// The number of stones until the five of a proved score.
constexpr int plies_to_five(int score) { return win_score - (score < 0 ? -score : score); }

// A win counts from the root in a search, and from the position in the table.
constexpr int to_table(int score, int ply) {
  return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
}
constexpr int from_table(int score, int ply) {
  return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
}

}  // namespace hilltop::gomoku
