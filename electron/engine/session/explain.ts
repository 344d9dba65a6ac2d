import { originOf } from '#core/url/authority.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { UrlExplanation } from '#shared/model/explanation.ts';
import type { Surroundings } from '#shared/model/why-not.ts';
import { snapshots } from '#storage/file/snapshot.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import { relativeReads } from '#storage/reads/relatives.ts';
import { explainUrl, lookedUp } from '../explain/explain.ts';
import { noSurroundings, shownLinks } from '../explain/why-not.ts';
import type { CrawlFile } from './file.ts';
import { addressRefusal } from './network.ts';
import { namedHosts } from './permissions.ts';
import type { CrawlRun } from './run.ts';

export interface ExplainerParts {
  readonly file: CrawlFile;
  readonly run: CrawlRun;
  readonly lookup: Lookup;
  /** Related stored URLs, from the reader thread. */
  surroundings(url: string): Promise<Surroundings>;
}

/** Explains a URL with the crawl's present state. */
export function explainer({ file, run, lookup, surroundings }: ExplainerParts): (url: string) => Promise<UrlExplanation> {
  const { store } = file;
  const relatives = relativeReads(file.db);
  const snapshot = snapshots(file.db);
  /** Looking for relatives takes milliseconds in a large file, so the reader does it. What was fetched needs none. */
  const aroundOf = async ({ known, url, valid }: ReturnType<typeof lookedUp>): Promise<Surroundings> => {
    const isFetched = known !== undefined && lookup.facts(known.id)?.state === 'done';
    if (isFetched || (!known && !valid)) return noSurroundings;
    const href = known?.url ?? url;
    return originOf(href) === null ? noSurroundings : await surroundings(href);
  };
  let guarded: { readonly settings: CrawlSettings; readonly refusal: (hostname: string) => string } | null = null;
  /** As the crawl that made the file judged addresses. Nothing is sent for an explanation, so it needs no permission here. */
  const refusalUnder = (settings: CrawlSettings) => {
    if (guarded?.settings !== settings) guarded = { settings, refusal: addressRefusal(namedHosts(settings)) };
    return guarded.refusal;
  };
  return async url => {
    const found = lookedUp({ lookup }, url);
    const searching = aroundOf(found);
    // If reading links fails, nothing awaits this promise.
    searching.catch(() => undefined);
    // The other search that takes milliseconds in a large file; meanwhile the reader looks for relatives.
    const links = new Map(found.known ? [[found.known.id, lookup.linksTo(found.known.id, 0, shownLinks)]] : []);
    const around = await searching;
    const settings = file.settings();
    const count = (state: string) => store.tally.states.get(state) ?? 0;
    return snapshot(() =>
      explainUrl(
        {
          lookup,
          robots: store.robots,
          origins: store.origins,
          settings,
          settingsId: file.row().settingsId,
          crawlState: run.state(),
          refusedAddress: refusalUnder(settings),
          source: {
            relatives,
            around,
            origins: store.origins,
            linksTo: id => links.get(id) ?? lookup.linksTo(id, 0, shownLinks),
            now: Date.now(),
            // Read only for a URL that the crawl has not seen, because a file that was not closed must be counted for it.
            get waiting() {
              return count('queued') + count('leased');
            },
            get pages() {
              return count('done');
            },
          },
        },
        url,
      ),
    );
  };
}
