import { NOT_STORED } from '#shared/explain/redact.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import {
  type CredentialUse,
  credentialKey,
  longestHeaderName,
  longestHeaderValue,
  longestOrigin,
  mostCredentials,
  mostHeaders,
  type OwnHeader,
  plainOrigin,
} from '#shared/model/credentials.ts';
import type { Headers } from '#shared/model/fetch.ts';

/** A header name (RFC 9110 section 5.1 and 5.6.2). */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** A header value: printable ASCII, spaces and tabs inside (RFC 9110 section 5.5). */
const fieldValue = /^[\t\x20-\x7e]*$/;

/** Headers that carry secrets: their values are given as credentials, never as settings. */
const secretNames: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Headers that Crawlscope or the connection writes. A second line would contradict the first. */
const fixedNames: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
  'content-length',
  'content-type',
  'content-encoding',
  'accept',
  'accept-encoding',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
]);

/** Whether a header's value is a secret, so that it must not be a setting. */
export const isSecretHeader = (name: string): boolean => secretNames.has(name.toLowerCase());

const isOrigin = (text: string): boolean =>
  text.length <= longestOrigin && URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;

/** Why a header line cannot be sent, '' if it can. Never quotes the value. */
export function ownHeaderProblem({ origin, name, value }: OwnHeader): string {
  const shown = name.slice(0, longestHeaderName);
  if (origin !== '' && !isOrigin(origin))
    return `“${origin.slice(0, longestOrigin)}” is not an origin. Write it like https://example.com.`;
  if (name.length > longestHeaderName || !token.test(name))
    return `“${shown}” is not a header name. Write a header like Name: value.`;
  if (isSecretHeader(name))
    return `${shown} is a secret and would be stored in the crawl file. Give it as a credential instead (command line: --auth).`;
  if (name.toLowerCase() === 'user-agent') return 'Change the user agent in its own setting (command line: --user-agent).';
  if (fixedNames.has(name.toLowerCase())) return `Crawlscope writes the header ${shown} itself.`;
  if (value.length > longestHeaderValue) return `The value of ${shown} is longer than ${longestHeaderValue} characters.`;
  return fieldValue.test(value) ? '' : `The value of ${shown} may contain only printable ASCII characters.`;
}

type Requests = Pick<CrawlSettings, 'headers' | 'credentials' | 'login' | 'proxy' | 'untrustedHosts'>;

/** Setting → what is wrong with the headers and credentials of a crawl. Empty if nothing is. */
export function ownHeaderProblems(settings: Requests): Record<string, string> {
  const { headers } = settings;
  const problems: Record<string, string> = {};
  const wrong = headers.map(ownHeaderProblem).find(problem => problem !== '');
  if (headers.length > mostHeaders) problems['headers'] = `At most ${mostHeaders} headers.`;
  else if (wrong !== undefined) problems['headers'] = wrong;
  const used = credentialsProblem(settings);
  if (used !== '') problems['credentials'] = used;
  return problems;
}

/** What is wrong with the credentials of a crawl, '' for nothing. */
function credentialsProblem({ credentials, login, proxy, untrustedHosts }: Requests): string {
  if (credentials.length > mostCredentials) return `At most ${mostCredentials} credentials.`;
  const wrong = credentials.find(({ origin }) => !isOrigin(origin));
  if (wrong) return `“${wrong.origin.slice(0, longestOrigin)}” is not an origin. Write it like https://example.com.`;
  if (new Set(credentials.map(credentialKey)).size < credentials.length) return 'A credential is given twice.';
  const both = credentials.find(
    ({ kind, origin }) => kind === 'basic' && credentials.some(other => other.kind === 'bearer' && other.origin === origin),
  );
  if (both) return `${both.origin} can get Basic or Bearer, not both: a request has one Authorization header.`;
  const plain = credentials.find(({ kind, origin }) => kind === 'certificate' && !origin.startsWith('https:'));
  if (plain) return `A client certificate needs https, and ${plain.origin} is not.`;
  const stray = credentials.find(({ kind, origin }) => kind === 'proxy' && (proxy === '' || origin !== plainOrigin(proxy)));
  if (stray) return `${stray.origin} is not the proxy of this crawl.`;
  const logins = credentials.filter(({ kind }) => kind === 'login');
  const loginOrigin = login === null ? '' : plainOrigin(login.url);
  if (login !== null && (!isOrigin(loginOrigin) || login.fields.length === 0))
    return `“${login.url.slice(0, longestOrigin)}” is not the URL of a login page. Write it like https://example.com/login.`;
  if (logins.length > 1 || logins.some(({ origin }) => origin !== loginOrigin) || (login !== null && logins.length === 0))
    return 'A login form needs one credential of its own origin.';
  if (login !== null && credentials.some(({ kind, origin }) => kind === 'cookie' && origin === loginOrigin))
    return `${loginOrigin} can get cookies of a login or cookies of yours, not both.`;
  const untrusted = credentials.find(
    ({ origin }) => origin.startsWith('https:') && untrustedHosts.includes(new URL(origin).hostname),
  );
  return untrusted
    ? `No credential is sent to ${untrusted.origin}, because its certificate is not verified. Remove one of the two.`
    : '';
}

/** What the journal says instead of a secret. */
export const notStored = NOT_STORED;

const none: Headers = [];

/** Header lines by origin. */
export type HeadersOf = (origin: string) => Headers;

/**
 * The header lines that a crawl sends to an origin besides the usual ones (see `requestHeaders`). `line` gives the value of a credential's
 * line. The result is the same array for the same origin.
 */
export function ownHeadersBy(
  settings: Pick<CrawlSettings, 'seeds' | 'headers' | 'credentials'>,
  line: (use: CredentialUse) => string,
): HeadersOf {
  const { headers, credentials } = settings;
  if (headers.length === 0 && credentials.length === 0) return () => none;
  const starts = new Set(headers.some(({ origin }) => origin === '') ? settings.seeds.map(seed => new URL(seed).origin) : []);
  const known = new Map<string, Headers>();
  const made = (origin: string): Headers => [
    ...headers
      .filter(header => (header.origin === '' ? starts.has(origin) : header.origin === origin))
      .map(({ name, value }) => [name.toLowerCase(), value] as const),
    ...credentials
      .filter(use => use.origin === origin && use.kind !== 'certificate' && use.kind !== 'proxy')
      .map(use => [use.kind === 'cookie' || use.kind === 'login' ? 'cookie' : 'authorization', line(use)] as const),
  ];
  const isNamed = (origin: string): boolean =>
    starts.has(origin) || headers.some(each => each.origin === origin) || credentials.some(each => each.origin === origin);
  return origin => {
    if (!isNamed(origin)) return none;
    const lines = known.get(origin) ?? made(origin);
    known.set(origin, lines);
    return lines;
  };
}

const schemeWords = { basic: 'Basic ', bearer: 'Bearer ', cookie: '', certificate: '', proxy: '', login: '' } as const;

/** The header lines as the journal records them: without the values of credentials. */
export const journalledHeaders = (settings: Pick<CrawlSettings, 'seeds' | 'headers' | 'credentials'>): HeadersOf =>
  ownHeadersBy(settings, ({ kind }) => `${schemeWords[kind]}${notStored}`);
