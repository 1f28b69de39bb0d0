#include "server/contests/ranking_picture.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

#include "cluster/command_output.hpp"
#include "core/drawing.hpp"
#include "report/page/html.hpp"
#include "server/json.hpp"
#include "server/refused.hpp"

namespace hilltop::server {
namespace {

namespace fs = std::filesystem;

// What a line of the picture has room for, in characters; a long name is cut.
constexpr int pictured_title_letters = 44, pictured_name_letters = 34;

// How long rsvg-convert may take, in seconds: fonts that it reads first take long on a busy
// machine.
constexpr const char* drawing_s_max = "60";

constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n";

// A file that is removed with this, in a folder of its own.
class PictureFile {
 public:
  explicit PictureFile(const std::string& text) {
    std::string name = (fs::temp_directory_path() / "hilltop-picture-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw std::system_error(errno, std::generic_category(), "a folder for a picture");
    folder_ = name;
    std::ofstream file(folder_ / file_name, std::ios::binary);
    if (!(file << text).flush())
      throw std::system_error(errno, std::generic_category(), "a file for a picture");
  }
  ~PictureFile() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  PictureFile(const PictureFile&) = delete;
  PictureFile& operator=(const PictureFile&) = delete;

  static constexpr const char* file_name = "ranking.svg";
  const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

std::string svg_text(int x, int y, int size, std::string_view colour, std::string_view more,
                     const std::string& text) {
  return fmt::format(R"(<text x="{}" y="{}" font-size="{}" fill="{}" {}>{}</text>)"
                     "\n",
                     x, y, size, colour, more, report::html(text));
}

}  // namespace

std::string ranking_svg(const Json& document) {
  constexpr std::string_view ink = "#14213d", faint = "#5b6478", first = "#a34a00";
  constexpr int left = 80, right = picture_width - 80, first_y = 245, line = 46;
  std::string svg = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" )"
      R"(font-family="Noto Sans, Noto Sans CJK JP, Noto Sans Devanagari, DejaVu Sans, sans-serif">)"
      "\n"
      R"(<rect width="{0}" height="{1}" fill="#f7f4ec"/><rect width="18" height="{1}" fill="#a34a00"/>)"
      "\n",
      picture_width, picture_height);
  svg += svg_text(left, 105, 52, ink, R"(font-weight="bold")",
                  abbreviated(text_in(document, "title"), pictured_title_letters, "…"));
  svg += svg_text(left, 160, 28, faint, "",
                  fmt::format("{}, {}", text_in(document, "game"), text_in(document, "rules")));
  int y = first_y;
  std::size_t drawn = 0;
  for (const Json& standing : document["standings"]) {
    if (drawn++ == pictured_max) break;
    const bool is_first = drawn == 1;
    const int size = is_first ? 40 : 30;
    const std::string_view colour = is_first ? first : ink;
    svg += svg_text(left + 50, y, size, faint, R"(text-anchor="end")",
                    std::to_string(whole_in(standing, "rank").value_or(0)));
    svg += svg_text(left + 80, y, size, colour, is_first ? R"(font-weight="bold")" : "",
                    abbreviated(text_in(standing, "bot"), pictured_name_letters, "…"));
    if (const auto points = whole_in(standing, "points"))
      svg += svg_text(right, y, size, colour, R"(text-anchor="end")", std::to_string(*points));
    y += line + (is_first ? 8 : 0);
  }
  svg += svg_text(right, 105, 28, faint, R"(text-anchor="end")", "Hilltop");
  return svg + "</svg>\n";
}

std::expected<std::string, Problem> png_of(const std::string& svg) {
  const PictureFile file(svg);
  const auto drawn = cluster::command_output(
      {"timeout", "--signal=KILL", drawing_s_max, "rsvg-convert", "--format=png", file.file_name},
      file.folder());
  constexpr int not_found = 127;  // as timeout says of a program that it cannot find
  if (!drawn || drawn->code == not_found)
    return refused("pictures of rankings need the program rsvg-convert (librsvg2-bin)");
  if (drawn->code != 0 || !drawn->out.starts_with(png_signature))
    return refused("the picture could not be drawn");
  return drawn->out;
}

}  // namespace hilltop::server
