#pragma once
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace hilltop {

// Every main() calls this first. Opens the standard streams that were closed, lest a file that is
// opened later takes the number of one and gets what is meant for it. Input has then ended, and
// what is said on stderr is lost; stdout is open for reading only, so that printing fails.
inline void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF &&
        open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY) < 0)
      _exit(EXIT_FAILURE);  // no bot could be started here either
}

// A write that fails is an error of that write, and no signal that ends the program: into a pipe
// that nobody reads (a bot that is gone), and beyond the limit of a file's size.
inline void hear_of_failed_writes() {
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

}  // namespace hilltop
