import { interpret } from '#core/query/query.ts';
import { originOf } from '#core/url/authority.ts';
import { listedColumns } from '#shared/model/link-score-column.ts';
import { ruleColumns } from '#shared/model/rule-columns.ts';
import { searchLimits } from '#shared/model/text-search.ts';
import type { Surroundings } from '#shared/model/why-not.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import type { KeptAuditSettings } from '../audit/kept-settings.ts';
import { askByHand } from '../crawl/ask-again.ts';
import { assertedOrigin, saveAssertions } from '../robots/assertions.ts';
import { draftRow, keepWorkingDraft, renameDraft, saveDraft } from '../robots/drafts.ts';
import type { RobotsSchedule } from '../robots/schedule.ts';
import type { RuleDesk } from '../rules/rule-desk.ts';
import type { TextSearch } from '../threads/search/text-search.ts';
import type { BodyDesk } from './body-work.ts';
import { explainer } from './explain.ts';
import type { CrawlFile } from './file.ts';
import { renderPages } from './render-pages.ts';
import type { CrawlRun } from './run.ts';

export interface HandlerParts {
  readonly file: CrawlFile;
  readonly audit: KeptAuditSettings;
  /** Compares the audit with no earlier crawl any more. */
  dropBaseline(): Promise<void>;
  readonly run: CrawlRun;
  readonly lookup: Lookup;
  readonly schedule: RobotsSchedule;
  readonly rules: RuleDesk;
  readonly search: TextSearch;
  readonly bodies: BodyDesk;
  /** Related stored URLs, from the reader thread. */
  surroundings(url: string): Promise<Surroundings>;
}

/**
 * Calls that the crawling thread serves: controlling the crawl, and explanations that need its state. The reader
 * serves the others.
 */
export function engineHandlers({
  file,
  audit,
  dropBaseline,
  run,
  lookup,
  schedule,
  rules,
  search,
  bodies,
  surroundings,
}: HandlerParts): Handlers<'engine'> {
  const { store } = file;
  const explain = explainer({ file, run, lookup, surroundings });
  const resume = (): ReturnType<CrawlRun['resume']> => {
    if (bodies.work.state === 'running') fail('refused', 'Stored pages are being dropped. Wait until it is done, or cancel it.');
    return run.resume();
  };
  return {
    'crawl.pause': () => run.pause(),
    'crawl.resume': resume,
    'crawl.stop': () => run.stop(),
    'crawl.tryNetwork': () => run.tryNetwork(),
    'crawl.continue': async limits => {
      const given = Object.entries(limits).filter(([, value]) => value !== undefined);
      run.changeSettings(Object.fromEntries(given));
      await resume();
    },
    'crawl.siteRules': change => {
      run.changeSettings(change);
      // The form showed every rule to the user.
      const ignoreRobots = change.siteRules.filter(({ robots }) => robots === 'never').map(({ pattern }) => pattern);
      file.permissions.allow({ ignoreRobots });
      file.changed();
    },
    'crawl.changeScope': async change => {
      run.changeSettings(change);
      await resume();
    },
    'crawl.allowRequests': () => {
      file.permissions.allowAll();
      schedule.start();
      file.changed();
    },
    'crawl.releaseTrap': async ({ pattern }) => {
      const { releasedTraps } = file.settings();
      run.changeSettings({ releasedTraps: [...new Set([...releasedTraps, pattern])] });
      await resume();
    },
    'crawl.askAgain': ({ urls }) => {
      file.mayWrite();
      if (run.state() === 'running') fail('refused', 'Pause and stop the crawl first: it requests these URLs when it continues.');
      return { queued: store.transaction(() => askByHand(store, urls, file.row().settingsId, Date.now())) };
    },
    'rendering.start': wanted => renderPages({ file, run }, wanted),
    'status.get': async () => ((await file.counted()) ? run.status() : null),
    'lookup.interpret': ({ text }) =>
      interpret(text, [...listedColumns, ...ruleColumns(store.rules.all().map(({ rule }) => rule))]),
    'url.explain': ({ url }) => explain(url),
    'drafts.save': wanted => {
      file.mayWrite();
      return draftRow(store.transaction(() => saveDraft(store, wanted, Date.now())));
    },
    'drafts.keep': typed => {
      file.mayWrite();
      store.transaction(() => keepWorkingDraft(store, typed, Date.now()));
    },
    'drafts.rename': ({ id, name }) => {
      file.mayWrite();
      return draftRow(store.transaction(() => renameDraft(store, id, name, Date.now())));
    },
    'drafts.delete': ({ id }) => {
      file.mayWrite();
      store.transaction(() => store.drafts.deleteDraft(id));
    },
    'issues.dropBaseline': () => dropBaseline(),
    'issues.change': change => audit.change(change),
    'bodies.count': wish => bodies.count(wish),
    'bodies.drop': wish => bodies.start(wish),
    'bodies.read': () => bodies.work,
    'bodies.cancel': () => bodies.cancel(),
    'search.start': ({ limit = searchLimits.usualPages, ...wish }) => search.start({ ...wish, limit }),
    'search.state': () => search.state,
    'search.stop': () => search.stop(),
    'search.hits': ({ id, from, limit }) => search.hits(id, from, limit),
    'rules.get': () => rules.view(),
    'rules.save': ({ rules: wanted }) => rules.save(wanted),
    'rules.run': () => rules.start(),
    'rules.cancel': () => rules.cancel(),
    'rules.allow': () => rules.allowAll(),
    'rules.test': ({ rule, url }) => rules.test(rule, url),
    'robots.check': ({ origin }) => schedule.checkNow(origin === undefined ? [] : [origin]),
    'robots.checks': () => schedule.state(),
    'robots.checkEvery': ({ hours }) => {
      schedule.setEvery(hours);
      return schedule.state();
    },
    'assertions.keep': ({ origin, text }) => {
      file.mayWrite();
      const about = assertedOrigin(store, origin);
      store.transaction(() => store.drafts.keepUnsavedAssertions(about, text, Date.now()));
    },
    'assertions.save': ({ origin, text }) => {
      file.mayWrite();
      const seed = originOf(file.settings().seeds[0] ?? '')?.key ?? '';
      const report = store.transaction(() => saveAssertions(store, origin, text, seed, Date.now()));
      file.changed();
      return report;
    },
  };
}
