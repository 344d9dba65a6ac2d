import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { conflictRules } from '#core/signals/conflicts.ts';
import { signalNames, signalResults, signalValues } from '#shared/model/signals.ts';

const text = readFileSync('docs/signals.md', 'utf8');

test('docs/signals.md names every signal, value and result', () => {
  for (const name of signalNames) {
    const row = text.split('\n').find(line => line.startsWith(`| \`${name}\` |`)) ?? '';
    if (name !== 'header') for (const value of signalValues[name]) expect(row).toContain(`\`${value}\``);
  }
  for (const result of signalResults) expect(text).toContain(`| \`${result}\` |`);
});

test('docs/signals.md lists the conflicts as they are', () => {
  const rows = text.split('\n').filter(line => /^\| `[a-z-]+` \| \d \|/.test(line));
  expect(rows).toEqual(conflictRules.map(({ id, rank, name }) => `| \`${id}\` | ${rank} | ${name} |`));
});
