int main(int count, array(string) arguments) {
  int seed = (int) arguments[2] % 225;
  string line;
  while ((line = Stdio.stdin->gets()) && !has_prefix(line, "EXIT")) {
    string answer = "B";
    if (line[0] == 'A') {
      answer = "(7,7) (0,0) (8,8)";
    } else if (line[0] != 'B' && line[0] != 'C') {
      int n = seed;
      do {
        answer = sprintf("(%d,%d)", n / 15 % 15, n % 15);
        n++;
      } while (has_value(line, "(" + answer + ","));
    }
    write(answer + "\n");
  }
}
