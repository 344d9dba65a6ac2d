import { expect, test } from 'vitest';
import { entries } from '#cli/registry.ts';
import { cliVerbs } from '#shared/cli-verbs.ts';

test('the installed program knows the first word of every command', () => {
  const commands = new Set(entries.map(entry => entry.name.split(' ')[0]));
  expect(new Set([...cliVerbs].filter(verb => verb !== 'help' && !verb.startsWith('--')))).toEqual(commands);
});
