import { expect, test } from 'vitest';
import { printed_command } from './command';

test('a command is for a shell', () => {
  expect(printed_command('show', ['my-contest'], ['--faults'])).toBe('hilltop show my-contest --faults');
  expect(printed_command('replay', ["it's me-kid:3", 'a=b'])).toBe("hilltop replay 'it'\\''s me-kid:3' a=b");
  expect(printed_command('show', ['', 'café', '=x'])).toBe("hilltop show '' 'café' '=x'");
});

test('a word that begins with a dash is no option', () => {
  expect(printed_command('show', ['-x'], ['--faults'])).toBe('hilltop show --faults -- -x');
});
