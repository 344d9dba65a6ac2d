import { figure } from '#shared/explain/figure.ts';
import { factsOf, type Trouble, tlsTrouble } from './failures.ts';
import type { GoAway } from './http2-watch.ts';
import { MAX_HEADER_LINES } from './limits.ts';

/** RFC 9113 section 7, by number. */
const CODES = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
] as const;

const REFUSED_STREAM = 7;
const ENHANCE_YOUR_CALM = 11;
export const HTTP_1_1_REQUIRED = 13;

const nameOf = (code: number): string => CODES[code] ?? `error ${code}`;

/** A rule of HTTP/2 that the server broke, as Node's client tells it. */
export interface LocalFault {
  /** The code of our own RST_STREAM. */
  readonly code: number;
  /** The parser's words; '' where only the stream ended. */
  readonly words: string;
  /** It was found inside header lines that go on in another frame. */
  readonly isInHead: boolean;
}

/** How a stream ended that is not complete. */
export interface StreamEnd {
  /** Its number; 0 if it never got one. */
  readonly stream: number;
  /** The code of the server's own RST_STREAM; null for none. */
  readonly reset: number | null;
  readonly goAway: GoAway | null;
  /** What our side found wrong; null for nothing. */
  readonly local: LocalFault | null;
  /** What ended the connection; null if it was closed. */
  readonly socketError: Error | null;
  /** Header lines had come. */
  readonly inBody: boolean;
}

/** What Node's client says of a stream that it ended, null where the server or the network ended it. */
export function localFault(error: Error | null, code: number, isInHead: boolean): LocalFault | null {
  const facts = factsOf(error);
  if (facts.code === 'ERR_HTTP2_ERROR') return { code, isInHead, words: facts.message };
  return facts.code === 'ERR_HTTP2_STREAM_ERROR' ? { code, isInHead: false, words: '' } : null;
}

/** A stream that ended without a complete response; those of HTTP/1.1 are in `exchangeTrouble`. */
export class StreamError extends Error {
  readonly trouble: Trouble;

  constructor(end: StreamEnd | Trouble) {
    super('the stream ended');
    this.trouble = 'cause' in end ? end : troubleOf(end);
  }
}

/** A request that Node's client refuses to send. */
export function notSent(error: unknown): StreamError {
  const { code, message } = factsOf(error);
  const detail = `The request cannot be sent over HTTP/2 (${code || message.slice(0, 200)}).`;
  return new StreamError({ cause: 'http-malformed', detail });
}

function troubleOf({ stream, reset, goAway, local, socketError, inBody }: StreamEnd): Trouble {
  const lost = (detail: string): Trouble => ({ cause: inBody ? 'body-truncated' : 'connection-lost', detail });
  if (reset === REFUSED_STREAM)
    return { cause: 'connection-lost', detail: 'The server refused the request before processing it (REFUSED_STREAM).' };
  if (reset === HTTP_1_1_REQUIRED)
    return {
      cause: 'connection-lost',
      detail: 'The server requires HTTP/1.1 (HTTP_1_1_REQUIRED). Further requests to this origin use it.',
    };
  if (reset !== null) return lost(`The server reset the stream before the response was complete (${nameOf(reset)}).`);
  if (goAway !== null && (local === null || goAway.lastStream < stream)) {
    const said = goAway.text === '' ? nameOf(goAway.code) : `${nameOf(goAway.code)}: ${goAway.text}`;
    if (goAway.lastStream < stream || stream === 0)
      return {
        cause: 'connection-lost',
        detail: `The server closed the connection before processing the request (GOAWAY, ${said}).`,
      };
    return lost(`The server closed the connection before the response was complete (GOAWAY, ${said}).`);
  }
  if (local?.code === ENHANCE_YOUR_CALM)
    return {
      cause: 'header-too-large',
      detail: `The response has more than ${figure(MAX_HEADER_LINES)} header lines, or its header lines are far larger than the limit.`,
    };
  if (local?.isInHead)
    return {
      cause: 'header-too-large',
      detail:
        'The header lines could not be read to their end: a line is too long, or they are not compressed as they should be.',
    };
  if (local !== null)
    return { cause: 'http-malformed', detail: `The response is not valid HTTP/2 (${local.words || nameOf(local.code)}).` };
  if (socketError !== null) {
    const { code = '' } = socketError as { readonly code?: string };
    return tlsTrouble(socketError) ?? lost(`The server reset the connection before the response was complete (${code}).`);
  }
  return lost(
    inBody ? 'The connection ended before the body was complete.' : 'The server closed the connection before responding.',
  );
}
