program bot
  use iso_fortran_env, only: output_unit
  implicit none
  character(len=8192) :: line
  character(len=16) :: point, argument
  integer(8) :: seed, n
  integer :: status

  call get_command_argument(2, argument)
  read (argument, *) seed
  do
    read (*, '(a)', iostat=status) line
    if (status /= 0 .or. line(1:4) == 'EXIT') exit
    select case (line(1:1))
    case ('A')
      write (*, '(a)') '(7,7) (0,0) (8,8)'
    case ('B', 'C')
      write (*, '(a)') 'B'
    case default
      n = mod(seed, 225_8)
      do
        write (point, '("(",i0,",",i0,")")') mod(n / 15, 15_8), mod(n, 15_8)
        if (index(line, '(' // trim(point) // ',') == 0) exit
        n = n + 1
      end do
      write (*, '(a)') trim(point)
    end select
    flush (output_unit)
  end do
end program bot
