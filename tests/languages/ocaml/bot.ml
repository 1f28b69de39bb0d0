let seed = int_of_string Sys.argv.(2) mod 225

let has line part =
  let size = String.length part in
  let rec from at = at + size <= String.length line && (String.sub line at size = part || from (at + 1)) in
  from 0

let rec point line n =
  let p = Printf.sprintf "(%d,%d)" (n / 15 mod 15) (n mod 15) in
  if has line ("(" ^ p ^ ",") then point line (n + 1) else p

let () =
  try
    while true do
      let line = input_line stdin in
      if has line "EXIT" then raise End_of_file;
      print_endline
        (match line.[0] with 'A' -> "(7,7) (0,0) (8,8)" | 'B' | 'C' -> "B" | _ -> point line seed)
    done
  with End_of_file -> ()
