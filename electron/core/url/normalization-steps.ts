import type { NormalizationChange, NormalizationStep } from '#shared/model/link-detail.ts';
import { trimHref } from '../html/href.ts';
import { normalizeUrl } from './normalize.ts';
import { normalizeEscapes } from './percent.ts';

/** An absolute URL with a host, split (RFC 3986 appendix B). */
const PARTS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/i;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const DOT_SEGMENT = /^(?:\.|%2e)$/i;
const DOUBLE_DOT_SEGMENT = /^(?:\.|%2e){2}$/i;

/**
 * How `normalizeUrl` turns an address into the URL that is stored: each step that changes something, with the text after it. The text
 * of the last step is what `normalizeUrl` returns. `source` is the address as the page writes it; `value` is the same with character
 * references decoded. Null if the address is invalid.
 */
export function normalizationSteps(source: string, value: string, base: string): readonly NormalizationStep[] | null {
  const stored = normalizeUrl(value, base);
  if (stored.kind === 'invalid') return null;
  const steps: NormalizationStep[] = [];
  let text = source;
  const to = (change: NormalizationChange, next: string): void => {
    if (next === text) return;
    text = next;
    steps.push({ change, text });
  };
  to('references', value);
  to('white-space', trimHref(text));
  to('resolved', absolute(text, base));
  const parsed = new URL(text, base);
  if (isWeb(parsed)) parsedSteps(text, parsed, to);
  const hash = text.indexOf('#');
  if (hash >= 0) to('fragment', text.slice(0, hash));
  if (isWeb(parsed)) to('escapes', normalizeEscapes(text));
  to('parser', stored.url);
  return steps;
}

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/** The address as an absolute URL, its own text unchanged (RFC 3986 section 5.2.2, without the removal of dot segments). */
function absolute(text: string, base: string): string {
  if (HAS_SCHEME.test(text)) return text;
  const { protocol, origin, pathname, search } = new URL(base);
  const page = origin + pathname;
  const first = text[0];
  const second = text[1];
  if (first === undefined) return page + search;
  if (first === '#') return page + search + text;
  if (first === '?') return page + text;
  if (isSlash(first)) return isSlash(second) ? protocol + text : origin + text;
  return page.slice(0, page.lastIndexOf('/') + 1) + text;
}

const isSlash = (c: string | undefined): boolean => c === '/' || c === '\\';

/** The changes that the URL parser makes to an http or https URL (URL Standard, "URL parsing"). */
function parsedSteps(given: string, parsed: URL, to: (change: NormalizationChange, next: string) => void): void {
  const end = given.search(/[?#]/);
  const [before, after] = end < 0 ? [given, ''] : [given.slice(0, end), given.slice(end)];
  const slashed = before.replaceAll('\\', '/');
  to('backslashes', slashed + after);
  const match = PARTS.exec(slashed + after);
  if (!match) {
    to('parser', parsed.href);
    return;
  }
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] = match;
  const behind = path + query + fragment;
  let start = `${scheme.toLowerCase()}://`;
  to('scheme-case', start + authority + behind);
  const hostAndPort = authority.slice(authority.lastIndexOf('@') + 1);
  to('credentials', start + hostAndPort + behind);
  const port = /:\d*$/.exec(hostAndPort)?.[0] ?? '';
  const host = hostAndPort.slice(0, hostAndPort.length - port.length);
  to('host-case', start + host.toLowerCase() + port + behind);
  to('host-ascii', start + parsed.hostname + port + behind);
  start += parsed.host;
  to('port', start + behind);
  const rooted = path === '' ? '/' : path;
  to('root-path', start + rooted + query + fragment);
  to('dot-segments', start + withoutDotSegments(rooted) + query + fragment);
  // `search` does not tell an empty query from none.
  const escapedQuery = parsed.search || (query === '?' ? '?' : '');
  to('unsafe', start + parsed.pathname + escapedQuery + fragment);
}

/** A path without `.` and `..` (URL Standard, "path state"), also if they are written with escapes. */
function withoutDotSegments(path: string): string {
  const segments = path.slice(1).split('/');
  const kept: string[] = [];
  segments.forEach((segment, at) => {
    const isLast = at === segments.length - 1;
    if (DOUBLE_DOT_SEGMENT.test(segment)) {
      kept.pop();
      if (isLast) kept.push('');
    } else if (DOT_SEGMENT.test(segment)) {
      if (isLast) kept.push('');
    } else kept.push(segment);
  });
  return `/${kept.join('/')}`;
}
