import type { CompiledMapping } from '#core/compare/url-mapping.ts';
import type { Steps } from '#core/steps.ts';
import type { MappingCounts } from '#shared/model/url-mapping.ts';
import type { ReadDb } from '#storage/file/handle.ts';
import { urlAddresses } from '#storage/reads/url-addresses.ts';

const blockRows = 512;
const mostExamples = 20;

/**
 * Counts what a mapping does to the URLs of two crawls. `rules`: how many it has, without the pairs. Yields URLs done, of the URLs of both
 * files.
 */
export function* testMapping(
  files: { readonly before: ReadDb; readonly after: ReadDb },
  mapping: CompiledMapping,
  rules: number,
): Steps<MappingCounts> {
  const [before, after] = [urlAddresses(files.before), urlAddresses(files.after)];
  const byRule = new Array<number>(rules + 1).fill(0);
  const met = new Set<number>();
  const unmatchedBefore: [string, string][] = [];
  const unmatchedAfter: string[] = [];
  const examples: [string, string][] = [];
  let [mapped, doubles, done] = [0, 0, 0];
  for (let last = 0; ; ) {
    const block = before.after(last, blockRows);
    const results = block.map(([, url]) => mapping.map(url));
    const stored = after.find(results.map(({ url }) => url));
    for (const [at, [id, url]] of block.entries()) {
      last = id;
      const { url: target, rule } = results[at] as { readonly url: string; readonly rule: number };
      if (rule >= 0) {
        mapped += 1;
        byRule[rule] = (byRule[rule] ?? 0) + 1;
      }
      const found = stored.get(target);
      if (found !== undefined && !met.has(found)) {
        met.add(found);
        if (rule >= 0 && examples.length < mostExamples) examples.push([url, target]);
        continue;
      }
      if (found !== undefined) doubles += 1;
      if (unmatchedBefore.length < mostExamples) unmatchedBefore.push([url, target]);
    }
    done += block.length;
    yield done;
    if (block.length < blockRows) break;
  }
  for (let last = 0; unmatchedAfter.length < mostExamples; ) {
    const block = after.after(last, blockRows);
    for (const [id, url] of block) {
      last = id;
      if (!met.has(id) && unmatchedAfter.length < mostExamples) unmatchedAfter.push(url);
    }
    done += block.length;
    yield done;
    if (block.length < blockRows) break;
  }
  return {
    before: before.count(),
    after: after.count(),
    mapped,
    byRule,
    matched: met.size,
    doubles,
    unmatchedBefore,
    unmatchedAfter,
    examples,
  };
}
