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
