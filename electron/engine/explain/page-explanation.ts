import { canonicalFor } from '#core/canonical/as-engine.ts';
import { type CanonicalTarget, diagnoseCanonical } from '#core/canonical/diagnose.ts';
import { profileSet } from '#core/crawlers/profile-set.ts';
import { engineById } from '#core/directives/engines.ts';
import { pageVerdict } from '#core/directives/page-verdict.ts';
import { usagePreferences } from '#core/directives/robots-tag.ts';
import { canonicalSentence, canonicalStandSentence } from '#shared/explain/canonical.ts';
import { evidenceLabels } from '#shared/explain/evidence.ts';
import { droppedNote, hiddenSentence, hiddenUnknown, historicNote, unreadNote, usageNote } from '#shared/explain/page-notes.ts';
import { reasonOf } from '#shared/explain/reasons.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Evidence } from '#shared/model/decision.ts';
import type { VerdictReason, VerdictReasonId } from '#shared/model/directives.ts';
import type { CanonicalReport, PageExplanation, PageNote, ResolvedEvidence } from '#shared/model/explanation.ts';
import type { CanonicalDeclaration } from '#shared/model/page.ts';
import type { KnownUrl, Lookup } from '#storage/reads/lookup.ts';
import { type EvidenceSource, resolveEvidence } from './evidence.ts';
import { historicMetas, type SeenPage, seenPages } from './page-facts.ts';
import type { StoredReadings } from './stored-reading.ts';

export interface PageContext extends EvidenceSource {
  readonly settings: Pick<CrawlSettings, 'profile' | 'profiles'>;
}

const MOST_HISTORIC = 20;
const MOST_OTHERS = 20;
/** The most bytes of a body parsed again. Explanations run in the crawl's thread, which no task may block for over 250 ms. */
const MOST_BYTES = 512 * 1024;
/** The most canonical declarations shown. */
const MOST_CANONICALS = 10;
const OTHERS: ReadonlySet<VerdictReasonId> = new Set(['header-other-agent', 'meta-other-agent']);
const NOINDEX: ReadonlySet<VerdictReasonId> = new Set(['meta-noindex', 'header-noindex', 'unavailable-after']);
const TOLD: ReadonlySet<VerdictReasonId> = new Set([
  'overruled',
  'ignored-directive',
  'scope-uncertain',
  'head-closed-early',
  'refresh',
  'redirect-directive',
  'canonical-ignored',
  'script-added',
  'script-removed',
  'script-canonical',
  'script-links',
]);
const HIDDEN: ReadonlySet<VerdictReasonId> = new Set(['noindex-behind-block', 'nofollow-behind-block', 'canonical-behind-block']);

/** What the stored responses say, parsed again. `noindex`: every place that forbids listing. */
export interface StoredPageReading {
  readonly page: PageExplanation;
  readonly noindex: readonly ResolvedEvidence[];
}

/** Parses the stored responses of a URL again, for facts that explain but did not take part in decisions. */
export function explainPage(context: PageContext, known: KnownUrl, readings: StoredReadings): StoredPageReading {
  const profiles = profileSet(context.settings.profiles);
  const profile = profiles.byId(context.settings.profile);
  const engine = engineById(profile?.directives ?? '');
  const names = profile?.directiveAgents ?? [];
  const allNames = new Set([...names, ...profiles.all.flatMap(each => each.directiveAgents), ...historicMetas]);
  const { last, readable } = seenPages(context.lookup, known.id, [...allNames], MOST_BYTES);
  const blocked = blockedNow(known, readings);
  const now = Date.now();
  const verdictOf = (line: { readonly line: number; readonly rule: string } | null) =>
    pageVerdict(
      engine,
      names,
      {
        robots: { known: true, allowed: line === null, reason: 'rule', line: line?.line ?? 0, rule: line?.rule ?? '' },
        page: last?.page ?? null,
        readable: readable?.page ?? null,
        linked: true,
      },
      { now },
    );
  const reasons = last ? verdictOf(null).reasons : [];
  const notesOf = (ids: ReadonlySet<VerdictReasonId>): readonly PageNote[] =>
    last ? reasons.filter(({ id }) => ids.has(id)).map(reason => noteOf(context, known, last, reason)) : [];
  return {
    noindex: notesOf(NOINDEX).flatMap(({ evidence }) => evidence),
    page: {
      engine: engine.name,
      canonical: last && canonicalReport(context, known, last, engine.canonical.value),
      hidden: blocked && hiddenNote(context, known, blocked, verdictOf(blocked).reasons, readable, now),
      notes: [
        ...notesOf(TOLD),
        ...droppedNotes(last?.html?.declarationsDropped ?? 0),
        ...unreadNotes(last),
        ...(last ? usageNotes(context, known, last) : []),
      ],
      others: firstOfEach(notesOf(OTHERS)).slice(0, MOST_OTHERS),
      historic: last ? historicNotes(context, known, last) : [],
    },
  };
}

const droppedNotes = (count: number): readonly PageNote[] => (count > 0 ? [{ sentence: droppedNote(count), evidence: [] }] : []);

/** An element with several words gives several notes with the same text. */
const firstOfEach = (notes: readonly PageNote[]): readonly PageNote[] =>
  [...new Map(notes.toReversed().map(note => [note.sentence, note])).values()].toReversed();

const unreadNotes = (last: SeenPage | null): readonly PageNote[] =>
  last && last.unread > 0 ? [{ sentence: unreadNote(MOST_BYTES), evidence: [] }] : [];

interface Block {
  readonly version: number;
  readonly line: number;
  readonly rule: string;
}

/** The line of the robots.txt in force that forbids the URL to the crawl's own profile. */
function blockedNow(known: KnownUrl, readings: StoredReadings): Block | null {
  const robots = readings.for(known.url, null);
  if (!robots) return null;
  const { allowed, line, rule } = robots.reading.decide(known.url);
  return allowed === false ? { version: robots.reading.version.id, line, rule } : null;
}

const evidenceOf = (context: PageContext, known: KnownUrl, evidence: readonly Evidence[]): readonly ResolvedEvidence[] =>
  resolveEvidence(context, { evidence, reason: 'fetched' }, known.url).shown;

/** The place of a reason, as evidence of that attempt. */
const placeEvidence = ({ place }: Pick<VerdictReason, 'place'>, fetch: number): Evidence[] =>
  place.kind === 'header'
    ? [{ kind: 'header', fetch, index: place.index }]
    : place.kind === 'bytes'
      ? [{ kind: 'bytes', fetch, start: place.start, end: place.end }]
      : [];

const noteOf = (context: PageContext, known: KnownUrl, { fetch }: SeenPage, reason: VerdictReason): PageNote => ({
  sentence: reason.sentence,
  evidence: evidenceOf(context, known, placeEvidence(reason, fetch.id)),
});

/** Two pieces of evidence: the blocking line, and the content of the last readable response with its age. */
function hiddenNote(
  context: PageContext,
  known: KnownUrl,
  block: Block,
  reasons: readonly VerdictReason[],
  readable: SeenPage | null,
  now: number,
): PageExplanation['hidden'] {
  const line = evidenceOf(context, known, [{ kind: 'robots-line', robots: block.version, line: block.line }]);
  if (!readable?.page.whole)
    return {
      checkable: false,
      sentence: hiddenUnknown,
      evidence: line,
    };
  const hidden = reasons.filter(reason => HIDDEN.has(reason.id));
  if (hidden.length === 0) return null;
  const what = [...new Set(hidden.map(reason => reason.id.replace('-behind-block', '')))].join(', ');
  const isLast = context.lookup.fetches(known.id).findLast(fetch => fetch.outcome === 'response')?.id === readable.fetch.id;
  const shown = evidenceOf(
    context,
    known,
    hidden.flatMap(reason => placeEvidence(reason, readable.fetch.id)),
  );
  return {
    checkable: true,
    sentence: hiddenSentence(what, readable.fetch.startedAt, now),
    // Panels show the last response. Content of an older one is quoted, without a link.
    evidence: [...line, ...(isLast ? shown : shown.map(each => ({ ...each, open: null })))],
  };
}

const usageNotes = (context: PageContext, known: KnownUrl, { fetch, page }: SeenPage): PageNote[] =>
  usagePreferences(page.inputs.headers)
    .filter(({ name }) => !/^robots-tag$/i.test(name))
    .map(({ name, index, statements }) => ({
      sentence: usageNote(name, statements),
      evidence: evidenceOf(context, known, [{ kind: 'header', fetch: fetch.id, index }]),
    }));

/** Shown only if at least one of the elements has no effect today. */
function historicNotes(context: PageContext, known: KnownUrl, { fetch, html }: SeenPage): PageNote[] {
  if (!html) return [];
  const { metaRobots, description } = html;
  const described = description ? [{ name: 'description', content: description.value, at: description.at }] : [];
  const found = [...metaRobots.filter(({ name }) => historicMetas.has(name) || name === 'robots'), ...described];
  if (!found.some(({ name }) => historicMetas.has(name))) return [];
  return found.slice(0, MOST_HISTORIC).map(({ name, content, at }) => ({
    sentence: historicNote(name, content),
    evidence: evidenceOf(context, known, [{ kind: 'bytes', fetch: fetch.id, start: at.start, end: at.end }]),
  }));
}

function canonicalReport(
  context: PageContext,
  known: KnownUrl,
  { fetch, page, canonicals }: SeenPage,
  reading: Parameters<typeof canonicalFor>[0],
): CanonicalReport | null {
  if (page.canonicals.length === 0) return null;
  const { kind, url } = canonicalFor(reading, page.canonicals, page.url, page.baseUrl);
  const { inSitemaps } = context.lookup.facts(known.id) ?? { inSitemaps: 0 };
  const listed: readonly ResolvedEvidence[] =
    inSitemaps > 0 ? [{ kind: 'sitemap', label: evidenceLabels.listed, text: '', open: null }] : [];
  const where = page.canonicals.slice(0, MOST_CANONICALS).map(declaration => declared(declaration, fetch.id));
  const followed = kind === 'elsewhere' ? diagnoseCanonical(page.url, url, target(context.lookup)) : [];
  return {
    kind,
    sentence: canonicalStandSentence(kind, url),
    declarations: [...evidenceOf(context, known, where), ...listed],
    more: canonicals - where.length,
    diagnoses: followed.map(each => ({ ...each, sentence: canonicalSentence(each.code, each.url) })),
  };
}

const declared = ({ source }: CanonicalDeclaration, fetch: number): Evidence =>
  source.kind === 'header'
    ? { kind: 'header', fetch, index: source.index }
    : { kind: 'bytes', fetch, start: source.at.start, end: source.at.end };

/** The stored facts about the target of a canonical. */
const target =
  (lookup: Lookup) =>
  (url: string): CanonicalTarget | null => {
    const known = lookup.url(url);
    const facts = known && lookup.facts(known.id);
    if (!known || !facts) return null;
    const listing = lookup.decisions(known.id).findLast(decision => decision.stage === 'listing');
    return {
      status: facts.status,
      redirectTo: facts.redirectTo,
      blocked: known.mayFetch === 'unknown' ? null : known.mayFetch === 'no',
      noindex: listing && facts.status !== null ? reasonOf(listing.reason)?.family === 'noindex' : null,
      canonical: facts.canonical,
    };
  };
