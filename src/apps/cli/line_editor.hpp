#pragma once
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hilltop::cli {

// Reads lines from a terminal, with editing, a history of the lines typed before, and completion by
// Tab. Uses libedit.
class LineEditor {
 public:
  // `wake` is a descriptor. When it becomes readable, and at Ctrl-L, the editor calls `woken`,
  // which draws what is above the prompt, and shows prompt and line again.
  LineEditor(std::FILE* screen, int wake, std::function<void()> woken);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // Returns a typed line without its end; nullopt if the input has ended. `words` are completed.
  std::optional<std::string> line(const std::string& prompt, std::vector<std::string> words);

 private:
  class Library;
  std::unique_ptr<Library> library_;
};

}  // namespace hilltop::cli
