import { profileSet } from '#core/crawlers/profile-set.ts';
import { fail } from '#shared/rpc/errors.ts';
import { ParsedFiles } from '../robots/parsed-files.ts';
import { EntryVerdicts } from '../sitemaps/entry-verdicts.ts';
import { runInSlices } from '../threads/slices.ts';
import type { ReaderHandlers, Reads } from './reads.ts';
import type { UrlLists } from './url-lists.ts';

/** Sitemap files, their entries, and how much of the crawl they cover. */
export function sitemapHandlers(reads: Reads, urlLists: UrlLists) {
  const { robots, origins, lists } = reads;
  const context = { robots, origins, parsed: new ParsedFiles() };
  const judgeOf = (id: string): EntryVerdicts => {
    const profile = profileSet(reads.settings().profiles).byId(id) ?? fail('bad_request', `There is no crawler profile “${id}”.`);
    return new EntryVerdicts(context, profile);
  };
  return {
    'sitemaps.tree': async () => lists.sitemaps(await urlLists.counted(counts => counts.bySitemap(), 'indexability')),
    'sitemaps.coverage': () => urlLists.countedLater(counts => counts.coverage(), 'indexability'),
    'sitemaps.dates': ({ sitemap }) => runInSlices(reads.datesOf(sitemap), 0).finished,
    'sitemaps.entries': ({ sitemap, from, limit, profile }) => {
      const found = lists.entries(sitemap, from, limit);
      if (profile === undefined) return found;
      const judge = judgeOf(profile);
      return { ...found, rows: found.rows.map(row => ({ ...row, robots: judge.of(row.url) })) };
    },
  } satisfies ReaderHandlers;
}
