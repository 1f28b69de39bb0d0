/* SPDX-License-Identifier: Apache-2.0
 *
 * Hilltop's games in batches, for programs that learn (link with -lhilltop; docs/own-network.md).
 *
 * A handle has N games of one rule set side by side, each from its own deal. House bots play inside
 * a step, so that every game waits for an action of the caller or is over. What is seen and asked
 * is in arrays that the handle owns, one row per game, which stay in place and are never copied;
 * hilltop_games_describe() says their names, types and shapes.
 *
 *     const char *settings = "{\"game\": \"pazaak\", \"games\": 4096,"
 *                            " \"players\": [{\"name\": \"me\"}, {\"bot\": \"kid\"}]}";
 *     char error[256];
 *     hilltop_games *games = hilltop_games_create(settings, error, sizeof error);
 *     const unsigned char *mask = hilltop_games_array(games, "mask");
 *     int32_t *action = hilltop_games_array(games, "action");
 *     ...                            choose an action of each game by its row of the mask
 *     hilltop_games_step(games, 0);
 *     hilltop_games_free(games);
 *
 * The games are the arena's: players with the same names and the same seed get the same deals in
 * the same seats as in `hilltop play`, and hilltop_games_record() gives what `hilltop replay`
 * reads.
 *
 * No function changes anything that two handles share: several threads may use several handles at
 * once, and one thread at a time may use a handle. Nothing throws or ends the program. Texts are
 * UTF-8; a text that a function returns with a handle is valid until the next call with that
 * handle.
 */
#ifndef HILLTOP_GAMES_H
#define HILLTOP_GAMES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HILLTOP_GAMES_API __attribute__((visibility("default")))
#else
#define HILLTOP_GAMES_API
#endif

/* Rises when a program that was compiled before must be compiled again. */
#define HILLTOP_GAMES_INTERFACE 1

typedef struct hilltop_games hilltop_games;

/* Returns HILLTOP_GAMES_INTERFACE of the library that is loaded. */
HILLTOP_GAMES_API int hilltop_games_interface(void);

/* Returns all games with their rule sets, numbers of players and house bots, as JSON. */
HILLTOP_GAMES_API const char* hilltop_games_catalog(void);

/* Begins games. `settings` is a JSON object; all but `game` and `players` may be left out:
 *
 *   game        a game of the catalog
 *   rules       a rule set of the game; the first one of the catalog
 *   switches    an object with switches of the rule set, such as {"side_cards": 5}
 *   players     a list of objects: {"bot": "kid"} is a house bot, {"name": "me"} the caller; a
 *               house bot may have a name too, which else is the bot's. The names are different.
 *   games       how many games side by side, 1 to 1048576; 1
 *   seed        a whole number below 2^64; 1
 *   first_game  the number of the first game; 0. Place i plays games i, i + games, i + 2 games, ...
 *   autoreset   what becomes of a game that is over: "disabled", "next_step" (the usual one: the
 *               next step begins another game there, whatever its action) or "same_step" (another
 *               game begins at once, and final_observation has the end of the one before)
 *   chance      "sampled" (the usual one: it follows from the seed) or "explicit": before each
 *               chance event `player` is -2 and `chances` has the chance of each outcome, and the
 *               action of the next step is the outcome that falls. Such games have no record.
 *   threads     how many threads move the games, 1 to 256; 1. They change no result.
 *
 * Returns null if the settings cannot be used, and writes why, and what is allowed, into `error`,
 * at most `error_bytes` bytes with the null at the end. `error` may be null. */
HILLTOP_GAMES_API hilltop_games* hilltop_games_create(const char* settings, char* error,
                                                      size_t error_bytes);

/* Returns the same games as they are now, which go on independently; null without memory. */
HILLTOP_GAMES_API hilltop_games* hilltop_games_clone(const hilltop_games* games);

/* Ends the games and frees their arrays. Null is allowed. */
HILLTOP_GAMES_API void hilltop_games_free(hilltop_games* games);

/* Returns the settings, the arrays with type, shape and meaning, what the numbers of an observation
 * are, and the names of the actions and outcomes, as JSON. */
HILLTOP_GAMES_API const char* hilltop_games_describe(hilltop_games* games);

/* Returns the array of this name, which stays in place until hilltop_games_free(); null if there is
 * none. Only `action` is for the caller to write. */
HILLTOP_GAMES_API void* hilltop_games_array(hilltop_games* games, const char* name);

/* Plays an action in each game: `actions` has one for each, or is null for the array `action`. -1
 * leaves a game as it is. Returns 0, or -1 if an action is illegal: then nothing was played in any
 * game, and hilltop_games_error() and hilltop_games_error_index() tell. */
HILLTOP_GAMES_API int hilltop_games_step(hilltop_games* games, const int32_t* actions);

/* Begins the next game in each place whose `marked` is not 0; null: in all. Returns 0, or -1. */
HILLTOP_GAMES_API int hilltop_games_reset(hilltop_games* games, const uint8_t* marked);

/* Begins the first games of this seed in all places. Returns 0, or -1. */
HILLTOP_GAMES_API int hilltop_games_seed(hilltop_games* games, uint64_t seed);

/* Returns the record of a game: with `before` 0 of the one in this place, else of the one before it
 * in the same place, which is over. Null if there is none; hilltop_games_error() tells. */
HILLTOP_GAMES_API const char* hilltop_games_record(hilltop_games* games, size_t index, int before);

/* Returns what a bot in a folder would be asked now, as docs/protocol.md has it. Null if nobody is
 * asked; hilltop_games_error() tells. */
HILLTOP_GAMES_API const char* hilltop_games_prompt(hilltop_games* games, size_t index);

/* Return what the last failed call with this handle says, and the index of the game that it is
 * about; -1 if it is about none. */
HILLTOP_GAMES_API const char* hilltop_games_error(const hilltop_games* games);
HILLTOP_GAMES_API ptrdiff_t hilltop_games_error_index(const hilltop_games* games);

#ifdef __cplusplus
}
#endif

#endif
