import type { AssertionsMerged } from '#shared/model/assertions.ts';
import { originOf } from '../url/authority.ts';
import type { AccessAssertion } from './assertion.ts';
import { parseAssertions } from './parse-assertions.ts';

type Access = Pick<AccessAssertion, 'verb' | 'target' | 'crawlers'>;

/**
 * Appends the `allow` and `deny` lines of `more` to `text`, except lines that it already has or contradicts. `home` is the origin
 * of the paths in `text` that no `site` line covers; '' for none. Appended lines keep their site and dialect.
 */
export function mergeAssertions(text: string, more: string, home: string): AssertionsMerged {
  const own = parseAssertions(text);
  const known = new Map<string, { readonly verb: string; readonly line: number }>();
  for (const each of own.assertions)
    if (each.verb === 'allow' || each.verb === 'deny')
      for (const key of keysOf(each, each.origin ?? home)) if (!known.has(key)) known.set(key, each);
  const lines = more.split('\n');
  const made: string[] = own.end.dialect === null ? [] : ['as own'];
  const heads = made.length;
  let { site } = own.end;
  let [added, present, contrary, contraryLine] = [0, 0, 0, 0];
  for (const each of parseAssertions(more).assertions) {
    if (each.verb !== 'allow' && each.verb !== 'deny') continue;
    const origin = each.origin ?? home;
    const keys = keysOf(each, origin);
    const others = keys.map(key => known.get(key));
    const opposite = others.find(other => other !== undefined && other.verb !== each.verb);
    if (opposite) {
      contrary += 1;
      contraryLine ||= opposite.line;
      continue;
    }
    if (others.every(other => other !== undefined)) {
      present += 1;
      continue;
    }
    if (origin !== site) {
      made.push(`site ${origin}`);
      site = origin;
    }
    made.push(lines[each.line - 1] ?? '');
    added += 1;
    for (const key of keys) known.set(key, { verb: each.verb, line: 0 });
  }
  const counts = { added, present, contrary, contraryLine };
  if (added === 0) return { text, ...counts, first: 0, last: 0 };
  const base = text.trim() === '' ? '' : text.replace(/\s*$/, '\n');
  // A new site, or another dialect, starts a paragraph.
  const gap = base !== '' && (heads > 0 || /^site /.test(made[0] ?? '')) ? '\n' : '';
  const before = base === '' ? 0 : (base + gap).split('\n').length - 1;
  const first = before + made.findIndex(line => /^(allow|deny) /i.test(line)) + 1;
  return { text: `${base}${gap}${made.join('\n')}\n`, ...counts, first, last: before + made.length };
}

/** What an assertion is about: each of its crawlers with the address. */
function keysOf({ target, crawlers }: Access, origin: string): string[] {
  const key = target.startsWith('/') ? origin + target : `${originOf(target)?.key ?? ''}${pathOf(target)}`;
  return crawlers.map(crawler => `${crawler.key} ${key}`);
}

/** Path and query of an address. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  return start < 0 ? '/' : url.slice(start);
}
