import type { ComparedEvidence } from '#shared/model/comparison.ts';
import type { Answer, ResolvedEvidence } from '#shared/model/explanation.ts';
import type { WriteDb } from '#storage/file/handle.ts';
import { lookup } from '#storage/reads/lookup.ts';
import { relativeReads } from '#storage/reads/relatives.ts';
import { crawlTable } from '#storage/tables/crawls.ts';
import { originTable } from '#storage/tables/origins.ts';
import { robotsTable } from '#storage/tables/robots-versions.ts';
import { explainUrl } from '../explain/explain.ts';
import { noSurroundings, shownLinks } from '../explain/why-not.ts';

/** What a crawl says of the URLs it has, with evidence. `isOpen`: its evidence can be opened in the window. */
export function evidenceOf(db: WriteDb, isOpen: boolean): (url: string) => ComparedEvidence | null {
  const crawl = crawlTable(db);
  const [reads, robots, origins, relatives] = [lookup(db), robotsTable(db), originTable(db), relativeReads(db)];
  const linksTo = (id: number) => reads.linksTo(id, 0, shownLinks);
  const shown = <V extends string>(answer: Answer<V>): Answer<V> =>
    isOpen ? answer : { ...answer, evidence: answer.evidence.map(closed) };
  return url => {
    const row = crawl.read();
    if (!row || !reads.url(url)) return null;
    const why = explainUrl(
      {
        lookup: reads,
        robots,
        origins,
        settings: crawl.settings(row.settingsId),
        settingsId: row.settingsId,
        crawlState: row.state,
        // Only asked about URLs that were never seen.
        refusedAddress: () => '',
        // What is stored around it is shown nowhere here.
        source: { relatives, around: noSurroundings, origins, linksTo, now: Date.now(), waiting: 0, pages: 0 },
      },
      url,
    );
    const { facts } = why;
    return {
      headline: why.headline,
      mayFetch: shown(why.mayFetch),
      mayList: shown(why.mayList),
      linksFollowed: shown(why.linksFollowed),
      status: facts?.status ?? null,
      redirectTo: facts?.redirectTo ?? '',
      canonical: facts?.canonical ?? '',
      metaRobots: facts?.metaRobots ?? '',
      xRobotsTag: facts?.xRobotsTag ?? '',
      title: facts?.title ?? '',
      inlinks: facts?.inlinks ?? 0,
      fetchedAt: facts?.fetchedAt ?? null,
    };
  };
}

/** Places of a file that is not open cannot be shown. */
const closed = (evidence: ResolvedEvidence): ResolvedEvidence => ({ ...evidence, open: null });
