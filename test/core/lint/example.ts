import { expect, test } from 'vitest';
import type { Diagnostic, LintInput } from '#core/lint/diagnostic.ts';
import { applyEdits } from '#core/lint/edits.ts';
import { lintRobots } from '#core/lint/lint-robots.ts';
import { bytesOf } from '../robots/reading.ts';

export type Written = string | Uint8Array | LintInput;

/** `fires`: a file in which the check finds something, `near`: one that looks like it and is fine. */
export interface Example {
  readonly fires: Written;
  readonly near: Written;
  /** Line of the first finding. */
  readonly line?: number;
  /** What the first fix turns the line into. */
  readonly fixed?: string;
}
export type Examples = Readonly<Record<string, Example>>;

export const inputOf = (written: Written): LintInput =>
  typeof written === 'string' ? { bytes: bytesOf(written) } : written instanceof Uint8Array ? { bytes: written } : written;

export function lint(written: Written): readonly Diagnostic[] {
  const { bytes, ...options } = inputOf(written);
  return lintRobots(bytes, options).diagnostics;
}
export const idsIn = (written: Written): string[] => lint(written).map(each => each.id);

/** One test for each example. */
export function testExamples(examples: Examples): void {
  test.each(Object.entries(examples))('%s fires on its example and not on the near miss', (id, { fires, near, line, fixed }) => {
    const found = lint(fires).filter(each => each.id === id);
    expect(found.length, `${id} on its example; found ${idsIn(fires).join(' ')}`).toBeGreaterThan(0);
    expect(idsIn(near)).not.toContain(id);
    const [first] = found;
    if (line !== undefined) expect(first?.line).toBe(line);
    if (fixed !== undefined && first) {
      const mended = new TextDecoder().decode(applyEdits(inputOf(fires).bytes, first.fix?.edits ?? [])).split(/\r\n|\r|\n/);
      expect(
        mended
          .slice(first.line - 1)
          .join('\n')
          .startsWith(`${fixed}\n`),
        mended.join('\n'),
      ).toBe(true);
    }
  });
}

/** Lines of a group for everybody, then a Sitemap. */
export const forAll = (...lines: readonly string[]): string =>
  `User-agent: *\n${lines.map(line => `${line}\n`).join('')}\nSitemap: https://e.com/s.xml\n`;
