import { isSecretName, NOT_STORED, REDACTED, withoutUserinfo } from './redact.ts';

/** A request as a command of curl. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** The version of HTTP that answered; null: not recorded. */
  readonly httpVersion: string | null;
  readonly headers: readonly (readonly [string, string])[];
  /** Names of the headers that the user gave to the crawl: they may be keys to the site. */
  readonly own: readonly string[];
}

/** `posix`: sh, bash, zsh and the like. `cmd`: the command prompt of Windows. */
export type Shell = 'posix' | 'cmd';

export interface CurlCommand {
  readonly command: string;
  /** Headers that were sent and are left out: their values are or may be secrets, or they are no headers. */
  readonly leftOut: readonly string[];
}

/** curl makes these itself, from the address and the connection. */
const made: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']);
/** A header name (RFC 9110 section 5.6.2). curl would read a file for one that begins with `@`. */
const token = /^[!#$%&'*+.^`|~\w-]+$/;

/** One argument for sh (POSIX.1-2024, XCU 2.2.2): nothing is special between single quotes except the single quote. */
export const quotedForSh = (text: string): string =>
  /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/**
 * One argument for cmd.exe. The program reads `"…"` with `\"` for a quote, where backslashes before a quote count twice (rules of the C
 * runtime). cmd reads the line first: a caret takes the special meaning from the sign after it, also from the quotes, so that cmd
 * sees no quoted part at all. `%name%` at the prompt is not replaced where a caret is part of the name.
 */
export function quotedForCmd(text: string): string {
  const inQuotes = `"${text.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
  return inQuotes.replaceAll(/[()%!^"<>&|]/g, '^$&');
}

/**
 * The command that sends the same request, without secrets. Control characters, which no stored header has, are dropped. Null for what is
 * not an http or https URL: a hostile file could name an option of curl or another protocol.
 */
export function curlCommand({ method, url, httpVersion, headers, own }: CurlRequest, shell: Shell): CurlCommand | null {
  const address = withoutUserinfo(url).replaceAll(`${REDACTED}@`, '');
  if (!/^https?:\/\//i.test(address)) return null;
  const given = new Set(own.map(name => name.toLowerCase()));
  const quoted = shell === 'posix' ? quotedForSh : quotedForCmd;
  const leftOut: string[] = [];
  const args: string[] = [];
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    const isSecret = isSecretName(name) || given.has(lower) || value.includes(NOT_STORED) || value.includes(REDACTED);
    if (isSecret || !token.test(name)) leftOut.push(name);
    else if (lower === 'accept-encoding') args.push('--compressed');
    else if (!made.has(lower)) args.push(`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  if (method === 'HEAD') args.unshift('--head');
  else if (method !== 'GET') args.unshift(`-X ${quoted(method)}`);
  // Over TLS, curl offers HTTP/2 or not (RFC 9113 section 3.2), as the crawl did. Without TLS both speak HTTP/1.1.
  const version = httpVersion === '2' ? '--http2' : httpVersion === '1.1' ? '--http1.1' : null;
  if (version !== null && /^https:/i.test(address)) args.unshift(version);
  // Brackets and braces in an address are patterns to curl, and it would resolve dot segments again.
  const command = ['curl --globoff --path-as-is', ...args, `--url ${quoted(address)}`].join(' ');
  return { command: command.replaceAll(/[\0-\x1f\x7f]/g, ''), leftOut };
}
