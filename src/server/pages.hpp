#pragma once
#include <span>
#include <string>
#include <string_view>

#include "core/built_file.hpp"
#include "server/http.hpp"

namespace hilltop::server {

// The files of the pages.
std::span<const BuiltFile> built_files();

// The pages, compressed once.
class Pages {
 public:
  // `base`: what the addresses of the pages begin with (Address::base). `over_tls`: browsers ask a
  // proxy that speaks TLS.
  explicit Pages(std::string_view base = {}, bool over_tls = false);
  // Answers with a file or, for the address of a page, with the one that shows every page, with the
  // preview of this address (preview.hpp); 404 for any other path, to a browser with the page that
  // says so.
  Response answer(const Request& request) const;

 private:
  struct File {
    std::string_view type;
    std::string plain, compressed, tag;
    bool lasts;  // its name has the hash of its content
  };
  static File file_of(std::string_view path, std::string bytes);

  const std::string scheme_, base_;
  std::map<std::string, File, std::less<>> files_;
};

}  // namespace hilltop::server
