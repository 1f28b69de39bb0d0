"""Bots of Gomoku without an SDK, in each language of the table in docs/other-languages.md that is
installed: built by the arena, and without a fault. In CI three of them, and all with
HILLTOP_LINE_LANGUAGES=all."""

import os
import re
import shutil
import unittest

from program import HOME, hilltop, scratch

# By language: the programs it needs, the source file, meta's command and arguments, the build and the
# source. Each lays the first free stone, counted from a point that follows from the seed.
BOTS = {
    "awk (mawk)": (["mawk"], "bot.awk", "mawk", "-W interactive -f bot.awk", "", r'''
BEGIN { seed = ARGV[2] % 225; ARGC = 1 }
/^EXIT/ { exit }
/^A/ { print "(7,7) (0,0) (8,8)"; fflush(); next }
/^[BC]/ { print "B"; fflush(); next }
{
  for (n = seed; ; n++) {
    p = "(" int(n / 15) % 15 "," n % 15 ")"
    if (!index($0, "(" p ",")) break
  }
  print p; fflush()
}
'''),
    "Haskell": (["ghc"], "bot.hs", "./bot", "", "ghc -O1 -o bot bot.hs", r'''
import Data.List (isInfixOf)
import System.Environment (getArgs)
import System.IO

answer :: Int -> String -> String
answer _ ('A' : _) = "(7,7) (0,0) (8,8)"
answer _ ('B' : _) = "B"
answer _ ('C' : _) = "B"
answer seed line = head [p | n <- [seed ..], let p = point n, not (("(" ++ p ++ ",") `isInfixOf` line)]
  where point n = "(" ++ show (n `div` 15 `mod` 15) ++ "," ++ show (n `mod` 15) ++ ")"

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  [_, seed] <- getArgs
  asked <- getContents
  mapM_ (putStrLn . answer (read seed `mod` 225)) (takeWhile ((/= "EXIT") . take 4) (lines asked))
'''),
    "Racket": (["racket"], "bot.rkt", "racket", "bot.rkt", "", r'''
#lang racket/base
(require racket/string)
(define seed (string->number (vector-ref (current-command-line-arguments) 1)))
(define (point n line)
  (define p (format "(~a,~a)" (modulo (quotient n 15) 15) (modulo n 15)))
  (if (string-contains? line (string-append "(" p ",")) (point (+ n 1) line) p))
(for ([line (in-lines)] #:break (string-prefix? line "EXIT"))
  (displayln (case (string-ref line 0)
               [(#\A) "(7,7) (0,0) (8,8)"]
               [(#\B #\C) "B"]
               [else (point seed line)]))
  (flush-output))
'''),
    "Pascal": (["fpc"], "bot.pas", "./bot", "", "fpc -O2 bot.pas", r'''
{$H+}
uses SysUtils;
var line, p: string; seed, n: longint;
begin
  seed := StrToInt64(ParamStr(2)) mod 225;
  while not eof do begin
    readln(line);
    if copy(line, 1, 4) = 'EXIT' then break;
    case line[1] of
      'A': p := '(7,7) (0,0) (8,8)';
      'B', 'C': p := 'B';
    else
      n := seed;
      repeat
        p := Format('(%d,%d)', [n div 15 mod 15, n mod 15]);
        inc(n)
      until pos('(' + p + ',', line) = 0
    end;
    writeln(p); flush(output)
  end
end.
'''),
    "Perl": (["perl"], "bot.pl", "perl", "bot.pl", "", r'''
$| = 1;
my $seed = $ARGV[1] % 225;
while (<STDIN>) {
  last if /^EXIT/;
  if (/^A/) { print "(7,7) (0,0) (8,8)\n" } elsif (/^[BC]/) { print "B\n" } else {
    my ($n, $p) = ($seed);
    do { $p = sprintf "(%d,%d)", $n / 15 % 15, $n % 15; $n++ } while index($_, "($p,") >= 0;
    print "$p\n";
  }
}
'''),
    "Scala": (["scalac", "java"], "Bot.scala", "java",
              "-XX:TieredStopAtLevel=1 -cp bot.jar:/usr/share/java/scala-library.jar Bot",
              "scalac -d bot.jar Bot.scala", r'''
object Bot {
  def main(arguments: Array[String]): Unit = {
    val seed = arguments(1).toInt % 225
    for (line <- io.Source.stdin.getLines.takeWhile(!_.startsWith("EXIT"))) println(line.head match {
      case 'A' => "(7,7) (0,0) (8,8)"
      case 'B' | 'C' => "B"
      case _ => Iterator.from(seed).map(n => s"(${n / 15 % 15},${n % 15})").find(p => !line.contains(s"($p,")).get
    })
  }
}
'''),
}


IN_CI = ("awk (mawk)", "Haskell", "Scala")


class LineLanguages(unittest.TestCase):
    def plays(self, language):
        programs, source, command, arguments, build, text = BOTS[language]
        missing = [each for each in programs if not shutil.which(each, path="/usr/bin:/bin")]
        if missing:
            self.skipTest(f"{language} needs {', '.join(missing)}")
        bot = scratch(self) / "bot"
        bot.mkdir()
        (bot / source).write_text(text.lstrip())
        (bot / "meta").write_text(f"Lines\n{command}\n{arguments}\n1\n")
        toml = 'game = "gomoku"\n' + (f'build = "{build}"\n' if build else "")
        (bot / "bot.toml").write_text(toml)
        done = hilltop("check", bot, "--games", 20, "--set", "start_ms=60000", "--set", "move_ms=20000")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("Lines may compete", done.stdout)

    def test_the_table_has_each(self):
        text = (HOME / "docs/other-languages.md").read_text()
        table = text[text.index("| without an SDK |"):].split("\n\n")[0]
        self.assertEqual(re.findall(r"(?m)^\| ([A-Z]\w+|awk \(mawk\)) ", table), list(BOTS))


for each in BOTS if os.environ.get("HILLTOP_LINE_LANGUAGES") == "all" else IN_CI:
    name = re.sub(r"\W+", "_", each.lower()).strip("_")
    setattr(LineLanguages, f"test_{name}", lambda self, language=each: self.plays(language))

if __name__ == "__main__":
    unittest.main()
