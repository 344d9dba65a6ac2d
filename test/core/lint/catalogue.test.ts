import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/lint/catalogue.ts';
import { lintRobots } from '#core/lint/lint-robots.ts';
import { examples } from './all-examples.ts';
import { idsIn, lint } from './example.ts';

describe('the catalogue', () => {
  test('names every check once, and each has an example that fires and a near miss', () => {
    const ids = catalogue.map(check => check.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(examples).sort()).toEqual([...ids].sort());
  });
  test('says in sentences why, and what to do', () => {
    for (const { id, why, fix } of catalogue) {
      expect(why, id).toMatch(/^[A-Z#].{20,}\.$/);
      if (fix !== null) expect(fix, id).toMatch(/^[A-Z].*[^.]$/);
    }
  });
});

describe('a file without a fault', () => {
  test('has no diagnostics at all', () => {
    expect(idsIn('# Welcome\nUser-agent: *\nDisallow: /search/\n\nSitemap: https://e.com/sitemap.xml\n')).toEqual([]);
  });
});

test('diagnostics come in file order, places count from 1 and lie within the line', () => {
  for (const { fires } of Object.values(examples)) {
    let before = 0;
    for (const { line, column, endColumn, message } of lint(fires)) {
      expect(line).toBeGreaterThanOrEqual(before);
      expect(message).not.toMatch(/undefined|\.$/);
      if (line > 0) expect(column).toBeGreaterThan(0);
      expect(endColumn).toBeGreaterThanOrEqual(column);
      before = line;
    }
  }
});

test('any bytes are taken', () => {
  let state = 7;
  const next = (): number => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16;
  const alphabet = [...new TextEncoder().encode('User-agent: *\nDisallow: /a*$#%?\r\n\t '), 0, 0xff, 0xc3, 0xe2, 0x80];
  for (let round = 0; round < 300; round += 1) {
    const bytes = Uint8Array.from({ length: next() % 200 }, () => alphabet[next() % alphabet.length] ?? 0);
    expect(() => lint(bytes)).not.toThrow();
  }
});

test('only the named diagnostics are looked for', () => {
  const bytes = new TextEncoder().encode('User-agent: *\nDisalow: /a\nDisallow: b\n');
  const report = lintRobots(bytes, { only: new Set(['K-TYPO', 'C-SPLIT']) });
  expect(report.diagnostics.map(({ id }) => id)).toEqual(['K-TYPO']);
  expect(report.notChecked.map(({ id }) => id)).toEqual(['C-SPLIT']);
  expect(report.checked).toBe(1);
});
