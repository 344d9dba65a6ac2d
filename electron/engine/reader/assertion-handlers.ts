import { mergeAssertions } from '#core/assertions/merge.ts';
import { parseAssertions } from '#core/assertions/parse-assertions.ts';
import { readFile, reportInSteps } from '#core/assertions/report.ts';
import { parseQuery } from '#core/query/query.ts';
import { type AssertionReport, longestAssertions } from '#shared/model/assertions.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Input } from '#shared/rpc/types.ts';
import { assertedAs, assertedOrigin, crawlTarget, freezeInSteps, type Instead } from '../robots/assertions.ts';
import { type Job, runInSlices } from '../threads/slices.ts';
import type { Profiles } from './profiles.ts';
import { firstSite, type ReaderHandlers, type Reads } from './reads.ts';
import type { UrlLists } from './url-lists.ts';

/** URLs that become assertions at once. */
const mostFrozen = 10_000;

/** Assertions about robots.txt: run, and made from URLs. */
export function assertionHandlers(reads: Reads, { ownProfile, profiles }: Profiles, urlLists: UrlLists) {
  /** A newer run cancels a running one. */
  let running: Job<AssertionReport> | null = null;
  return {
    'assertions.get': ({ origin }) => {
      const about = assertedOrigin(reads, origin);
      const set = reads.drafts.assertionSet(about);
      const unsaved = reads.drafts.unsavedAssertions(about);
      return { origin, text: set?.text ?? '', unsaved, updatedAt: set?.updatedAt ?? null };
    },
    'assertions.run': wanted => {
      const key = wanted.origin || firstSite(reads);
      running?.cancel();
      running = runInSlices(reportInSteps(parseAssertions(wanted.text), crawlTarget(reads, key, insteadOf(key, wanted))), 0);
      return running.finished;
    },
    'assertions.create': async ({ crawler: wanted, urls, rows, filter }) => {
      const crawler = assertedAs(wanted || ownProfile(), profiles());
      const query = parseQuery(filter ?? '', reads.live.operators());
      if (query.problem) fail('bad_request', query.problem);
      const filtered = () => [...reads.views.stream(query.terms, mostFrozen + 1)].map(row => row.url);
      const found = urls ?? (rows ? await urlLists.urlsAt(rows.view, rows.ranges, mostFrozen + 1) : filtered());
      const taken = found.slice(0, mostFrozen);
      const made = await runInSlices(freezeInSteps(reads, taken, crawler), taken.length).finished;
      return { ...made, crawler, urls: taken.length, more: found.length > taken.length };
    },
    'assertions.merge': ({ origin, text, more }) => {
      const merged = mergeAssertions(text, more, origin || firstSite(reads));
      if (merged.text.length > longestAssertions)
        fail(
          'refused',
          'A set of assertions can have at most 2 MiB, and this would be more. Remove some first, or select fewer rows.',
        );
      return merged;
    },
  } satisfies ReaderHandlers;
}

/** The robots.txt to run against in place of the one in force. */
function insteadOf(origin: string, { draft, version }: Pick<Input<'assertions.run'>, 'draft' | 'version'>): Instead | null {
  if (draft !== undefined) return { origin, draft: readFile('draft', new TextEncoder().encode(draft)) };
  return version === undefined ? null : { origin, version };
}
