// Commands that a page shows, for its reader to give to a shell as they are. src/core/printed_command.hpp
// makes those of the program, in the same way.

function shell_word(text: string): string {
  return /^(?!=)[\w./+\-=,:@]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a command of the program. Arguments that begin with '-' make all of them follow the options. */
export function printed_command(name: string, words: readonly string[], options: readonly string[] = []): string {
  const typed = words.map(shell_word);
  const come_last = words.some((word) => word.startsWith('-'));
  return ['hilltop', name, ...(come_last ? [...options, '--', ...typed] : [...typed, ...options])].join(' ');
}
