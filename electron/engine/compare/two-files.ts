import { compileMapping } from '#core/compare/url-mapping.ts';
import type { Steps } from '#core/steps.ts';
import type { CompareField } from '#shared/model/compare-fields.ts';
import type { CrawlComparison } from '#shared/model/comparison.ts';
import type { PageDiff } from '#shared/model/page-diff.ts';
import { isMapped, type MappingCounts, type UrlMapping } from '#shared/model/url-mapping.ts';
import { fail } from '#shared/rpc/errors.ts';
import { keepFewPages, openDatabase, storageError } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { type CrawlSide, compareCrawls, type MapUrl, sideOf } from './compare-crawls.ts';
import { type ComparedFields, compareFields } from './compare-fields.ts';
import { openOther } from './other-crawl.ts';
import { pageDiffs } from './page-diff.ts';
import { testMapping } from './test-mapping.ts';

/** Two crawl files, opened to be compared, each on one read-only connection with one state of it. */
export interface TwoFiles {
  /** What changed, grouped by cause. Yields URLs done, of `urls`. */
  causes(): Steps<CrawlComparison>;
  /** What changed, field by field. Yields URLs of the first crawl done. */
  fields(fields: readonly CompareField[]): Steps<ComparedFields>;
  /** What the mapping does. Yields URLs done, of `urls`. */
  mapping(): Steps<MappingCounts>;
  /** One page in both, by its URL in either file. Throws an `RpcError` if one of them lacks it. */
  page(url: string): PageDiff;
  /** URLs of both files. */
  readonly urls: number;
  close(): void;
}

/** Compiles a mapping; null for none. Throws an `RpcError` with the problem. */
export function mapperOf(mapping: UrlMapping): MapUrl | null {
  if (!isMapped(mapping)) return null;
  const compiled = compileMapping(mapping);
  if ('problem' in compiled) return fail('bad_request', compiled.problem);
  return url => compiled.map(url).url;
}

/** The URL of the first crawl that becomes `wanted`: a mapping has no inverse, so all are tried. */
function earlierUrl(side: CrawlSide, wanted: string, map: MapUrl | null): string {
  if (map === null) return wanted;
  for (let last = 0; ; ) {
    const block = side.states.briefAfter(last, 1_000);
    const found = block.find(([, url]) => map(url) === wanted);
    if (found) return found[1];
    if (block.length === 0) return wanted;
    last = block.at(-1)?.[0] ?? last;
  }
}

/**
 * Opens two crawl files to compare them, the earlier one first. Throws an `RpcError` that names the file for what cannot be compared, and
 * for a mapping that cannot be used.
 */
export function openTwoFiles(first: string, second: string, mapping: UrlMapping): TwoFiles {
  const compiled = compileMapping(mapping);
  if ('problem' in compiled) return fail('bad_request', compiled.problem);
  const map = mapperOf(mapping);
  const opened: WriteDb[] = [];
  const close = (): void => {
    for (const db of opened) db.close();
  };
  try {
    const before = openDatabase(first, { readOnly: true });
    opened.push(before);
    const after = openOther(second, first);
    opened.push(after);
    for (const db of opened) {
      keepFewPages(db);
      db.exec('BEGIN');
    }
    const sides = [sideOf(before, first), sideOf(after, second)] as const;
    return {
      *causes() {
        return (yield* compareCrawls(...sides, { map })).comparison;
      },
      fields: fields => compareFields({ before, after, map }, fields),
      mapping: () => testMapping({ before, after }, compiled, mapping.rules.length),
      page: url => {
        const target = map === null ? url : map(url);
        const isOfFirst = sides[0].states.find([url]).has(url);
        return pageDiffs(before, after)([isOfFirst ? url : earlierUrl(sides[0], url, map), isOfFirst ? target : url], map);
      },
      urls: sides[0].states.count() + sides[1].states.count(),
      close,
    };
  } catch (error) {
    close();
    throw storageError(error, first);
  }
}
