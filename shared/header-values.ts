import type { Headers } from './model/fetch.ts';

/**
 * The only readers of headers by name. Names have no case (RFC 9110 section 5.1), and `name` is in lower case here; a header can be there
 * several times (section 5.3).
 */

/** Whether a header name is `lower`. The length is compared first: it differs for most headers, so few are lower-cased. */
export const isNamed = (name: string, lower: string): boolean => name.length === lower.length && name.toLowerCase() === lower;

/** Whether a header has the name. */
export const isHeaderNamed = ([own]: Headers[number], name: string): boolean => isNamed(own, name);

/** Value of the first header with the name; null without one. */
export const headerValue = (headers: Headers, name: string): string | null =>
  headers.find(header => isHeaderNamed(header, name))?.[1] ?? null;

/** Values of all headers with the name, as sent. */
export const headerValues = (headers: Headers, name: string): readonly string[] =>
  headers.filter(header => isHeaderNamed(header, name)).map(header => header[1]);

/** Place of the first header with the name, -1 without one. */
export const headerIndex = (headers: Headers, name: string): number => headers.findIndex(header => isHeaderNamed(header, name));
