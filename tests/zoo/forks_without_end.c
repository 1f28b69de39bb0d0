// Starts processes in their own sessions for as long as it lives: every second one stays, and each
// that ends is replaced. At most 200 at once and 1000 per second, so that the machine that runs
// this test stays usable.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { alive_most = 200, life_seconds = 60, pause_us = 1000 };

static int start(int number) {
  usleep(pause_us);
  const pid_t child = fork();
  if (child != 0) return child > 0;
  alarm(life_seconds);  // fork() has forgotten that of the parent
  setsid();
  if (number % 2 == 0) pause();
  sleep(1);
  _exit(0);
}

int main(void) {
  char question[4096];
  int alive = 0;
  alarm(life_seconds);
  if (fgets(question, sizeof question, stdin) == NULL) return 1;
  while (alive < alive_most && start(alive)) ++alive;
  printf("%s %d processes\n", alive == alive_most ? "I have all my" : "held at", alive);
  fflush(stdout);
  while (wait(NULL) > 0) start(1);
  return 0;
}
