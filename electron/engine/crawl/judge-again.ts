import { type AdmissionSetting, admissionSettings } from '#core/decision/admission.ts';
import type { Steps } from '#core/steps.ts';
import { pageLimitsOfParts, reasonOf } from '#shared/explain/reasons.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { lookup } from '#storage/reads/lookup.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';
import { storedAdmissions } from '../file-audit/stored-admissions.ts';
import { Cleaning } from './cleaning.ts';
import type { CrawlContext } from './context.ts';
import type { Discovery } from './discover.ts';

/** Kind of the event that names the settings version by which all URLs were judged last. */
const judgedEvent = 'judged-again';
/** URLs between two looks at the clock. */
const urlsOfStep = 32;

const same = (a: CrawlSettings, b: CrawlSettings): boolean =>
  admissionSettings.every((name: AdmissionSetting) => JSON.stringify(a[name]) === JSON.stringify(b[name]));

/** Whether the settings by which URLs are admitted changed since the last time that all URLs were judged. */
export function mustJudgeAgain({ store, settings }: Pick<CrawlContext['parts'], 'store' | 'settings'>): boolean {
  const last = Number(store.crawl.lastEvent(judgedEvent)?.detail ?? 0);
  const before = last > 0 ? last : store.crawl.firstSettings();
  return before !== null && !same(store.crawl.settings(before), settings);
}

/**
 * After a change of the settings that admit URLs: decides again on every URL that a setting kept out, and on every URL that waits.
 * Pages that were fetched stay. The crawl claims nothing meanwhile. Yields URLs done.
 */
export function* judgeAgain(context: CrawlContext, discovery: Discovery, at: number): Steps<void> {
  const { store, settingsId, refusedAddress } = context.parts;
  const cleaning = new Cleaning(context);
  const admissions = storedAdmissions(store.db, {
    settings: id => store.crawl.settings(id),
    refusedAddress,
    cleanLinesFor: url => cleaning.linesFor(url),
  });
  const reads = lookup(store.db);
  let done = 0;
  const judge = (record: UrlRecord): void => {
    const url = store.urls.byId(record.id);
    if (url?.state !== record.state) return;
    const stored = reads
      .decisions(url.id)
      .findLast(({ stage, trace }) => stage === 'admission' && trace[0]?.rule === 'valid-url');
    if (stored === undefined || stored.settings === settingsId) return;
    const draft = admissions.decide(url, { ...stored, settings: settingsId });
    if ('why' in draft) return;
    // A page limit keeps out what would be crawled otherwise, and lets it in itself.
    if (draft.verdict === 'accept' && pageLimitsOfParts.some(code => code === url.reason)) return;
    const isSame = draft.rule !== 'spelling' || JSON.stringify(draft.evidence) === JSON.stringify(stored.evidence);
    if (draft.verdict === 'accept' ? url.state === 'disregarded' : draft.reason !== url.reason || !isSame)
      discovery.judgedAgain(url, draft, at);
  };
  for (const state of ['disregarded', 'queued'] as const)
    for (const record of store.urls.inState({ state })) {
      // A URL that robots.txt, a guard or the user decided on is not the business of these settings.
      const { stage, setting } = reasonOf(record.reason) ?? {};
      const isAdmission = stage === 'admission' && setting !== null && setting?.name !== 'releasedTraps';
      if (state === 'queued' || isAdmission) judge(record);
      done += 1;
      if (done % urlsOfStep === 0) yield done;
    }
  store.crawl.event(at, judgedEvent, String(settingsId));
}
