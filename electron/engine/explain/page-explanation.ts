import { canonicalFor } from '#core/canonical/as-engine.ts';
import { type CanonicalTarget, diagnoseCanonical } from '#core/canonical/diagnose.ts';
import { profileSet } from '#core/crawlers/profile-set.ts';
import { engineById } from '#core/directives/engines.ts';
import { pageVerdict } from '#core/directives/page-verdict.ts';
import { usagePreferences } from '#core/directives/robots-tag.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { canonicalSentence, canonicalStandSentence } from '#shared/explain/canonical.ts';
import { durationWords } from '#shared/explain/describe.ts';
import { reasonOf } from '#shared/explain/reasons.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Evidence } from '#shared/model/decision.ts';
import type { VerdictReason, VerdictReasonId } from '#shared/model/directives.ts';
import type { CanonicalReport, PageExplanation, PageNote, ResolvedEvidence } from '#shared/model/explanation.ts';
import type { CanonicalDeclaration } from '#shared/model/page.ts';
import type { KnownUrl, Lookup } from '#storage/reads/lookup.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsTable } from '#storage/tables/robots-versions.ts';
import { readingOf } from '../robots/gate.ts';
import { type EvidenceSource, resolveEvidence } from './evidence.ts';
import { historicMetas, type SeenPage, seenPages } from './page-facts.ts';

export interface PageContext extends EvidenceSource {
  readonly robots: RobotsTable;
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly settings: Pick<CrawlSettings, 'profile' | 'profiles'>;
}

/** What the text of 1997 meant by its meta elements. */
const MEANT: Readonly<Record<string, string>> = {
  keywords: 'words under which the page wants to be found; no large engine reads them',
  description: 'a summary for the list of results; still a candidate for the snippet',
  'document-state': 'whether the page changes so often that it should not be stored; only ever proposed',
  url: 'the address of the main copy, an ancestor of the canonical; only ever proposed',
  robots: 'directives; the one of them that still has effect',
};
const MOST_HISTORIC = 20;
const TOLD: ReadonlySet<VerdictReasonId> = new Set([
  'overruled',
  'ignored-directive',
  'header-other-agent',
  'meta-other-agent',
  'scope-uncertain',
  'head-closed-early',
  'refresh',
  'redirect-directive',
  'canonical-ignored',
]);
const HIDDEN: ReadonlySet<VerdictReasonId> = new Set(['noindex-behind-block', 'nofollow-behind-block', 'canonical-behind-block']);

/** Reads the stored answers for a URL again, for everything that explains but was not decided upon. */
export function explainPage(context: PageContext, known: KnownUrl): PageExplanation {
  const profile = profileSet(context.settings.profiles).byId(context.settings.profile);
  const engine = engineById(profile?.directives ?? '');
  const names = profile?.directiveAgents ?? [];
  const { last, readable } = seenPages(context.lookup, known.id, [...names, ...historicMetas]);
  const blocked = blockedNow(context, known);
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
  const told = last ? verdictOf(null).reasons.filter(reason => TOLD.has(reason.id)) : [];
  return {
    engine: engine.name,
    canonical: last && canonicalReport(context, known, last, engine.canonical.value),
    hidden: blocked && hiddenNote(context, known, blocked, verdictOf(blocked).reasons, readable, now),
    notes: last ? [...told.map(reason => noteOf(context, known, last, reason)), ...usageNotes(context, known, last)] : [],
    historic: last ? historicNotes(context, known, last) : [],
  };
}

interface Block {
  readonly version: number;
  readonly line: number;
  readonly rule: string;
}

/** The line of the robots.txt in force that forbids the URL to the crawl's own profile. */
function blockedNow(context: PageContext, known: KnownUrl): Block | null {
  const profile = profileSet(context.settings.profiles).byId(context.settings.profile);
  const dialect = profile && dialectById(profile.dialect);
  const id = known.origin === null ? null : (context.origins.byKey(known.origin)?.robotsId ?? null);
  const version = id === null ? undefined : context.robots.byId(id);
  if (!profile || !dialect || !version) return null;
  const { allowed, line, rule } = readingOf(context.robots, version, dialect, profile).decide(known.url);
  return allowed === false ? { version: version.id, line, rule } : null;
}

const evidenceOf = (context: PageContext, known: KnownUrl, evidence: readonly Evidence[]): readonly ResolvedEvidence[] =>
  resolveEvidence(context, { evidence, reason: 'fetched' }, known.url).shown;

/** Where a reason stands, as evidence of that attempt. */
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

const stamp = (at: number, now: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC, ${durationWords(Math.max(0, now - at))} before now`;

/** Both pieces of evidence: the line that forbids looking, and what the last readable answer held, with its age. */
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
      sentence: 'Not checkable what the page says behind the block: no whole answer for it is in this file.',
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
    sentence: `robots.txt forbids it now, so its ${what} can no longer be seen. It stood in the answer fetched ${stamp(readable.fetch.startedAt, now)}; what stands there today is not known.`,
    // Panels show the last answer: what only an older one holds is quoted, not opened.
    evidence: [...line, ...(isLast ? shown : shown.map(each => ({ ...each, open: null })))],
  };
}

const usageNotes = (context: PageContext, known: KnownUrl, { fetch, page }: SeenPage): PageNote[] =>
  usagePreferences(page.inputs.headers)
    .filter(({ name }) => !/^robots-tag$/i.test(name))
    .map(({ name, index, statements }) => ({
      sentence: `${name} is present (${statements.map(({ use, value }) => `${use}=${value}`).join(', ') || 'empty'}); no crawler is documented to act on it.`,
      evidence: evidenceOf(context, known, [{ kind: 'header', fetch: fetch.id, index }]),
    }));

/** Told where at least one of them has no effect today. */
function historicNotes(context: PageContext, known: KnownUrl, { fetch, html }: SeenPage): PageNote[] {
  if (!html) return [];
  const { metaRobots, description } = html;
  const described = description ? [{ name: 'description', content: description.value, at: description.at }] : [];
  const found = [...metaRobots.filter(({ name }) => historicMetas.has(name) || name === 'robots'), ...described];
  if (!found.some(({ name }) => historicMetas.has(name))) return [];
  return found.slice(0, MOST_HISTORIC).map(({ name, content, at }) => ({
    sentence: `${name.toUpperCase()}: ${content === '' ? 'empty' : `“${content.slice(0, 300)}”`}. Meant as ${MEANT[name] ?? ''}.`,
    evidence: evidenceOf(context, known, [{ kind: 'bytes', fetch: fetch.id, start: at.start, end: at.end }]),
  }));
}

function canonicalReport(
  context: PageContext,
  known: KnownUrl,
  { fetch, page }: SeenPage,
  reading: Parameters<typeof canonicalFor>[0],
): CanonicalReport | null {
  if (page.canonicals.length === 0) return null;
  const { kind, url } = canonicalFor(reading, page.canonicals, page.url, page.baseUrl);
  const { inSitemaps } = context.lookup.facts(known.id) ?? { inSitemaps: 0 };
  const listed: readonly ResolvedEvidence[] =
    inSitemaps > 0
      ? [{ kind: 'sitemap', label: 'listed in a sitemap: a weak signal for this address itself', text: '', open: null }]
      : [];
  const where = page.canonicals.map(declaration => declared(declaration, fetch.id));
  const followed = kind === 'elsewhere' ? diagnoseCanonical(page.url, url, target(context.lookup)) : [];
  return {
    kind,
    sentence: canonicalStandSentence(kind, url),
    declarations: [...evidenceOf(context, known, where), ...listed],
    diagnoses: followed.map(each => ({ ...each, sentence: canonicalSentence(each.code, each.url) })),
  };
}

const declared = ({ source }: CanonicalDeclaration, fetch: number): Evidence =>
  source.kind === 'header'
    ? { kind: 'header', fetch, index: source.index }
    : { kind: 'bytes', fetch, start: source.at.start, end: source.at.end };

/** What the file holds about the target of a canonical. */
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
