seed = ARGV[1].to_i64 % 225
while (line = gets) && !line.starts_with?("EXIT")
  case line[0]
  when 'A'      then puts "(7,7) (0,0) (8,8)"
  when 'B', 'C' then puts "B"
  else
    n = seed
    while line.includes?("((#{n // 15 % 15},#{n % 15}),")
      n += 1
    end
    puts "(#{n // 15 % 15},#{n % 15})"
  end
  STDOUT.flush
end
