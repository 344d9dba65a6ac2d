import { Http1Error } from './http1-failures.ts';
import type { WireRequest } from './lane.ts';

/** Of a path and of a method: no spaces and no control characters. */
const UNSENDABLE_PATH = /[^\x21-\xff]/;
/** RFC 9110 section 5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110 section 5.5. */
const UNSENDABLE_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

let lastHeaders: readonly string[] | null = null;
let lastText = '';

/** The header lines as text. Most requests have those of the one before. */
function textOf(headers: readonly string[]): string {
  if (headers === lastHeaders) return lastText;
  let text = '';
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at]!;
    const value = headers[at + 1]!;
    if (!NAME.test(name) || UNSENDABLE_VALUE.test(value))
      throw new Http1Error('unsendable', `invalid ${name.slice(0, 40)} header`);
    text += `${name}: ${value}\r\n`;
  }
  lastHeaders = headers;
  lastText = text;
  return text;
}

/** A request as its bytes, each a character. `closes`: the connection ends with the response. Throws where it cannot be sent. */
export function requestText(host: string, { method, path, headers, body }: WireRequest, closes: boolean): string {
  if (UNSENDABLE_PATH.test(path)) throw new Http1Error('unsendable', 'invalid request path');
  const start = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: ${closes ? 'close' : 'keep-alive'}\r\n`;
  if (body === undefined) return `${start + textOf(headers)}${method === 'POST' ? 'content-length: 0\r\n\r\n' : '\r\n'}`;
  const bytes = Buffer.from(body);
  return `${start + textOf(headers)}content-length: ${bytes.length}\r\n\r\n${bytes.toString('latin1')}`;
}
