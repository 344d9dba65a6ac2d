import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ReasonCode, reasonCodes, reasons } from '#shared/explain/reasons.ts';

const root = resolve(import.meta.dirname, '../..');

/** The generator is plain JavaScript, so that it needs no build; only these two names of it are used. */
const generator = (await import(join(root, 'scripts/docs/reasons-doc.mjs'))) as {
  readonly REASONS_FILE: string;
  reasonsDocument(): string;
};

/** The row of one reason, split into its cells; a `\|` is no separator. */
const cellsOf = (page: string, code: string): string[] =>
  page
    .split('\n')
    .filter(line => line.startsWith(`| \`${code}\` |`))
    .flatMap(line => line.slice(2, -2).split(/ (?<!\\)\| /));

const advicesOf = (code: ReasonCode): string[] => {
  const { advice } = reasons[code];
  return typeof advice === 'string' ? [advice] : Object.values(advice);
};

describe('docs/reasons.md', () => {
  it('is what node scripts/docs/reasons-doc.mjs writes', () => {
    expect(readFileSync(generator.REASONS_FILE, 'utf8')).toBe(generator.reasonsDocument());
  });

  it('has one row for every reason, with all that the list says about it', () => {
    const page = readFileSync(generator.REASONS_FILE, 'utf8');
    for (const code of reasonCodes) {
      const { verdict, title, sentence, evidence, setting, source } = reasons[code];
      const written = [verdict, title, sentence, evidence].map(text => text.replaceAll('|', '\\|').replaceAll('<', '&lt;'));
      const cells = cellsOf(page, code);
      expect(cells.slice(0, 5), code).toEqual([`\`${code}\``, ...written]);
      expect(cells[5]?.split(' ')[0], code).toBe(setting?.name ?? '–');
      for (const text of advicesOf(code)) expect(cells[6], code).toContain(text.replaceAll('<', '&lt;'));
      expect(cells.slice(7), code).toEqual([source]);
    }
  });

  it('puts every reason under the heading of its stage', () => {
    const stages = readFileSync(generator.REASONS_FILE, 'utf8').split(/^## /m).slice(1);
    for (const section of stages) {
      const stage = section.slice(0, section.indexOf(':')).toLowerCase();
      const codes = [...section.matchAll(/^\| `([^`]+)`/gm)].map(match => match[1] ?? '');
      expect(codes, stage).toEqual(reasonCodes.filter(code => reasons[code].stage === stage));
    }
    expect(stages).toHaveLength(5);
  });
});
