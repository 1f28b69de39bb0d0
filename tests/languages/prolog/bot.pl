:- initialization(main, main).

main([_, Text]) :- number_codes_mod(Text, Seed), talk(Seed).

number_codes_mod(Text, Seed) :- atom_number(Text, Number), Seed is Number mod 225.

talk(Seed) :-
    read_line_to_string(user_input, Line),
    (   ( Line == end_of_file ; string_concat("EXIT", _, Line) ) -> true
    ;   sub_string(Line, 0, 1, _, Kind), answer(Kind, Line, Seed, Answer),
        writeln(Answer), flush_output, talk(Seed)
    ).

answer("A", _, _, "(7,7) (0,0) (8,8)") :- !.
answer("B", _, _, "B") :- !.
answer("C", _, _, "B") :- !.
answer(Kind, Line, N, Answer) :-
    X is N // 15 mod 15, Y is N mod 15,
    format(string(Taken), "((~d,~d),", [X, Y]),
    (   sub_string(Line, _, _, _, Taken) -> M is N + 1, answer(Kind, Line, M, Answer)
    ;   format(string(Answer), "(~d,~d)", [X, Y])
    ).
