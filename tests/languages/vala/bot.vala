int main(string[] arguments) {
    var seed = int64.parse(arguments[2]) % 225;
    for (var line = stdin.read_line(); line != null && !line.has_prefix("EXIT"); line = stdin.read_line()) {
        var answer = "B";
        if (line[0] == 'A') {
            answer = "(7,7) (0,0) (8,8)";
        } else if (line[0] != 'B' && line[0] != 'C') {
            var n = (int) seed;
            do {
                answer = "(%d,%d)".printf(n / 15 % 15, n % 15);
                n++;
            } while (("(" + answer + ",") in line);
        }
        stdout.printf("%s\n", answer);
        stdout.flush();
    }
    return 0;
}
