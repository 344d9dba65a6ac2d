import type { Headers } from './model/fetch.ts';

/**
 * The only readers of headers by name. Names have no case (RFC 9110 section 5.1), and `name` is in lower case here; a header can be there
 * several times (section 5.3).
 */

/** Value of the first header with the name; null without one. */
export const headerValue = (headers: Headers, name: string): string | null =>
  headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? null;

/** Values of all headers with the name, as sent. */
export const headerValues = (headers: Headers, name: string): readonly string[] =>
  headers.flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : []));

/** Place of the first header with the name, -1 without one. */
export const headerIndex = (headers: Headers, name: string): number => headers.findIndex(([each]) => each.toLowerCase() === name);
