import { type AdmissionSetting, admissionSettings } from '#core/decision/admission.ts';
import type { Steps } from '#core/steps.ts';
import { pageLimitsOfParts, reasonOf } from '#shared/explain/reasons.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { LinkKind } from '#shared/model/page.ts';
import { LinkKinds } from '#storage/links/link-kinds.ts';
import { type LinkReads, linkReads } from '#storage/links/link-reads.ts';
import { lookup, type StoredDecision } from '#storage/reads/lookup.ts';
import type { Store } from '#storage/store.ts';
import type { UrlRecord } from '#storage/tables/urls.ts';
import type { Admissions } from '../file-audit/admissions.ts';
import { storedAdmissions } from '../file-audit/stored-admissions.ts';
import { type Candidate, linkCandidate } from './candidates.ts';
import { Cleaning } from './cleaning.ts';
import type { CrawlContext } from './context.ts';
import type { Discovery } from './discover.ts';

/** Kind of the event that names the settings version by which all URLs were judged last. */
const judgedEvent = 'judged-again';
/** URLs between two looks at the clock. */
const urlsOfStep = 32;
/** Links to one URL that are tried, and links between two looks at the clock. */
const mostLinks = 1_000;
const linksOfStep = 16;
/** Rules that reject the link by which a URL was found. Another link may admit the URL. */
const rulesOfLinks: readonly string[] = ['link-kind', 'frames', 'link-nofollow', 'page-nofollow'];

const same = (a: CrawlSettings, b: CrawlSettings): boolean =>
  admissionSettings.every((name: AdmissionSetting) => JSON.stringify(a[name]) === JSON.stringify(b[name]));

/** Whether the settings by which URLs are admitted changed since the last time that all URLs were judged. */
export function mustJudgeAgain({ store, settings }: Pick<CrawlContext['parts'], 'store' | 'settings'>): boolean {
  const last = Number(store.crawl.lastEvent(judgedEvent)?.detail ?? 0);
  const before = last > 0 ? last : store.crawl.firstSettings();
  return before !== null && !same(store.crawl.settings(before), settings);
}

/** Finds the first stored link to a URL that the settings follow. `decide`: the admission of the URL by a link at this distance. */
function* followedLink(
  { store, links, kinds }: { readonly store: Store; readonly links: LinkReads; readonly kinds: LinkKinds },
  { id, url }: Pick<UrlRecord, 'id' | 'url'>,
  decide: (link: { readonly from: number; readonly seq: number; readonly distance: number }) => ReturnType<Admissions['decide']>,
): Steps<Candidate | null> {
  let tried = 0;
  for (const [from, { seq, to, kind }] of links.linksAt(links.linksTo(id, mostLinks))) {
    const page = to === id ? store.urls.byId(from) : undefined;
    if (page !== undefined) {
      const candidate = linkCandidate({
        from: { id: from, distance: page.distance, depth: store.urls.depths.of(from) },
        ...{ seq, kind: kinds.nameOf(kind) as LinkKind, target: { kind: 'url', url }, unfollowed: null, pageNofollow: false },
      });
      const draft = decide({ from, seq, distance: candidate.distance });
      if (!('why' in draft) && draft.verdict === 'accept') return candidate;
    }
    if (++tried % linksOfStep === 0) yield tried;
  }
  return null;
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
  const stores = { store, links: linkReads(store.db), kinds: new LinkKinds(store.db) };
  let done = 0;
  const byLink = (url: UrlRecord, stored: StoredDecision) =>
    followedLink(stores, url, ({ from, seq, distance }) =>
      admissions.decide(
        { url: url.url, distance, hops: 0 },
        { ...stored, reason: 'linked', settings: settingsId, evidence: [{ kind: 'link', from, seq }] },
      ),
    );
  function* judge(record: UrlRecord): Steps<void> {
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
    const other = rulesOfLinks.includes(draft.rule) ? yield* byLink(url, stored) : null;
    if (store.urls.byId(url.id)?.state !== url.state) return;
    if (draft.verdict === 'accept' ? url.state === 'disregarded' : draft.reason !== url.reason || !isSame)
      discovery.judgedAgain(url, draft, at);
    if (other !== null) discovery.discover(other, at);
  }
  for (const state of ['disregarded', 'queued'] as const)
    for (const record of store.urls.inState({ state })) {
      // A URL that robots.txt, a guard or the user decided on is not the business of these settings.
      const { stage, setting } = reasonOf(record.reason) ?? {};
      const isAdmission =
        (stage === 'admission' && setting !== null && setting?.name !== 'releasedTraps') ||
        (record.reason === 'link-nofollow' && context.parts.settings.nofollowLinks === 'follow');
      if (state === 'queued' || isAdmission) yield* judge(record);
      done += 1;
      if (done % urlsOfStep === 0) yield done;
    }
  store.crawl.event(at, judgedEvent, String(settingsId));
}
