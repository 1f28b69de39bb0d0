#pragma once

namespace hilltop::rating {

// Points of Elo in a natural unit of strength, 400 / ln 10: who is 400 points stronger is ten times
// as likely to win as to lose (Elo, "The Rating of Chessplayers, Past and Present", 1978; the
// logistic curve, as FIDE's and chess's arenas have it).
constexpr double elo_a_unit = 173.71779276130073;

// Standard errors to each side of a 95 % interval: the normal distribution's 97.5 % quantile.
constexpr double errors_of_95 = 1.959963984540054;

// What who is `elo` points stronger scores a game, in (0, 1), a tie as half a win.
double expected_score(double elo);

// The points that a score in [0, 1] stands for; -infinity at 0, +infinity at 1.
double elo_of(double score);

// The share of the normal distribution that lies below `z` standard errors.
double normal_below(double z);

}  // namespace hilltop::rating
