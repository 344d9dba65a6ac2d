import { decideRobots } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import type { RobotsFile, RobotsVerdict } from '#shared/model/robots.ts';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Octets given as a string with one unit per octet. */
export const octets = (text: string): Uint8Array => Uint8Array.from(text, unit => unit.charCodeAt(0));

export const read = (text: string, dialect: Dialect): RobotsFile => parseRobots(bytesOf(text), dialect);

export const judge = (text: string, dialect: Dialect, agent: string, path: string): RobotsVerdict =>
  decideRobots(read(text, dialect), dialect, agent, path.startsWith('/') ? `http://site.test${path}` : path);

/**
 * A verdict as the tables of tests write it: letter, then the deciding line. `D2`: disallowed by line 2 of the file.
 * `A3`: allowed by line 3. `?3`: line 3 decides and the standard leaves the verdict open. Where no line decides, the
 * reason follows the letter: `A no-match`, `A no-group`.
 */
export function short(verdict: RobotsVerdict): string {
  const letter = verdict.allowed === null ? '?' : verdict.allowed ? 'A' : 'D';
  return verdict.reason === 'rule' ? `${letter}${verdict.line}` : `${letter} ${verdict.reason}`;
}
