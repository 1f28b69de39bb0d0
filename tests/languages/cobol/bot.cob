identification division.
program-id. bot.
data division.
working-storage section.
01 line-in pic x(8192).
01 kind redefines line-in pic x.
01 argument pic x(20).
01 seed pic 9(18).
01 n pic 9(18).
01 quotient pic 9(18).
01 rest pic 99.
01 x pic z9.
01 y pic z9.
01 point pic x(8).
01 taken pic x(10).
01 seen pic 9(4).
procedure division.
  display 2 upon argument-number
  accept argument from argument-value
  move function numval(argument) to seed
  perform until exit
    move "EXIT" to line-in
    accept line-in
    if line-in(1:4) = "EXIT" exit perform end-if
    evaluate kind
      when "A" display "(7,7) (0,0) (8,8)"
      when "B" display "B"
      when "C" display "B"
      when other perform lay
    end-evaluate
  end-perform
  stop run.
lay.
  move function mod(seed, 225) to n
  move 1 to seen
  perform until seen = 0
    divide n by 15 giving quotient remainder rest
    move rest to y
    move function mod(quotient, 15) to x
    move spaces to point
    string "(" function trim(x) "," function trim(y) ")" delimited by size into point
    move 0 to seen
    move spaces to taken
    string "(" function trim(point) "," delimited by size into taken
    inspect line-in tallying seen for all function trim(taken)
    add 1 to n
  end-perform
  display function trim(point).
