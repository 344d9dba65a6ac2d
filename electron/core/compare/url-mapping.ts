import type { MappingRule, UrlMapping } from '#shared/model/url-mapping.ts';
import { readRe2 } from '../rules/patterns.ts';
import { normalizeUrl } from '../url/normalize.ts';

/** Where a URL leads, and by which rule: its index, the number of rules for a pair, -1 for none. */
export interface MappedUrl {
  readonly url: string;
  readonly rule: number;
}

/** A mapping that can be applied. */
export interface CompiledMapping {
  map(url: string): MappedUrl;
}

type Apply = (url: string) => string | null;

const parts = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)(.*)$/is;

/** 'example.com', 'example.com:8080' or 'https://example.com'; a slash at the end is ignored. */
function readHost(text: string): { readonly scheme: string; readonly host: string } | null {
  const found = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#\s@]+)\/?$/i.exec(text.trim());
  return found ? { scheme: (found[1] ?? '').toLowerCase(), host: (found[2] ?? '').toLowerCase() } : null;
}

function hostRule({ from, to }: MappingRule): Apply | string {
  const [old, now] = [readHost(from), readHost(to)];
  if (!old) return `“${from}” is not a host. Write it as staging.example.com or https://staging.example.com.`;
  if (!now) return `“${to}” is not a host. Write it as www.example.com or https://www.example.com.`;
  return url => {
    const [, scheme = '', host = '', rest = ''] = parts.exec(url) ?? [];
    if (host !== old.host || (old.scheme !== '' && scheme !== old.scheme)) return null;
    return `${now.scheme || scheme}${now.host}${rest}`;
  };
}

function prefixRule({ from, to }: MappingRule): Apply | string {
  if (from === '') return 'A prefix is missing: every URL starts with nothing.';
  return url => (url.startsWith(from) ? to + url.slice(from.length) : null);
}

const reference = /\\.|\$(\d+)/g;

function rewriteRule({ from, to }: MappingRule): Apply | string {
  if (from === '') return 'A pattern is missing.';
  const read = readRe2(from, 'match');
  if ('problem' in read) return `“${from}” cannot be used as a pattern: ${read.problem}.`;
  const { re2 } = read;
  const groups = re2.groupCount();
  for (const [, number] of to.matchAll(reference))
    if (Number(number ?? 0) > groups)
      return `“${to}” names group ${number}, and “${from}” has ${groups === 0 ? 'no group' : `only ${groups}`}.`;
  if (/\$(?!\d)|\\$/.test(to.replace(/\\./g, ''))) return `“${to}” has a $ or \\ that names no group. Write \\$ or \\\\.`;
  return url => {
    const matcher = re2.matcher(url);
    return matcher.find() ? matcher.replaceAll(to) : null;
  };
}

const compilers: Readonly<Record<MappingRule['kind'], (rule: MappingRule) => Apply | string>> = {
  host: hostRule,
  prefix: prefixRule,
  rewrite: rewriteRule,
};

/**
 * Prepares a mapping. Results are normalized as a crawl normalizes links, so that they can be found in the second file. A problem is a
 * sentence.
 */
export function compileMapping({ rules, pairs }: UrlMapping): CompiledMapping | { readonly problem: string } {
  const applied: Apply[] = [];
  for (const rule of rules) {
    const made = compilers[rule.kind](rule);
    if (typeof made === 'string') return { problem: made };
    applied.push(made);
  }
  const whole = new Map(pairs.map(([from, to]) => [normalized(from), normalized(to)]));
  return {
    map(url) {
      const pair = whole.get(url);
      if (pair !== undefined) return { url: pair, rule: rules.length };
      for (const [rule, apply] of applied.entries()) {
        const found = apply(url);
        if (found !== null) return { url: normalized(found), rule };
      }
      return { url, rule: -1 };
    },
  };
}

function normalized(url: string): string {
  const read = normalizeUrl(url);
  return read.kind === 'url' ? read.url : url;
}
