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

/** A crawl's decisions about its URLs, with evidence. `isOpen`: the window can open this evidence. */
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
        // Used only for URLs the crawl never saw.
        refusedAddress: () => '',
        // The comparison shows no related URLs.
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

/** The window cannot show places in a file that is not open. */
const closed = (evidence: ResolvedEvidence): ResolvedEvidence => ({ ...evidence, open: null });
