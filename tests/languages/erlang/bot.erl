%% The first line of a script of escript is left out.
main([_, Seed]) -> talk(list_to_integer(Seed) rem 225).

talk(Seed) ->
    case io:get_line("") of
        eof -> ok;
        "EXIT" ++ _ -> ok;
        Line -> io:put_chars([answer(Line, Seed), "\n"]), talk(Seed)
    end.

answer("A" ++ _, _) -> "(7,7) (0,0) (8,8)";
answer("B" ++ _, _) -> "B";
answer("C" ++ _, _) -> "B";
answer(Line, N) ->
    Point = io_lib:format("(~b,~b)", [N div 15 rem 15, N rem 15]),
    case string:find(Line, ["(", Point, ","]) of
        nomatch -> Point;
        _ -> answer(Line, N + 1)
    end.
