\ It takes arguments for files, so next-arg takes them first.
variable seed   variable n
create line 8192 allot   variable size
create point 16 allot   variable length
: add ( addr u -- ) point length @ + swap dup length +! move ;
: add-number ( n -- ) 0 <# #s #> add ;
: make-point ( n -- ) 0 length ! s" (" add s" (" add
  dup 15 / 15 mod add-number s" ," add 15 mod add-number s" )," add ;
: taken? ( n -- f ) make-point line size @ point length @ search nip nip ;
: lay ( -- ) seed @ begin dup taken? while 1+ repeat drop point 1+ length @ 2 - type cr ;
: answer ( -- ) line c@ case
    [char] A of ." (7,7) (0,0) (8,8)" cr endof
    [char] B of ." B" cr endof
    [char] C of ." B" cr endof
    lay
  endcase stdout flush-file drop ;
: talk ( -- ) begin line 8192 stdin read-line throw swap size ! while
    line size @ s" EXIT" string-prefix? if exit then answer repeat ;
next-arg 2drop next-arg s>number drop 225 mod seed !
talk bye
