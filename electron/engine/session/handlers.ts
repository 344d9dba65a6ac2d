import { interpret } from '#core/query/query.ts';
import { originOf } from '#core/url/authority.ts';
import type { CrawlSettings, CrawlState } from '#shared/model/crawl.ts';
import type { Surroundings } from '#shared/model/why-not.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import { snapshots } from '#storage/file/snapshot.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import { relativeReads } from '#storage/reads/relatives.ts';
import type { Store } from '#storage/store.ts';
import { askByHand } from '../crawl/ask-again.ts';
import { explainUrl, lookedUp } from '../explain/explain.ts';
import { noSurroundings, shownLinks } from '../explain/why-not.ts';
import { assertedOrigin, saveAssertions } from '../robots/assertions.ts';
import { draftRow, keepWorkingDraft, renameDraft, saveDraft } from '../robots/drafts.ts';
import type { RobotsSchedule } from '../robots/schedule.ts';
import type { Session } from './session.ts';

export interface HandlerParts {
  readonly session: Session;
  readonly store: Store;
  readonly lookup: Lookup;
  readonly schedule: RobotsSchedule;
  settings(): CrawlSettings;
  state(): CrawlState;
  settingsId(): number;
  refusedAddress(hostname: string): string;
  /** What is stored around a URL, asked of the reader. */
  surroundings(url: string): Promise<Surroundings>;
  /** Refuses where this session may not write to the file. */
  mayWrite(): void;
  /** Tells listeners that the file changed. */
  wrote(): void;
}

/** What the crawling side answers itself: steering the crawl, and the explanations that need its state. `reader/handlers.ts` has the rest. */
export function engineHandlers(parts: HandlerParts): Handlers<'engine'> {
  const { session, store, lookup } = parts;
  const relatives = relativeReads(store.db);
  const snapshot = snapshots(store.db);
  /** Looking for relatives takes milliseconds on a large file: the reader does it, and the crawl goes on. What was fetched needs none. */
  const aroundOf = async ({ known, url, valid }: ReturnType<typeof lookedUp>): Promise<Surroundings> => {
    const isFetched = known !== undefined && lookup.facts(known.id)?.state === 'done';
    const href = known?.url ?? url;
    if (isFetched || (!known && !valid) || originOf(href) === null) return noSurroundings;
    return await parts.surroundings(href);
  };
  return {
    'crawl.pause': () => session.pause(),
    'crawl.resume': () => session.resume(),
    'crawl.stop': () => session.stop(),
    'crawl.continue': async ({ maxPages }) => {
      session.changeSettings({ maxPages });
      await session.resume();
    },
    'crawl.siteRules': change => session.changeSettings(change),
    'crawl.askAgain': ({ urls }) => {
      parts.mayWrite();
      if (parts.state() === 'running') fail('refused', 'Pause and stop the crawl first: it asks for these URLs when it goes on.');
      return { queued: store.transaction(() => askByHand(store, urls, parts.settingsId(), Date.now())) };
    },
    'status.get': async () => ((await session.counted()) ? session.status() : null),
    'lookup.interpret': ({ text }) => interpret(text),
    'url.explain': async ({ url }) => {
      const found = lookedUp({ lookup }, url);
      const searching = aroundOf(found);
      // Should reading links fail, nobody waits for it.
      searching.catch(() => undefined);
      // The other search that takes milliseconds on a large file; meanwhile the reader looks for relatives.
      const links = new Map(found.known ? [[found.known.id, lookup.linksTo(found.known.id, 0, shownLinks)]] : []);
      const around = await searching;
      return snapshot(() =>
        explainUrl(
          {
            lookup,
            robots: store.robots,
            origins: store.origins,
            settings: parts.settings(),
            settingsId: parts.settingsId(),
            crawlState: parts.state(),
            refusedAddress: parts.refusedAddress,
            source: {
              relatives,
              around,
              origins: store.origins,
              linksTo: id => links.get(id) ?? lookup.linksTo(id, 0, shownLinks),
              now: Date.now(),
              waiting: (store.tally.states.get('queued') ?? 0) + (store.tally.states.get('leased') ?? 0),
              pages: store.tally.states.get('done') ?? 0,
            },
          },
          url,
        ),
      );
    },
    'drafts.save': wanted => {
      parts.mayWrite();
      return draftRow(store.transaction(() => saveDraft(store, wanted, Date.now())));
    },
    'drafts.keep': typed => {
      parts.mayWrite();
      store.transaction(() => keepWorkingDraft(store, typed, Date.now()));
    },
    'drafts.rename': ({ id, name }) => {
      parts.mayWrite();
      return draftRow(store.transaction(() => renameDraft(store, id, name, Date.now())));
    },
    'drafts.delete': ({ id }) => {
      parts.mayWrite();
      store.transaction(() => store.workbench.deleteDraft(id));
    },
    'robots.check': ({ origin }) => parts.schedule.checkNow(origin === undefined ? [] : [origin]),
    'robots.checks': () => parts.schedule.state(),
    'robots.checkEvery': ({ hours }) => {
      parts.schedule.setEvery(hours);
      return parts.schedule.state();
    },
    'assertions.keep': ({ origin, text }) => {
      parts.mayWrite();
      const about = assertedOrigin(store, origin);
      store.transaction(() => store.workbench.keepUnsavedAssertions(about, text, Date.now()));
    },
    'assertions.save': ({ origin, text }) => {
      parts.mayWrite();
      const seed = originOf(parts.settings().seeds[0] ?? '')?.key ?? '';
      const report = store.transaction(() => saveAssertions(store, origin, text, seed, Date.now()));
      parts.wrote();
      return report;
    },
  };
}
