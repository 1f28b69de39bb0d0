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
