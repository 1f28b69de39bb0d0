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
