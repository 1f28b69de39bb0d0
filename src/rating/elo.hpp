#pragma once

namespace hilltop::rating {

// Points of Elo per natural unit of strength, 400 / ln 10. A bot that is 400 points stronger is ten
// times as likely to win as to lose (Elo, "The Rating of Chessplayers, Past and Present", 1978; the
// logistic curve, as FIDE and chess arenas use it).
constexpr double elo_per_unit = 173.71779276130073;

// Standard errors on each side of a 95 % interval: the 97.5 % quantile of the normal distribution.
constexpr double errors_of_95 = 1.959963984540054;

// Returns the points per game, in (0, 1), of a side that is `elo` points stronger; a tie is half a
// win.
double expected_score(double elo);

// Returns the Elo difference that gives a score in [0, 1]; -infinity at 0, +infinity at 1.
double elo_of(double score);

// Returns the share of the normal distribution below `z` standard errors.
double normal_below(double z);

}  // namespace hilltop::rating
