with Ada.Command_Line, Ada.Strings.Fixed, Ada.Strings.Unbounded, Ada.Text_IO;
use Ada.Strings.Fixed, Ada.Strings.Unbounded, Ada.Text_IO;

procedure Bot is
   Seed : constant Long_Long_Integer := Long_Long_Integer'Value (Ada.Command_Line.Argument (2)) mod 225;

   function Image (Number : Long_Long_Integer) return String is
     (Ada.Strings.Fixed.Trim (Number'Image, Ada.Strings.Both));

   --  Get_Line would wait for more after a line of exactly 500 characters, or a multiple.
   function Next_Line return String is
      Line : Unbounded_String;
      Letter : Character;
   begin
      loop
         Get_Immediate (Letter);
         exit when Letter = ASCII.LF;
         Append (Line, Letter);
      end loop;
      return To_String (Line);
   end Next_Line;

   function Point (Line : String) return String is
      N : Long_Long_Integer := Seed;
   begin
      loop
         declare
            P : constant String := "(" & Image (N / 15 mod 15) & "," & Image (N mod 15) & ")";
         begin
            if Index (Line, "(" & P & ",") = 0 then
               return P;
            end if;
         end;
         N := N + 1;
      end loop;
   end Point;
begin
   loop
      declare
         Line : constant String := Next_Line;
      begin
         exit when Head (Line, 4) = "EXIT";
         case Line (Line'First) is
            when 'A' => Put_Line ("(7,7) (0,0) (8,8)");
            when 'B' | 'C' => Put_Line ("B");
            when others => Put_Line (Point (Line));
         end case;
         Flush;
      end;
   end loop;
exception
   when End_Error => null;
end Bot;
