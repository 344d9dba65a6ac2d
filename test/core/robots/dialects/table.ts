import { expect, it } from 'vitest';
import { robotsAccess } from '#core/robots/access.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { judge } from '../reading.ts';

/** The rule that is shown; the file with `|` for line ends; the robot; the path; the verdict as `verdictText` writes it. */
export type Row = readonly [rule: string, file: string, agent: string, path: string, expected: string];

/** `D2`, `A3`, `?2` with the deciding line; `A` with the reason where no line decided; followed by a dialect's own ending. */
export function verdictText(file: string, dialect: Dialect, agent: string, path: string): string {
  const { allowed, line, reason, special } = judge(file.replaceAll('|', '\n'), dialect, agent, path);
  const letter = allowed === null ? '?' : allowed ? 'A' : 'D';
  return [`${letter}${line === 0 ? '' : line}`, ...(special ? [special] : line === 0 ? [reason] : [])].join(' ');
}

/** One test per row. */
export function plays(id: string, rows: readonly Row[]): void {
  const dialect = dialectById(id) as Dialect;
  it.each(rows)('%s', (_rule, file, agent, path, expected) => {
    expect(verdictText(file, dialect, agent, path)).toBe(expected);
  });
}

/** What the dialect makes of 401, 404, 429, 503, a redirect that leads nowhere and a lost connection, and its cache in seconds. */
export function fetches(
  id: string,
  expected: readonly [
    forbidden: string,
    missing: string,
    busy: string,
    broken: string,
    lost: string,
    gone: string,
    cache: number | null,
  ],
): void {
  const dialect = dialectById(id) as Dialect;
  const of = (status: number): string => robotsAccess({ kind: 'status', status }, dialect).meaning;
  it('reads the outcome of the fetch', () => {
    expect([
      of(401),
      of(404),
      of(429),
      of(503),
      robotsAccess({ kind: 'too-many-redirects' }, dialect).meaning,
      robotsAccess({ kind: 'network', cause: 'dns' }, dialect).meaning,
      dialect.cacheFor.value,
    ]).toEqual(expected);
  });
}
