import std.algorithm, std.conv, std.format, std.stdio;

void main(string[] arguments) {
    const seed = arguments[2].to!long % 225;
    foreach (line; stdin.byLine) {
        if (line.startsWith("EXIT")) break;
        if (line[0] == 'A') writeln("(7,7) (0,0) (8,8)");
        else if (line[0] == 'B' || line[0] == 'C') writeln("B");
        else
            for (long n = seed;; ++n) {
                const point = format("(%d,%d)", n / 15 % 15, n % 15);
                if (line.canFind("(" ~ point ~ ",")) continue;
                writeln(point);
                break;
            }
        stdout.flush();
    }
}
