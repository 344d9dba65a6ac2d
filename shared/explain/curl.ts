import { NOT_STORED, REDACTED, withoutUserinfo } from './redact.ts';

/** A request as a command of curl. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** `posix`: sh, bash, zsh and the like. `cmd`: the command prompt of Windows. */
export type Shell = 'posix' | 'cmd';

export interface CurlCommand {
  readonly command: string;
  /** Headers that were sent and are left out: their values are secrets. */
  readonly leftOut: readonly string[];
}

/** curl makes these itself, from the address and the connection. */
const made: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']);
const secret: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** One argument for sh (POSIX.1-2024, XCU 2.2.2): nothing is special between single quotes except the single quote. */
export const quotedForSh = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/**
 * One argument for cmd.exe. The program reads `"…"` with `\"` for a quote, where backslashes before a quote count twice (rules of the C
 * runtime). cmd reads the line first: a caret takes the special meaning from the sign after it, also from the quotes, so that cmd
 * sees no quoted part at all. `%name%` at the prompt is not replaced where a caret is part of the name.
 */
export function quotedForCmd(text: string): string {
  const inQuotes = `"${text.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
  return inQuotes.replaceAll(/[()%!^"<>&|]/g, '^$&');
}

/** The command that sends the same request, without secrets. Control characters, which no stored header has, are dropped. */
export function curlCommand({ method, url, headers }: CurlRequest, shell: Shell): CurlCommand {
  const quoted = shell === 'posix' ? quotedForSh : quotedForCmd;
  const leftOut: string[] = [];
  const args: string[] = [];
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (secret.has(lower) || value.includes(NOT_STORED) || value.includes(REDACTED)) leftOut.push(name);
    else if (lower === 'accept-encoding') args.push('--compressed');
    else if (!made.has(lower)) args.push(`-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  if (method === 'HEAD') args.unshift('--head');
  else if (method !== 'GET') args.unshift(`-X ${quoted(method)}`);
  const plain = withoutUserinfo(url);
  // Brackets and braces in an address are patterns to curl, and it would resolve dot segments again.
  const command = ['curl --globoff --path-as-is', ...args, quoted(plain.replaceAll(`${REDACTED}@`, ''))].join(' ');
  return { command: command.replaceAll(/[\0-\x1f\x7f]/g, ''), leftOut };
}
