import { headerPairs, linksPart, structuredPairs, textPart, valuesPart } from '#core/compare/page-diff.ts';
import type { DiffLink, DiffValue, PageDiff } from '#shared/model/page-diff.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { type Lookup, lookup } from '#storage/reads/lookup.ts';
import { pageFactsOf } from '#storage/reads/page-facts.ts';
import { pageText } from '../explain/page-text.ts';
import type { MapUrl } from './compare-crawls.ts';

const mostLinks = 20_000;

const fieldNames: readonly (readonly [string, (facts: NonNullable<ReturnType<Lookup['facts']>>) => string | number | null])[] = [
  ['Status', ({ status }) => status],
  ['Title', ({ title }) => title],
  ['Description', ({ description }) => description],
  ['H1', ({ h1 }) => h1],
  ['Canonical', ({ canonical }) => canonical],
  ['Meta robots', ({ metaRobots }) => metaRobots],
  ['X-Robots-Tag', ({ xRobotsTag }) => xRobotsTag],
  ['Language', ({ lang }) => lang],
  ['Words', ({ words }) => words],
  ['Size', ({ bytes }) => bytes],
  ['Time', ({ totalMs }) => totalMs],
  ['Depth', ({ depth }) => depth],
  ['Links in', ({ inlinks }) => inlinks],
  ['Links out', ({ outlinks }) => outlinks],
  ['In sitemaps', ({ inSitemaps }) => inSitemaps],
];

/** Reads one page of a crawl for a comparison. */
function pageReader(db: WriteDb) {
  const reads = lookup(db);
  const factsOf = pageFactsOf(db);
  return (url: string, map: MapUrl | null) => {
    const known = reads.url(url);
    const facts = known && reads.facts(known.id);
    if (!known || !facts) return null;
    const { total, rows } = reads.links(known.id, 'out', 0, mostLinks);
    const links = rows.map(({ to, kind, rel, text }): DiffLink => ({ to: map === null ? to : map(to), kind, rel, text }));
    return {
      facts,
      links,
      isCut: total > rows.length,
      text: pageText(reads, known.id, facts.charset),
      headers: reads.fetches(known.id).findLast(({ outcome }) => outcome === 'response')?.responseHeaders ?? [],
      structured: factsOf(known.id)?.structured,
    };
  };
}

/** Compares one page of two crawls. Bounded: 1 MiB and 2,000 blocks of text, 20,000 links, 20,000 values of structured data. */
export function pageDiffs(before: WriteDb, after: WriteDb) {
  const [first, second] = [pageReader(before), pageReader(after)];
  /** `urls`: the URL as each file writes it. Throws an `RpcError` if one of them lacks it. */
  return (urls: readonly [before: string, after: string], map: MapUrl | null): PageDiff => {
    const old = first(urls[0], map) ?? fail('not_found', `${urls[0]} is not in the first crawl.`);
    const now = second(urls[1], null) ?? fail('not_found', `${urls[1]} is not in the second crawl.`);
    const [left, right] = [structuredPairs(old.structured), structuredPairs(now.structured)];
    const value = (found: string | number | null): string | null => (found === null || found === '' ? null : String(found));
    return {
      urls,
      fields: fieldNames.flatMap(([name, read]): DiffValue[] => {
        const [was, is] = [value(read(old.facts)), value(read(now.facts))];
        const mapped = name === 'Canonical' && was !== null && map !== null ? map(was) : was;
        return was === null && is === null ? [] : [{ name, before: mapped, after: is }];
      }),
      text: old.text && now.text ? textPart(old.text.lines, now.text.lines, old.text.isCut || now.text.isCut) : null,
      links: linksPart(old.links, now.links, old.isCut || now.isCut),
      headers: valuesPart(headerPairs(old.headers), headerPairs(now.headers), false),
      structured: valuesPart(left.pairs, right.pairs, left.isCut || right.isCut),
    };
  };
}
