import { isoTime } from '../export/instant.ts';

const snake = (name: string): string => name.replace(/[A-Z]/g, c => `_${c.toLowerCase()}`);

/**
 * A value of the model as the command line prints it: keys in snake_case, and points in time (`startedAt`, `at`, `now`)
 * as ISO 8601 text, null for a number that is no time. Durations stay milliseconds.
 */
export function toOutput(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOutput);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      snake(key),
      typeof inner === 'number' && /(^at|At|^now)$/.test(key) ? isoTime(inner) : toOutput(inner),
    ]),
  );
}

export const jsonDocument = (value: unknown): string => `${JSON.stringify(toOutput(value), null, 2)}\n`;
