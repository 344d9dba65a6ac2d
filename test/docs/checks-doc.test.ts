import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { allChecks } from '#core/audit/checks.ts';

/** The generator is plain JavaScript, so that it needs no build; only these two names of it are used. */
const generator = (await import(join(resolve(import.meta.dirname, '../..'), 'scripts/docs/checks-doc.mjs'))) as {
  readonly CHECKS_FILE: string;
  checksDocument(): string;
};

test('docs/checks.md is what node scripts/docs/checks-doc.mjs writes', () => {
  expect(readFileSync(generator.CHECKS_FILE, 'utf8')).toBe(generator.checksDocument());
});

test('every check says all that a reader asks, and each id stands once', () => {
  const ids = allChecks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, name, trigger, why, fix, sources } of allChecks) {
    expect(id).toMatch(/^[a-z0-9]+\.[a-z0-9_]+$/);
    for (const text of [name, trigger, why, fix, ...sources]) expect(text.trim(), id).not.toBe('');
    for (const sentence of [trigger, why, fix]) expect(sentence, id).toMatch(/[.)]$/);
    expect(sources.length, id).toBeGreaterThan(0);
  }
});
