// SPDX-License-Identifier: Apache-2.0
// Bots for Hilltop in C: one header, C11 with GNU attributes (gcc, clang) and POSIX, no libraries.
//
//   #include "hilltop.h"
//
//   static hilltop_move choose(const hilltop_pazaak_view *view) {
//     return hilltop_value(view) < 17 ? HILLTOP_END : HILLTOP_STAND;
//   }
//
//   int main(void) { return hilltop_play_pazaak(choose, NULL); }
//
// A bot gives its function to hilltop_play_pazaak, hilltop_play_yahtzee or hilltop_play_gomoku.
// Each of these talks to the arena until the games are over, and returns the exit status. The
// function gets a view, which holds all that the bot may know, and returns a move, made by the
// constants and functions below.
//
// From before main on, standard output belongs to the conversation: what the bot prints goes to
// standard error. A bot that cannot go on calls exit(1); its answers in other games still count.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  hilltop_batch = 256,       // games that are asked about at a time, for bots without a memory
  hilltop_numbers_max = 64,  // of a list
  hilltop_switches_max = 32,
  hilltop_word_max = 64,  // with the 0 at its end
  hilltop_name_max = 512
};

typedef struct hilltop_numbers {
  int count;
  int at[hilltop_numbers_max];
} hilltop_numbers;

// What is played, as the arena said at the start.
typedef struct hilltop_rules {
  char game[hilltop_word_max];  // "pazaak" or "yahtzee"
  char name[hilltop_word_max];  // the rule set, such as "koth"
  int switches;
  struct {
    char name[hilltop_word_max], value[hilltop_word_max];  // such as side_cards: 4
  } switched[hilltop_switches_max];
} hilltop_rules;

// Returns the value of a switch; NULL if the rules have no such switch.
static inline const char* hilltop_switch(const hilltop_rules* rules, const char* name) {
  for (int i = 0; i < rules->switches; ++i)
    if (strcmp(rules->switched[i].name, name) == 0) return rules->switched[i].value;
  return NULL;
}

typedef struct hilltop_game_start {
  int64_t game;  // its number, the same in every view of this game
  int seats;
  uint32_t seed;  // for the bot's own randomness, 0 to 2^31 - 1
  const hilltop_rules* rules;
} hilltop_game_start;

typedef struct hilltop_game_end {
  int64_t game;
  hilltop_numbers points;  // of each seat
} hilltop_game_end;

// Without hooks, a bot is asked about hilltop_batch games at a time.
typedef struct hilltop_hooks {
  void (*begin)(const hilltop_game_start* start);  // called when a game begins; may be NULL
  void (*end)(const hilltop_game_end* end);        // called when it is over; may be NULL
  int batch;  // games that are asked about at a time; 0: one after another
} hilltop_hooks;

// A move of Pazaak or Yahtzee, in the words of the protocol.
typedef struct hilltop_move {
  char text[hilltop_word_max];
} hilltop_move;

__attribute__((format(printf, 1, 2))) static inline hilltop_move hilltop_move_of(const char* form,
                                                                                 ...) {
  hilltop_move move;
  va_list values;
  va_start(values, form);
  vsnprintf(move.text, sizeof move.text, form, values);
  va_end(values);
  return move;
}

// ------------------------------------------------------------------------------------------ Pazaak

static const hilltop_move HILLTOP_END = {"END"};      // end the turn, and be dealt another card
static const hilltop_move HILLTOP_STAND = {"STAND"};  // no more cards in this hand

// Add this side card, then stand. The card must be one of view->side.
static inline hilltop_move hilltop_play(int card) { return hilltop_move_of("PLAY %d", card); }

// A turn of Pazaak. Cards are numbers; a value over 20 loses.
typedef struct hilltop_pazaak_view {
  int64_t game;            // the number of the game
  int player;              // 1 or 2: which player the bot is
  int wins[2];             // hands won by player 1, by player 2
  hilltop_numbers hand;    // its cards on the table, in the order in which they came
  hilltop_numbers theirs;  // the opponent's cards on the table
  hilltop_numbers side;    // its side deck
  int their_side;          // how many side cards the opponent has left
  char action[8];          // the opponent's last action in this hand: none, END or STAND
  bool played;             // whether the opponent played a side card in this hand
  const hilltop_rules* rules;
} hilltop_pazaak_view;

// Returns the sum of its hand.
static inline int hilltop_value(const hilltop_pazaak_view* view) {
  int value = 0;
  for (int i = 0; i < view->hand.count; ++i) value += view->hand.at[i];
  return value;
}

// Returns whether its side deck has this card.
static inline bool hilltop_has(const hilltop_pazaak_view* view, int card) {
  for (int i = 0; i < view->side.count; ++i)
    if (view->side.at[i] == card) return true;
  return false;
}

typedef hilltop_move (*hilltop_pazaak_bot)(const hilltop_pazaak_view* view);

// ----------------------------------------------------------------------------------------- Yahtzee

typedef enum hilltop_box {
  hilltop_aces,
  hilltop_twos,
  hilltop_threes,
  hilltop_fours,
  hilltop_fives,
  hilltop_sixes,
  hilltop_three_of_a_kind,
  hilltop_four_of_a_kind,
  hilltop_full_house,
  hilltop_small_straight,
  hilltop_large_straight,
  hilltop_yahtzee,
  hilltop_chance,
  hilltop_boxes,                                 // how many there are
  hilltop_upper_boxes = hilltop_three_of_a_kind  // aces to sixes
} hilltop_box;

enum { hilltop_open = -1 };  // the points of a box that is not filled

// Returns a box by its name in the protocol.
static inline const char* hilltop_box_name(hilltop_box box) {
  static const char* const names[hilltop_boxes] = {
      "aces",       "twos",           "threes",          "fours",
      "fives",      "sixes",          "three_of_a_kind", "four_of_a_kind",
      "full_house", "small_straight", "large_straight",  "yahtzee",
      "chance"};
  return names[box];
}

// Keep the dice at these indexes, 0 to 4 and none twice, and roll the others.
static inline hilltop_move hilltop_keep(const int* indexes, int count) {
  hilltop_move move = {"keep"};
  for (int i = 0; i < count && i < 5; ++i)
    sprintf(move.text + strlen(move.text), " %d", indexes[i]);
  return move;
}

// Fill this box, one of hilltop_options.
static inline hilltop_move hilltop_score(hilltop_box box) {
  return hilltop_move_of("score %s", hilltop_box_name(box));
}

// A turn of Yahtzee.
typedef struct hilltop_yahtzee_view {
  int64_t game;  // the number of the game
  int round;     // 0 to 12
  int stage;     // 0, 1, 2: after the first, second, third roll; after the third it must score
  int dice[5];
  int card[hilltop_boxes];  // its own card: the points of each box, or hilltop_open
  int score;                // its total
  int upper;                // the sum of its upper boxes, without the bonus
  int upper_bonus;
  int yahtzee_bonus;
  hilltop_numbers totals;  // of all seats, its own included, lowest first
  const hilltop_rules* rules;
} hilltop_yahtzee_view;

typedef hilltop_move (*hilltop_yahtzee_bot)(const hilltop_yahtzee_view* view);

// A box that may be filled, and the points that it would score, bonuses excluded.
typedef struct hilltop_option {
  hilltop_box box;
  int points;
} hilltop_option;

// Returns how many dice show a face.
static inline int hilltop_count(const hilltop_yahtzee_view* view, int face) {
  int count = 0;
  for (int i = 0; i < 5; ++i) count += view->dice[i] == face;
  return count;
}

static inline bool hilltop_is_joker(const hilltop_yahtzee_view* view) {
  if (strcmp(view->rules->name, "cab201-basic") == 0) return false;
  if (hilltop_count(view, view->dice[0]) < 5) return false;
  const char* const given = hilltop_switch(view->rules, "joker_after_zero");
  const char* const after_zero = given == NULL ? "true" : given;
  const bool off = strcmp(after_zero, "false") == 0 || strcmp(after_zero, "off") == 0 ||
                   strcmp(after_zero, "no") == 0 || strcmp(after_zero, "0") == 0;
  const int held = view->card[hilltop_yahtzee];
  return held == 50 || (held == 0 && !off);
}

// Under koth a joker belongs to the upper box of its face, else to a lower box, else anywhere.
static inline bool hilltop_joker_forbids(const hilltop_yahtzee_view* view, int box) {
  if (strcmp(view->rules->name, "koth") != 0 || !hilltop_is_joker(view)) return false;
  const int face = view->dice[0] - 1;
  if (view->card[face] == hilltop_open) return box != face;
  bool lower_open = false;
  for (int lower = hilltop_upper_boxes; lower < hilltop_boxes; ++lower)
    lower_open = lower_open || view->card[lower] == hilltop_open;
  return lower_open && box < hilltop_upper_boxes;
}

static inline int hilltop_points(const hilltop_yahtzee_view* view, int box) {
  int sum = 0, most = 0, in_sequence = 0, longest = 0;
  bool pair = false;
  for (int face = 1; face <= 6; ++face) {
    const int count = hilltop_count(view, face);
    sum += face * count;
    most = count > most ? count : most;
    pair = pair || count == 2;
    in_sequence = count > 0 ? in_sequence + 1 : 0;
    longest = in_sequence > longest ? in_sequence : longest;
  }
  // A joker counts as any full house or straight once the upper box of its face is filled.
  const bool stands_in = hilltop_is_joker(view) && view->card[view->dice[0] - 1] != hilltop_open;
  switch (box) {
    case hilltop_three_of_a_kind: return most >= 3 ? sum : 0;
    case hilltop_four_of_a_kind: return most >= 4 ? sum : 0;
    case hilltop_full_house: return stands_in || (most == 3 && pair) ? 25 : 0;
    case hilltop_small_straight: return stands_in || longest >= 4 ? 30 : 0;
    case hilltop_large_straight: return stands_in || longest >= 5 ? 40 : 0;
    case hilltop_yahtzee: return most == 5 ? 50 : 0;
    case hilltop_chance: return sum;
    default: return (box + 1) * hilltop_count(view, box + 1);
  }
}

// Writes the boxes that may be filled now, in the order of the card, jokers included; returns their
// number.
static inline int hilltop_options(const hilltop_yahtzee_view* view,
                                  hilltop_option options[hilltop_boxes]) {
  int count = 0;
  for (int box = 0; box < hilltop_boxes; ++box)
    if (view->card[box] == hilltop_open && !hilltop_joker_forbids(view, box))
      options[count++] = (hilltop_option){(hilltop_box)box, hilltop_points(view, box)};
  return count;
}

// ------------------------------------------------------------------------------------------ Gomoku

enum { hilltop_size = 15 };  // points along a side of the board
enum { HILLTOP_BLACK = 'B', HILLTOP_WHITE = 'W' };

// Each from 0 to 14.
typedef struct hilltop_point {
  int x, y;
} hilltop_point;

// A black stone, a black one and a white one.
typedef struct hilltop_opening {
  hilltop_point stones[3];
} hilltop_opening;

// An answer to an opening.
typedef struct hilltop_choice {
  char text[hilltop_word_max];
} hilltop_choice;

static inline hilltop_choice hilltop_take_black(void) { return (hilltop_choice){"B"}; }

// Play white, and lay this white stone.
static inline hilltop_choice hilltop_take_white(hilltop_point stone) {
  hilltop_choice choice;
  snprintf(choice.text, sizeof choice.text, "W(%d,%d)", stone.x, stone.y);
  return choice;
}

// Lay a black and a white stone; the opponent picks a colour.
static inline hilltop_choice hilltop_lay_two(hilltop_point black, hilltop_point white) {
  hilltop_choice choice;
  snprintf(choice.text, sizeof choice.text, "(%d,%d)(%d,%d)", black.x, black.y, white.x, white.y);
  return choice;
}

// A question of Gomoku.
typedef struct hilltop_gomoku_view {
  char board[hilltop_size][hilltop_size];  // [x][y]: HILLTOP_BLACK, HILLTOP_WHITE, or 0
  int stones;                              // how many lie on the board
  int turn;                                // turns of both since the opening; -1 while it lasts
  char colour;                             // the bot's own; 0 while it is not settled
  const char* name;                        // the bot's own name: the first line of its file meta
  const char* opponent;                    // the opponent's name
  uint32_t seed;  // for the bot's own randomness, 0 to 2^31 - 1, another one for each game
} hilltop_gomoku_view;

// Returns the stone at a point: HILLTOP_BLACK, HILLTOP_WHITE, or 0; also 0 off the board.
static inline char hilltop_at(const hilltop_gomoku_view* view, int x, int y) {
  const bool inside = 0 <= x && x < hilltop_size && 0 <= y && y < hilltop_size;
  return inside ? view->board[x][y] : '\0';
}

// Writes the points without a stone, by x, then y; returns their number.
static inline int hilltop_free(const hilltop_gomoku_view* view,
                               hilltop_point points[hilltop_size * hilltop_size]) {
  int count = 0;
  for (int x = 0; x < hilltop_size; ++x)
    for (int y = 0; y < hilltop_size; ++y)
      if (view->board[x][y] == 0) points[count++] = (hilltop_point){x, y};
  return count;
}

// The answers of a bot; only `place` has to be set.
typedef struct hilltop_gomoku_bot {
  // Returns the point of the bot's next stone.
  hilltop_point (*place)(const hilltop_gomoku_view* view);
  // If NULL: black in the middle and in a corner, white beside the middle.
  hilltop_opening (*open)(const hilltop_gomoku_view* view);
  // Answers an opening of the opponent. If NULL: hilltop_take_black().
  hilltop_choice (*choose)(const hilltop_gomoku_view* view);
  // Returns a colour, after the opponent has laid two stones. If NULL: HILLTOP_BLACK.
  char (*pick)(const hilltop_gomoku_view* view);
  // Is told the winner's name when the game is over, NULL after a tie. May be NULL.
  void (*end)(const char* winner);
  // The first to move after a pick: HILLTOP_BLACK in the contest (and if 0), HILLTOP_WHITE
  // under the rules swap2.
  char first_to_move;
} hilltop_gomoku_bot;

// ------------------------------------------------------------------------------------ conversation

// Functions and variables that are weak exist once, however many files include this header.
#define HILLTOP_ONCE __attribute__((weak))

HILLTOP_ONCE int hilltop_out = -1;  // the way to the arena, closed for programs that the bot starts
HILLTOP_ONCE char* hilltop_answers = NULL;  // not sent yet
HILLTOP_ONCE size_t hilltop_answers_length = 0, hilltop_answers_room = 0;

// Takes standard output away from the bot before main begins.
__attribute__((constructor)) static void hilltop_take_output(void) {
  if (hilltop_out >= 0) return;
  hilltop_out = dup(STDOUT_FILENO);  // -std=c11 hides F_DUPFD_CLOEXEC
  fcntl(hilltop_out, F_SETFD, FD_CLOEXEC);
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

HILLTOP_ONCE void hilltop_fail(const char* what, const char* line) {
  fprintf(stderr, "%s%s\n", what, line);
  exit(1);
}

HILLTOP_ONCE void* hilltop_room_for(void* at, size_t bytes) {
  void* const room = realloc(at, bytes);
  if (room == NULL) hilltop_fail("no memory", "");
  return room;
}

HILLTOP_ONCE void hilltop_answer(const char* text) {
  const size_t length = strlen(text);
  if (hilltop_answers_length + length > hilltop_answers_room) {
    hilltop_answers_room = 2 * (hilltop_answers_length + length);
    hilltop_answers = (char*)hilltop_room_for(hilltop_answers, hilltop_answers_room);
  }
  memcpy(hilltop_answers + hilltop_answers_length, text, length);
  hilltop_answers_length += length;
}

// Writes all answers at once; false if nobody reads them.
HILLTOP_ONCE bool hilltop_say(void) {
  const char* text = hilltop_answers;
  size_t left = hilltop_answers_length;
  hilltop_answers_length = 0;
  while (left > 0) {
    const ssize_t written = write(hilltop_out, text, left);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text += written;
    left -= (size_t)written;
  }
  return true;
}

// If the bot exits at one game, its answers in the others still count.
HILLTOP_ONCE void hilltop_say_at_exit(void) { hilltop_say(); }

// Passes on the whole lines that have come, again and again until the input ends or hear, which
// gets one line and may change it, returns false.
HILLTOP_ONCE void hilltop_listen(bool (*hear)(char* line, void* context), void* context) {
  char* begun = NULL;
  size_t length = 0, room = 0;
  bool going = true;
  atexit(hilltop_say_at_exit);
  while (going) {
    if (room - length < 1 << 16) begun = (char*)hilltop_room_for(begun, room += 1 << 17);
    const ssize_t got = read(STDIN_FILENO, begun + length, room - length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    length += (size_t)got;
    char *line = begun, *end;
    while (going && (end = (char*)memchr(line, '\n', length - (size_t)(line - begun))) != NULL) {
      *end = '\0';
      going = hear(line, context);
      line = end + 1;
    }
    length -= (size_t)(line - begun);
    memmove(begun, line, length);
    going = hilltop_say() && going;
  }
  free(begun);
}

enum { hilltop_words_max = 128 };

typedef struct hilltop_words {
  int count;
  char* at[hilltop_words_max];
} hilltop_words;

static inline hilltop_words hilltop_split(char* line) {
  hilltop_words words = {0, {NULL}};
  for (char* word = strtok(line, " "); word != NULL && words.count < hilltop_words_max;
       word = strtok(NULL, " "))
    words.at[words.count++] = word;
  return words;
}

static inline const char* hilltop_word(const hilltop_words* words, int at) {
  if (at >= words->count) hilltop_fail("not a line that this SDK knows", "");
  return words->at[at];
}

static inline int hilltop_number(const char* text) { return (int)strtol(text, NULL, 10); }

static inline hilltop_numbers hilltop_list(const char* list) {
  hilltop_numbers numbers = {0, {0}};
  if (strcmp(list, "-") == 0) return numbers;
  for (const char* at = list; at != NULL; at = strchr(at, ',')) {
    at += *at == ',';
    if (numbers.count == hilltop_numbers_max) hilltop_fail("a list is too long: ", list);
    numbers.at[numbers.count++] =
        *at == '-' && (at[1] == ',' || at[1] == '\0') ? hilltop_open : hilltop_number(at);
  }
  return numbers;
}

// Pairs have a fixed order; more may follow.
static inline void hilltop_check_pairs(const hilltop_words* words, const char* const* names,
                                       int count) {
  bool known = words->count >= 2 + 2 * count;
  for (int i = 0; i < count && known; ++i) known = strcmp(words->at[2 + 2 * i], names[i]) == 0;
  if (known) return;
  fprintf(stderr, "not a turn that this SDK knows:");
  for (int i = 0; i < words->count; ++i) fprintf(stderr, " %s", words->at[i]);
  hilltop_fail("", "");
}

static inline hilltop_pazaak_view hilltop_read_pazaak(const hilltop_words* words,
                                                      const hilltop_rules* rules) {
  static const char* const names[] = {"player", "wins",       "hand",   "theirs",
                                      "side",   "their_side", "action", "played"};
  hilltop_check_pairs(words, names, 8);
  const hilltop_numbers wins = hilltop_list(words->at[5]);
  hilltop_pazaak_view view = {.game = strtoll(words->at[1], NULL, 10),
                              .player = hilltop_number(words->at[3]),
                              .wins = {wins.at[0], wins.at[1]},
                              .hand = hilltop_list(words->at[7]),
                              .theirs = hilltop_list(words->at[9]),
                              .side = hilltop_list(words->at[11]),
                              .their_side = hilltop_number(words->at[13]),
                              .played = strcmp(words->at[17], "yes") == 0,
                              .rules = rules};
  snprintf(view.action, sizeof view.action, "%s", words->at[15]);
  return view;
}

static inline hilltop_yahtzee_view hilltop_read_yahtzee(const hilltop_words* words,
                                                        const hilltop_rules* rules) {
  static const char* const names[] = {"round", "stage",       "dice",          "card",  "score",
                                      "upper", "upper_bonus", "yahtzee_bonus", "totals"};
  hilltop_check_pairs(words, names, 9);
  const hilltop_numbers dice = hilltop_list(words->at[7]), card = hilltop_list(words->at[9]);
  hilltop_yahtzee_view view = {.game = strtoll(words->at[1], NULL, 10),
                               .round = hilltop_number(words->at[3]),
                               .stage = hilltop_number(words->at[5]),
                               .score = hilltop_number(words->at[11]),
                               .upper = hilltop_number(words->at[13]),
                               .upper_bonus = hilltop_number(words->at[15]),
                               .yahtzee_bonus = hilltop_number(words->at[17]),
                               .totals = hilltop_list(words->at[19]),
                               .rules = rules};
  memcpy(view.dice, dice.at, sizeof view.dice);
  memcpy(view.card, card.at, sizeof view.card);
  return view;
}

// The lines of docs/protocol.md: questions of many games, in any order. One of the two bots is set.
typedef struct hilltop_conversation {
  const char* game;
  hilltop_pazaak_bot pazaak;
  hilltop_yahtzee_bot yahtzee;
  hilltop_hooks hooks;
  hilltop_rules rules;
} hilltop_conversation;

static inline void hilltop_meet(hilltop_conversation* with, const hilltop_words* words) {
  hilltop_rules* const rules = &with->rules;
  memset(rules, 0, sizeof *rules);
  snprintf(rules->game, sizeof rules->game, "%s", hilltop_word(words, 3));
  snprintf(rules->name, sizeof rules->name, "%s", hilltop_word(words, 5));
  for (int i = 6; i + 1 < words->count && rules->switches < hilltop_switches_max; i += 2) {
    const int at = rules->switches++;
    snprintf(rules->switched[at].name, hilltop_word_max, "%s", words->at[i]);
    snprintf(rules->switched[at].value, hilltop_word_max, "%s", words->at[i + 1]);
  }
  if (strcmp(rules->game, with->game) != 0) {
    fprintf(stderr, "this bot plays %s, not %s\n", with->game, rules->game);
    exit(1);
  }
  char ready[hilltop_word_max];
  snprintf(ready, sizeof ready, with->hooks.batch > 0 ? "ready 1 batch %d\n" : "ready 1\n",
           with->hooks.batch);
  hilltop_answer(ready);
}

static inline void hilltop_turn(hilltop_conversation* with, const hilltop_words* words) {
  hilltop_move move;
  if (with->pazaak != NULL) {
    const hilltop_pazaak_view view = hilltop_read_pazaak(words, &with->rules);
    move = with->pazaak(&view);
  } else {
    const hilltop_yahtzee_view view = hilltop_read_yahtzee(words, &with->rules);
    move = with->yahtzee(&view);
  }
  char answer[3 * hilltop_word_max];
  snprintf(answer, sizeof answer, "move %.64s %s\n", words->at[1], move.text);
  hilltop_answer(answer);
}

static inline bool hilltop_hear(char* line, void* context) {
  hilltop_conversation* const with = (hilltop_conversation*)context;
  const hilltop_words words = hilltop_split(line);
  const char* const kind = words.count == 0 ? "" : words.at[0];
  if (strcmp(kind, "turn") == 0) {
    hilltop_turn(with, &words);
  } else if (strcmp(kind, "begin") == 0 && with->hooks.begin != NULL) {
    const hilltop_game_start start = {
        strtoll(hilltop_word(&words, 1), NULL, 10), hilltop_number(hilltop_word(&words, 3)),
        (uint32_t)strtoul(hilltop_word(&words, 5), NULL, 10), &with->rules};
    with->hooks.begin(&start);
  } else if (strcmp(kind, "end") == 0 && with->hooks.end != NULL) {
    const hilltop_game_end end = {strtoll(hilltop_word(&words, 1), NULL, 10),
                                  hilltop_list(hilltop_word(&words, 3))};
    with->hooks.end(&end);
  } else if (strcmp(kind, "hilltop") == 0) {
    hilltop_meet(with, &words);
  }
  return strcmp(kind, "bye") != 0;
}

static inline int hilltop_hold(hilltop_conversation with, const hilltop_hooks* hooks) {
  with.hooks = hooks == NULL ? (hilltop_hooks){NULL, NULL, hilltop_batch} : *hooks;
  snprintf(with.rules.name, sizeof with.rules.name, "koth");
  hilltop_listen(hilltop_hear, &with);
  return 0;
}

// Plays until the arena says bye or is gone; returns the exit status. choose(view) returns
// HILLTOP_END, HILLTOP_STAND or hilltop_play(card). hooks may be NULL.
static inline int hilltop_play_pazaak(hilltop_pazaak_bot choose, const hilltop_hooks* hooks) {
  return hilltop_hold((hilltop_conversation){.game = "pazaak", .pazaak = choose}, hooks);
}

// Plays until the arena says bye or is gone; returns the exit status. choose(view) returns
// hilltop_keep(indexes, count) or hilltop_score(box). hooks may be NULL.
static inline int hilltop_play_yahtzee(hilltop_yahtzee_bot choose, const hilltop_hooks* hooks) {
  return hilltop_hold((hilltop_conversation){.game = "yahtzee", .yahtzee = choose}, hooks);
}

// One game of Gomoku, and the colour that the bot has in it once that is known.
typedef struct hilltop_gomoku {
  const hilltop_gomoku_bot* bot;
  char colour, name[hilltop_name_max];
  bool opened;  // it was asked about the opening, which the host's openings leave out
  const char* opponent;
  uint32_t seed;
} hilltop_gomoku;

// [((7,7),"B"),…] as a view.
static inline hilltop_gomoku_view hilltop_read_gomoku(const hilltop_gomoku* game,
                                                      const char* board) {
  hilltop_gomoku_view view = {.turn = -1,
                              .colour = game->colour,
                              .name = game->name,
                              .opponent = game->opponent,
                              .seed = game->seed};
  for (const char* at = board; (at = strstr(at, "((")) != NULL; ++at) {
    int x, y;
    char its;
    if (sscanf(at, "((%d,%d),\"%c", &x, &y, &its) != 3) continue;
    if (x < 0 || x >= hilltop_size || y < 0 || y >= hilltop_size) continue;
    view.board[x][y] = its;
    ++view.stones;
  }
  return view;
}

// Returns the colour that the opponent or the host left to the bot, by the number of stones in the
// opening.
static inline char hilltop_colour_by(const hilltop_gomoku* game, int opening, int turn) {
  if (game->opened && opening == 3) return HILLTOP_WHITE;  // the bot opened, they took black
  if (game->opened && opening == 4) return HILLTOP_BLACK;  // it opened, they took white, laid one
  const bool even = !game->opened && opening % 2 == 0;     // of the host: the colours alternate
  const bool white_first = game->bot->first_to_move == HILLTOP_WHITE && !even;
  return (turn % 2 == 0) == white_first ? HILLTOP_WHITE : HILLTOP_BLACK;  // five: it laid two
}

static inline bool hilltop_hear_gomoku(char* line, void* context) {
  hilltop_gomoku* const game = (hilltop_gomoku*)context;
  const hilltop_gomoku_bot* const bot = game->bot;
  char* const space = strchr(line, ' ');
  const char* const rest = space == NULL ? "" : space + 1;
  if (space != NULL) *space = '\0';
  if (strcmp(line, "EXIT") == 0) {
    if (bot->end != NULL) bot->end(strcmp(rest, "TIE") == 0 ? NULL : rest);
    return false;
  }
  hilltop_gomoku_view view = hilltop_read_gomoku(game, rest);
  if (strchr("ABC", line[0]) != NULL) game->opened = true;
  char answer[2 * hilltop_word_max];
  if (strcmp(line, "A") == 0) {
    const hilltop_opening balanced = {{{7, 7}, {0, 14}, {8, 7}}};
    const hilltop_opening all = bot->open == NULL ? balanced : bot->open(&view);
    const hilltop_point* const at = all.stones;
    snprintf(answer, sizeof answer, "(%d,%d)(%d,%d)(%d,%d)\n", at[0].x, at[0].y, at[1].x, at[1].y,
             at[2].x, at[2].y);
  } else if (strcmp(line, "B") == 0) {
    const hilltop_choice choice = bot->choose == NULL ? hilltop_take_black() : bot->choose(&view);
    if (choice.text[0] != '(') game->colour = choice.text[0];
    snprintf(answer, sizeof answer, "%s\n", choice.text);
  } else if (strcmp(line, "C") == 0) {
    game->colour = bot->pick == NULL ? (char)HILLTOP_BLACK : bot->pick(&view);
    snprintf(answer, sizeof answer, "%c\n", game->colour);
  } else {
    view.turn = hilltop_number(line);
    if (game->colour == 0)
      game->colour = hilltop_colour_by(game, view.stones - view.turn, view.turn);
    view.colour = game->colour;
    const hilltop_point stone = bot->place(&view);
    snprintf(answer, sizeof answer, "(%d,%d)\n", stone.x, stone.y);
  }
  hilltop_answer(answer);
  return true;
}

// Plays one game, and returns the exit status; the arena starts the bot anew for each. argc and
// argv are those of main: they hold the opponent's name and the seed.
static inline int hilltop_play_gomoku(int argc, char** argv, const hilltop_gomoku_bot* bot) {
  hilltop_gomoku game = {.bot = bot,
                         .opponent = argc > 1 ? argv[1] : "",
                         .seed = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0};
  FILE* const meta = fopen("meta", "r");  // NULL if the bot was not started in its folder
  if (meta != NULL && fgets(game.name, sizeof game.name, meta) != NULL)
    game.name[strcspn(game.name, "\r\n")] = '\0';
  if (meta != NULL) fclose(meta);
  hilltop_listen(hilltop_hear_gomoku, &game);
  return 0;
}
