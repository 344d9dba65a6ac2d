import type { Headers } from '#shared/model/fetch.ts';
import type { Failure } from './failures.ts';
import type { RawHead } from './lane.ts';
import { MAX_HEADER_LINES } from './limits.ts';

/** Overhead of `Name: value` on the wire: colon, space and line end. */
const LINE_OVERHEAD = 4;
/** `HTTP/1.1 200 ` and the line end. */
const STATUS_LINE_OVERHEAD = 15;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The head of a response. */
export interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  /** Size on the wire, in bytes. */
  readonly bytes: number;
  /** A redirect with a Location (RFC 9110 section 15.4). Its body is not shown anywhere. */
  readonly isRedirect: boolean;
  /** The values of Transfer-Encoding and Content-Encoding, joined by commas; '' for none. */
  readonly transferEncoding: string;
  readonly contentEncoding: string;
}

/** Reads the header lines as received, and picks out those that steer the exchange. Fails when there are too many or they are too large. */
export function readHead({ status, statusText, lines }: RawHead, maxBytes: number): Head | Failure {
  if (lines.length > MAX_HEADER_LINES * 2) {
    return {
      cause: 'header-too-large',
      detail: `The response has ${lines.length / 2} header lines; at most ${MAX_HEADER_LINES} are read.`,
    };
  }
  const headers: (readonly [string, string])[] = [];
  let bytes = STATUS_LINE_OVERHEAD + statusText.length;
  let hasLocation = false;
  let transferEncoding = '';
  let contentEncoding = '';
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = lines[index]!;
    const value = lines[index + 1]!;
    bytes += name.length + value.length + LINE_OVERHEAD;
    headers.push([name, value]);
    // Comparing lengths first saves most of the work.
    if (name.length === 8) hasLocation ||= value !== '' && name.toLowerCase() === 'location';
    else if (name.length === 16 && name.toLowerCase() === 'content-encoding') contentEncoding += `,${value}`;
    else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding')
      transferEncoding += (transferEncoding === '' ? '' : ', ') + value;
  }
  if (bytes > maxBytes)
    return { cause: 'header-too-large', detail: `The head of the response has ${bytes} bytes; at most ${maxBytes} are read.` };
  const isRedirect = REDIRECTS.has(status) && hasLocation;
  return { status, statusText, headers, bytes, isRedirect, transferEncoding, contentEncoding };
}
