#include "core/joiners.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utf8proc.h>

#include "core/utf8.hpp"

namespace hilltop {
namespace {

struct CodePoints {
  char32_t first, last;
};

// Letters of Unicode 15 that join the letter after them (Joining_Type D and L), and those that join
// only the letter before them (R), both sorted, of the scripts in use.
constexpr CodePoints dual[] = {
    {0x0620, 0x0620}, {0x0626, 0x0626}, {0x0628, 0x0628},   {0x062A, 0x062E},   {0x0633, 0x063F},
    {0x0641, 0x0647}, {0x0649, 0x064A}, {0x066E, 0x066F},   {0x0678, 0x0687},   {0x069A, 0x06BF},
    {0x06C1, 0x06C2}, {0x06CC, 0x06CC}, {0x06CE, 0x06CE},   {0x06D0, 0x06D1},   {0x06FA, 0x06FC},
    {0x06FF, 0x06FF}, {0x0712, 0x0714}, {0x071A, 0x071D},   {0x071F, 0x0727},   {0x0729, 0x0729},
    {0x072B, 0x072B}, {0x072D, 0x072E}, {0x074E, 0x0758},   {0x075C, 0x076A},   {0x076D, 0x0770},
    {0x0772, 0x0772}, {0x0775, 0x0777}, {0x077A, 0x077F},   {0x07CA, 0x07EA},   {0x0841, 0x0845},
    {0x0848, 0x0848}, {0x084A, 0x0853}, {0x0855, 0x0855},   {0x0860, 0x0860},   {0x0862, 0x0865},
    {0x0868, 0x0868}, {0x0886, 0x0886}, {0x0889, 0x088D},   {0x08A0, 0x08A9},   {0x08AF, 0x08B0},
    {0x08B3, 0x08B8}, {0x08BA, 0x08C8}, {0x1807, 0x1807},   {0x1820, 0x1878},   {0x1887, 0x18A8},
    {0x18AA, 0x18AA}, {0xA840, 0xA872}, {0x10D00, 0x10D21}, {0x10D23, 0x10D23}, {0x1E900, 0x1E943}};
constexpr CodePoints right[] = {
    {0x0622, 0x0625}, {0x0627, 0x0627},  {0x0629, 0x0629}, {0x062F, 0x0632}, {0x0648, 0x0648},
    {0x0671, 0x0673}, {0x0675, 0x0677},  {0x0688, 0x0699}, {0x06C0, 0x06C0}, {0x06C3, 0x06CB},
    {0x06CD, 0x06CD}, {0x06CF, 0x06CF},  {0x06D2, 0x06D3}, {0x06D5, 0x06D5}, {0x06EE, 0x06EF},
    {0x0710, 0x0710}, {0x0715, 0x0719},  {0x071E, 0x071E}, {0x0728, 0x0728}, {0x072A, 0x072A},
    {0x072C, 0x072C}, {0x072F, 0x072F},  {0x074D, 0x074D}, {0x0759, 0x075B}, {0x076B, 0x076C},
    {0x0771, 0x0771}, {0x0773, 0x0774},  {0x0778, 0x0779}, {0x0840, 0x0840}, {0x0846, 0x0847},
    {0x0849, 0x0849}, {0x0854, 0x0854},  {0x0856, 0x0858}, {0x0867, 0x0867}, {0x0869, 0x086A},
    {0x0870, 0x0882}, {0x088E, 0x088E},  {0x08AA, 0x08AC}, {0x08AE, 0x08AE}, {0x08B1, 0x08B2},
    {0x08B9, 0x08B9}, {0x10D22, 0x10D22}};

constexpr CodePoints ideographs[] = {
    {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x3FFFF}};
constexpr CodePoints mongolian[] = {{0x1820, 0x1842}, {0x1843, 0x1878}, {0x1880, 0x18AA}};

constexpr char32_t non_joiner = 0x200C, joiner = 0x200D;
constexpr char32_t as_text = 0xFE0E, as_emoji = 0xFE0F, keycap = 0x20E3;
constexpr char32_t black_flag = 0x1F3F4;
constexpr CodePoints tags{0xE0020, 0xE007E}, skin_tones{0x1F3FB, 0x1F3FF},
    forms_of_ideographs{0xE0100, 0xE01EF}, old_forms_of_ideographs{0xFE00, 0xFE02},
    forms_of_mongolian{0x180B, 0x180D};
constexpr char32_t end_of_tags = 0xE007F, fourth_form_of_mongolian = 0x180F;

// How many marks may stand between a joiner and its letter, and how many tags make a flag.
constexpr int marks_max = 8;
constexpr int tags_max = 8;

bool is_in(const CodePoints& range, char32_t c) { return range.first <= c && c <= range.last; }
bool is_in(std::span<const CodePoints> ranges, char32_t c) {
  const auto range = std::ranges::lower_bound(ranges, c, {}, &CodePoints::last);
  return range != ranges.end() && is_in(*range, c);
}

const utf8proc_property_t& properties(char32_t c) {
  return *utf8proc_get_property(static_cast<utf8proc_int32_t>(c));
}
bool is_mark(char32_t c) {
  const auto category = properties(c).category;
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
}
bool is_virama(char32_t c) {
  constexpr int of_viramas = 9;
  return properties(c).combining_class == of_viramas;
}
bool is_letter(char32_t c) {
  const auto category = properties(c).category;
  return UTF8PROC_CATEGORY_LU <= category && category <= UTF8PROC_CATEGORY_LO;
}
bool is_picture(char32_t c) {
  return properties(c).boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

// Removes the last character of `text` and returns it, 0 if there is none.
char32_t take_last(std::string_view& text) {
  constexpr std::size_t bytes_max = 4;
  for (std::size_t size = 1; size <= std::min(bytes_max, text.size()); ++size) {
    std::string_view last = text.substr(text.size() - size);
    const auto character = take_character(last);
    if (!character || !last.empty()) continue;
    text.remove_suffix(size);
    return *character;
  }
  return 0;
}
char32_t take_first(std::string_view& text) {
  return text.empty() ? 0 : take_character(text).value_or(0);
}

// As the functions above, and skips marks.
template <class Take>
char32_t letter_by(std::string_view text, Take&& take) {
  for (int marks = 0; marks <= marks_max; ++marks)
    if (const char32_t c = take(text); !is_mark(c)) return c;
  return 0;
}
char32_t letter_before(std::string_view text) { return letter_by(text, take_last); }
char32_t letter_after(std::string_view text) { return letter_by(text, take_first); }

// Rules A2 and B: after a letter and its virama.
bool follows_virama(std::string_view before) {
  for (int marks = 0; marks <= marks_max; ++marks) {
    const char32_t mark = take_last(before);
    if (!is_mark(mark)) return false;
    if (is_virama(mark)) return is_letter(letter_before(before));
  }
  return false;
}

bool is_dependent_vowel(char32_t c) {
  return c >= 0x0900 && (is_mark(c) || properties(c).category == UTF8PROC_CATEGORY_MC) &&
         !is_virama(c);
}

bool parts(std::string_view before, std::string_view after) {
  const char32_t next = letter_after(after);
  if (is_in(dual, letter_before(before)) && (is_in(dual, next) || is_in(right, next))) return true;
  return follows_virama(before) && is_letter(next);
}

bool joins_letters(std::string_view before, std::string_view after) {
  return follows_virama(before) && !is_dependent_vowel(take_first(after));
}

bool joins_pictures(std::string_view before, std::string_view after) {
  char32_t last = take_last(before);
  if (last == as_emoji || is_in(skin_tones, last)) last = take_last(before);
  return is_picture(last) && is_picture(take_first(after));
}

bool is_form_of_picture(std::string_view before, char32_t form, std::string_view after) {
  const char32_t last = take_last(before);
  if (is_picture(last)) return true;
  const bool is_key = (U'0' <= last && last <= U'9') || last == U'#' || last == U'*';
  return is_key && form == as_emoji && take_first(after) == keycap;
}

// A flag of a region is a black flag, the region's letters as tags, and an end.
bool is_of_flag(std::string_view before, char32_t tag, std::string_view after) {
  int tags_before = 0;
  char32_t last = take_last(before);
  for (; is_in(tags, last) && tags_before < tags_max; ++tags_before) last = take_last(before);
  if (last != black_flag) return false;
  if (tag == end_of_tags) return tags_before > 0;
  char32_t next = take_first(after);
  for (int i = tags_before + 1; is_in(tags, next) && i < tags_max; ++i) next = take_first(after);
  return next == end_of_tags;
}

}  // namespace

bool joins(std::string_view before, char32_t character, std::string_view after) {
  if (before.empty()) return false;
  if (character == non_joiner) return parts(before, after);
  if (character == joiner) return joins_letters(before, after) || joins_pictures(before, after);
  if (character == as_text || character == as_emoji)
    return is_form_of_picture(before, character, after);
  if (is_in(tags, character) || character == end_of_tags)
    return is_of_flag(before, character, after);
  if (is_in(forms_of_ideographs, character) || is_in(old_forms_of_ideographs, character))
    return is_in(ideographs, take_last(before));
  if (is_in(forms_of_mongolian, character) || character == fourth_form_of_mongolian)
    return is_in(mongolian, take_last(before));
  return false;
}

}  // namespace hilltop
