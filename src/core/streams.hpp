#pragma once
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace hilltop {

// Opens the standard streams that are closed; every main() calls it first. Otherwise a file opened
// later could get the number of a standard stream, and with it the data meant for that stream.
// Reads from a reopened stdin find the end of input, writes to stdout fail, and writes to stderr
// are discarded.
inline void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF &&
        open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY) < 0)
      _exit(EXIT_FAILURE);  // no bot could be started here either
}

// Makes a failed write an error of that write instead of a signal that ends the program: a write
// into a pipe without a reader (the bot has ended), or beyond the limit on file size.
inline void hear_of_failed_writes() {
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

}  // namespace hilltop
