set seed [expr {[lindex $argv 1] % 225}]
while {[gets stdin line] >= 0} {
  switch -glob -- $line {
    EXIT* break
    A* {set answer "(7,7) (0,0) (8,8)"}
    B* - C* {set answer B}
    default {
      set n $seed
      while {1} {
        set answer "([expr {$n / 15 % 15}],[expr {$n % 15}])"
        if {[string first "($answer," $line] < 0} break
        incr n
      }
    }
  }
  puts $answer
  flush stdout
}
