import { diffRows } from '#core/replay/diff-rows.ts';
import type { UrlFacts } from '#shared/model/explanation.ts';
import type { IssuePair } from '#shared/model/issues.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import { pageText } from '../explain/page-text.ts';

/** Unchanged lines around a change. */
const context = 2;

const fieldNames: readonly (readonly [name: string, read: (facts: UrlFacts) => string | number | null])[] = [
  ['Title', ({ title }) => title],
  ['Description', ({ description }) => description],
  ['First heading', ({ h1 }) => h1],
  ['Words', ({ words }) => words],
  ['Canonical', ({ canonical }) => canonical],
  ['Status', ({ status }) => status],
];

/** Two pages side by side: their facts, and where their readable texts differ. */
export function pairOf(lookup: Lookup, left: string, right: string): IssuePair {
  const [a, b] = [side(lookup, left), side(lookup, right)];
  const fields = fieldNames.map(([name, read]) => ({
    name,
    left: String(read(a.facts) ?? ''),
    right: String(read(b.facts) ?? ''),
  }));
  const text = a.text && b.text ? diffRows(a.text.lines, b.text.lines, context) : null;
  return { fields, text, isCut: (a.text?.isCut ?? false) || (b.text?.isCut ?? false) };
}

function side(lookup: Lookup, url: string) {
  const { id } = lookup.url(url) ?? fail('not_found', `${url} is not in this crawl.`);
  const facts = lookup.facts(id) ?? fail('not_found', `${url} is not in this crawl.`);
  return { facts, text: pageText(lookup, id, facts.charset) };
}
