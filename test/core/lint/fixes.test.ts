import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/lint/catalogue.ts';
import type { Diagnostic, LintInput } from '#core/lint/diagnostic.ts';
import { applyEdits } from '#core/lint/edits.ts';
import { fixRobots } from '#core/lint/fix-robots.ts';
import { lintRobots } from '#core/lint/lint-robots.ts';
import { bytesOf } from '../robots/reading.ts';
import { examples } from './all-examples.ts';
import { inputOf } from './example.ts';

const found = ({ bytes, ...options }: LintInput): readonly Diagnostic[] => lintRobots(bytes, options).diagnostics;
const count = (of: readonly Diagnostic[], wanted: (each: Diagnostic) => boolean): number => of.filter(wanted).length;

/** Every fixture as written, with DOS line ends, after a byte-order mark, and without its last line end. */
function* variants(input: LintInput): Generator<LintInput> {
  yield input;
  const text = new TextDecoder().decode(input.bytes);
  if (!Buffer.from(bytesOf(text)).equals(Buffer.from(input.bytes)) || /\r/.test(text)) return;
  yield { ...input, bytes: bytesOf(text.replaceAll('\n', '\r\n')) };
  yield { ...input, bytes: bytesOf(`\ufeff${text}`) };
  yield { ...input, bytes: bytesOf(text.replace(/\n+$/, '')) };
}

const all = [...Object.entries(examples)].flatMap(([id, { fires, near }]) => [
  { name: id, input: inputOf(fires) },
  { name: `${id} (near)`, input: inputOf(near) },
]);

/** Fixtures of many thousand lines say nothing about fixes that shorter ones do not. */
const short = all.filter(({ input }) => input.bytes.length < 5_000);

describe('a fix', () => {
  test.each(short)('ends its diagnostic and brings no error: $name', ({ input }) => {
    for (const variant of variants(input)) {
      const before = found(variant);
      for (const each of before) {
        if (!each.fix) continue;
        const bytes = applyEdits(variant.bytes, each.fix.edits);
        const after = found({ ...variant, bytes });
        const where = `${each.id} ${each.line}:${each.column} of ${JSON.stringify(new TextDecoder().decode(variant.bytes))} gives ${JSON.stringify(new TextDecoder().decode(bytes))}`;
        const same = (other: Diagnostic): boolean => other.id === each.id;
        const there = after.some(other => same(other) && other.line === each.line && other.column === each.column);
        expect(!there || count(after, same) < count(before, same), where).toBe(true);
        const errors = (of: readonly Diagnostic[]): string[] => of.filter(other => other.severity === 'E').map(other => other.id);
        const known = new Set(errors(before));
        expect(
          errors(after).filter(id => !known.has(id)),
          where,
        ).toEqual([]);
        expect(errors(after).length, where).toBeLessThanOrEqual(errors(before).length);
      }
    }
  });

  test('has edits in order, apart and inside the file', () => {
    for (const { name, input } of all)
      for (const { id, fix } of found(input)) {
        let at = 0;
        for (const { start, end } of fix?.edits ?? []) {
          expect(start, `${id} in ${name}`).toBeGreaterThanOrEqual(at);
          expect(end, `${id} in ${name}`).toBeGreaterThanOrEqual(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(input.bytes.length);
      }
  });

  test('is what the catalogue says: safe, asking, or none', () => {
    const offered = new Map<string, Set<boolean>>();
    for (const { input } of all)
      for (const { id, fix } of found(input)) if (fix) offered.set(id, (offered.get(id) ?? new Set()).add(fix.safe));
    const said = catalogue.map(({ id, fixes }) => [id, fixes]);
    const seen = catalogue.map(({ id }) => {
      const kinds = offered.get(id);
      return [id, kinds === undefined ? null : kinds.has(true) ? 'safe' : 'asks'];
    });
    expect(said).toEqual(seen);
  });

  test('names bytes, not characters', () => {
    const input = { bytes: bytesOf('\ufeff# été\r\nUser-agent: *\r\nDisalow: /é\r\n') };
    const typo = found(input).find(each => each.id === 'K-TYPO');
    const mended = new TextDecoder('utf-8', { ignoreBOM: true }).decode(applyEdits(input.bytes, typo?.fix?.edits ?? []));
    expect(mended).toBe('\ufeff# été\r\nUser-agent: *\r\nDisallow: /é\r\n');
  });
});

describe('all safe fixes', () => {
  test.each(short)('come to an end and bring no error: $name', ({ input: { bytes, ...options } }) => {
    const fixed = fixRobots(bytes, options);
    const errors = (of: Uint8Array): number => count(lintRobots(of, options).diagnostics, each => each.severity === 'E');
    expect(errors(fixed.bytes)).toBeLessThanOrEqual(errors(bytes));
    expect(fixRobots(fixed.bytes, options).applied.size).toBe(0);
  });

  test('mend what is only misspelt and leave what the author must decide', () => {
    const text = 'Usr-agent: *\n  Disalow /a /b\nDISALLOW: /c # why\nDisallow: secret\n';
    const { bytes, applied } = fixRobots(bytesOf(text));
    expect(new TextDecoder().decode(bytes)).toBe(
      'User-agent: *\nDisallow: /a\nDisallow: /b\n# why\nDisallow: /c\nDisallow: secret\n',
    );
    expect([...applied.keys()]).toContain('K-TYPO');
  });
});
