// Does what echo.py does, with the SDK for C.
#include <ctype.h>

#include "../../sdk/c/hilltop.h"

static char moves[1000][100];
static int moves_told = 0;

__attribute__((format(printf, 1, 2))) static void tell(const char* form, ...) {
  if (getenv("ECHO_NOISY") != NULL) {
    puts("move 0 noise");
    printf("noise\n");
    fflush(stdout);
    if (system("echo noise of a child") != 0) abort();
  }
  va_list values;
  va_start(values, form);
  vfprintf(stderr, form, values);
  va_end(values);
}

static const char* listed(const hilltop_numbers* numbers, char* text) {
  char* at = text;
  for (int i = 0; i < numbers->count; ++i) at += sprintf(at, i == 0 ? "%d" : ",%d", numbers->at[i]);
  return numbers->count == 0 ? "-" : text;
}

static const char* rules_of(const hilltop_rules* rules, char* text) {
  char* at = text + sprintf(text, "rules %s", rules->name);
  for (int i = 0; i < rules->switches; ++i)
    at += sprintf(at, " %s %s", rules->switched[i].name, rules->switched[i].value);
  return text;
}

static const char* planned(int64_t game) {
  if (strcmp(moves[game], "fail") == 0) {
    fprintf(stderr, "bad luck\n");
    exit(1);
  }
  return moves[game];
}

static hilltop_move pazaak(const hilltop_pazaak_view* view) {
  char hand[300], theirs[300], side[300], rules[3000];
  tell("turn %" PRId64
       " player %d wins %d,%d hand %s theirs %s side %s their_side %d action %s played %s %s value "
       "%d\n",
       view->game, view->player, view->wins[0], view->wins[1], listed(&view->hand, hand),
       listed(&view->theirs, theirs), listed(&view->side, side), view->their_side, view->action,
       view->played ? "yes" : "no", rules_of(view->rules, rules), hilltop_value(view));
  const char* const move = planned(view->game);
  if (strncmp(move, "PLAY ", 5) == 0) {
    const int card = atoi(move + 5);
    if (!hilltop_has(view, card)) abort();
    return hilltop_play(card);
  }
  return strcmp(move, "END") == 0 ? HILLTOP_END : HILLTOP_STAND;
}

static hilltop_move yahtzee(const hilltop_yahtzee_view* view) {
  char dice[300], totals[300], rules[3000], card[300] = "", options[600] = "";
  hilltop_numbers rolled = {5, {0}};
  memcpy(rolled.at, view->dice, sizeof view->dice);
  for (int box = 0; box < hilltop_boxes; ++box)
    sprintf(card + strlen(card), view->card[box] == hilltop_open ? "%s-" : "%s%d",
            box == 0 ? "" : ",", view->card[box]);
  hilltop_option all[hilltop_boxes];
  const int count = hilltop_options(view, all);
  for (int i = 0; i < count; ++i)
    sprintf(options + strlen(options), "%s%s=%d", i == 0 ? "" : ",", hilltop_box_name(all[i].box),
            all[i].points);
  tell("turn %" PRId64
       " round %d stage %d dice %s card %s score %d upper %d upper_bonus %d yahtzee_bonus %d "
       "totals %s %s options %s\n",
       view->game, view->round, view->stage, listed(&rolled, dice), card, view->score, view->upper,
       view->upper_bonus, view->yahtzee_bonus, listed(&view->totals, totals),
       rules_of(view->rules, rules), options);
  const char* move = planned(view->game);
  for (int box = 0; box < hilltop_boxes; ++box)
    if (strncmp(move, "score ", 6) == 0 &&
        strcmp(move + 6, hilltop_box_name((hilltop_box)box)) == 0)
      return hilltop_score((hilltop_box)box);
  int kept[5], kept_count = 0;
  for (; *move != '\0'; ++move)
    if (isdigit((unsigned char)*move)) kept[kept_count++] = *move - '0';
  return hilltop_keep(kept, kept_count);
}

typedef struct told {
  const char* move;
  int count;
  hilltop_point points[3];
} told;

static told tell_question(const char* kind, const hilltop_gomoku_view* view) {
  char stones[4000] = "", turn[20] = "-";
  for (int x = 0; x < hilltop_size; ++x)
    for (int y = 0; y < hilltop_size; ++y)
      if (hilltop_at(view, x, y) != 0)
        sprintf(stones + strlen(stones), "%s((%d,%d),\"%c\")", stones[0] == '\0' ? "" : ",", x, y,
                hilltop_at(view, x, y));
  if (view->turn >= 0) sprintf(turn, "%d", view->turn);
  hilltop_point points[hilltop_size * hilltop_size];
  tell("%s turn %s colour %c name %s opponent %s seed %" PRIu32 " free %d board [%s]\n", kind, turn,
       view->colour == 0 ? '-' : view->colour, view->name, view->opponent, view->seed,
       hilltop_free(view, points), stones);
  told next = {moves[moves_told++], 0, {{0, 0}}};
  for (const char* at = next.move; (at = strchr(at, '(')) != NULL; ++at)
    if (sscanf(at, "(%d,%d)", &next.points[next.count].x, &next.points[next.count].y) == 2)
      ++next.count;
  return next;
}

static hilltop_point place(const hilltop_gomoku_view* view) {
  return tell_question("place", view).points[0];
}

static hilltop_opening open_game(const hilltop_gomoku_view* view) {
  const told next = tell_question("open", view);
  return (hilltop_opening){{next.points[0], next.points[1], next.points[2]}};
}

static hilltop_choice choose(const hilltop_gomoku_view* view) {
  const told next = tell_question("choose", view);
  if (strcmp(next.move, "take B") == 0) return hilltop_take_black();
  return next.count == 1 ? hilltop_take_white(next.points[0])
                         : hilltop_lay_two(next.points[0], next.points[1]);
}

static char pick(const hilltop_gomoku_view* view) {
  return strcmp(tell_question("pick", view).move, "pick B") == 0 ? HILLTOP_BLACK : HILLTOP_WHITE;
}

static void end_gomoku(const char* winner) { tell("end %s\n", winner == NULL ? "-" : winner); }

static void begin(const hilltop_game_start* start) {
  tell("begin %" PRId64 " seats %d seed %" PRIu32 "\n", start->game, start->seats, start->seed);
}

static void end(const hilltop_game_end* over) {
  char points[300];
  tell("end %" PRId64 " points %s\n", over->game, listed(&over->points, points));
}

int main(int argc, char** argv) {
  FILE* const file = fopen(getenv("ECHO_MOVES"), "r");
  if (file == NULL) return 2;
  for (int i = 0; i < 1000 && fgets(moves[i], sizeof moves[i], file) != NULL; ++i)
    moves[i][strcspn(moves[i], "\n")] = '\0';
  fclose(file);
  const char* const batch = getenv("ECHO_BATCH");
  const hilltop_hooks hooks = {begin, end, batch == NULL ? hilltop_batch : atoi(batch)};
  if (strcmp(argv[1], "pazaak") == 0) return hilltop_play_pazaak(pazaak, &hooks);
  if (strcmp(argv[1], "yahtzee") == 0) return hilltop_play_yahtzee(yahtzee, &hooks);
  const hilltop_gomoku_bot bot = {place, open_game,  choose,
                                  pick,  end_gomoku, getenv("ECHO_FIRST")[0]};
  return hilltop_play_gomoku(argc, argv, &bot);
}
