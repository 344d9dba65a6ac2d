import { compileMapping } from '#core/compare/url-mapping.ts';
import type { Steps } from '#core/steps.ts';
import type { CompareField } from '#shared/model/compare-fields.ts';
import type { CrawlComparison } from '#shared/model/comparison.ts';
import { isMapped, type MappingCounts, type UrlMapping } from '#shared/model/url-mapping.ts';
import { fail } from '#shared/rpc/errors.ts';
import { keepFewPages, openDatabase, storageError } from '#storage/file/database.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { compareCrawls, type MapUrl, sideOf } from './compare-crawls.ts';
import { type ComparedFields, compareFields } from './compare-fields.ts';
import { openOther } from './other-crawl.ts';
import { testMapping } from './test-mapping.ts';

/** Two crawl files, opened to be compared, each on one read-only connection with one state of it. */
export interface TwoFiles {
  /** What changed, grouped by cause. Yields URLs done, of `urls`. */
  causes(): Steps<CrawlComparison>;
  /** What changed, field by field. Yields URLs of the first crawl done. */
  fields(fields: readonly CompareField[]): Steps<ComparedFields>;
  /** What the mapping does. Yields URLs done, of `urls`. */
  mapping(): Steps<MappingCounts>;
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
      urls: sides[0].states.count() + sides[1].states.count(),
      close,
    };
  } catch (error) {
    close();
    throw storageError(error, first);
  }
}
