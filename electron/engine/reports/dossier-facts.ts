import { profileSet } from '#core/crawlers/profile-set.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import type { UrlExplanation } from '#shared/model/explanation.ts';
import type { UrlMatrix } from '#shared/model/matrix.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsTable } from '#storage/tables/robots-versions.ts';
import type { DossierFacts, DossierRobots } from '../../export/html/dossier-facts.ts';
import { hexOf, linesOf } from './rule-facts.ts';

export interface DossierSource {
  readonly lookup: Lookup;
  readonly robots: Pick<RobotsTable, 'byId' | 'body' | 'numberOf'>;
  readonly origins: Pick<OriginTable, 'byKey'>;
  /** The settings in force for an id: JSON text and when they took effect. */
  settings(id: number): { readonly at: number; readonly json: string } | null;
  readonly settingsId: number;
  /** The user's own profiles. */
  readonly ownProfiles: Parameters<typeof profileSet>[0];
}

const mostInlinks = 100;
const mostHops = 30;
/** Lines of robots.txt shown around each line that matters. */
const around = 3;
const longestLine = 2_000;

/** Everything the file stores about one URL, as data for a report. */
export function dossierFacts(source: DossierSource, explanation: UrlExplanation, matrix: UrlMatrix): DossierFacts {
  const { lookup } = source;
  const known = lookup.url(explanation.url);
  const attempts = known ? lookup.fetches(known.id) : [];
  // The settings under which the URL was decided last; those in force now where it never was.
  const settingsId = explanation.decisions.findLast(each => each.current)?.settings ?? source.settingsId;
  const settings = source.settings(settingsId);
  return {
    explanation,
    matrix,
    attempts: attempts.map(({ bodyHash, ...attempt }) => ({
      ...attempt,
      bodyHash: bodyHash ? Buffer.from(bodyHash).toString('hex') : null,
    })),
    hops: known ? hopsFrom(lookup, known.url) : [],
    inlinks: known ? lookup.links(known.id, 'in', 0, mostInlinks) : { total: 0, rows: [] },
    robots: robotsOf(source, explanation),
    settings: settings && { id: settingsId, ...settings },
    profileName: profileSet(source.ownProfiles).byId(explanation.profile)?.name ?? explanation.profile,
  };
}

/** The redirects that start at a URL, hop by hop. */
function hopsFrom(lookup: Lookup, url: string): DossierFacts['hops'] {
  const hops: { url: string; status: number | null; to: string | null }[] = [];
  const seen = new Set<string>();
  for (let at: string | null = url; at !== null && hops.length < mostHops && !seen.has(at); ) {
    seen.add(at);
    const known = lookup.url(at);
    const facts = known && lookup.facts(known.id);
    const to: string | null = facts?.redirectTo ?? null;
    hops.push({ url: at, status: facts?.status ?? null, to });
    at = to;
  }
  return hops.length > 1 || hops[0]?.to != null ? hops : [];
}

function robotsOf({ robots }: DossierSource, { robots: reading }: UrlExplanation): DossierRobots | null {
  const version = reading?.version == null ? undefined : robots.byId(reading.version);
  if (!reading || !version) return null;
  const lines = version.access === 'rules' ? linesOf(robots.body(version.bodyHash)) : [];
  const decisive = new Set([reading.line, ...reading.matching.map(each => each.rule.line), ...reading.groupLines]);
  const shown = new Set<number>();
  for (const line of decisive)
    if (line > 0) for (let at = line - around; at <= line + around; at += 1) if (at >= 1 && at <= lines.length) shown.add(at);
  return {
    origin: reading.origin,
    version: robots.numberOf(version),
    firstSeenAt: version.firstSeenAt,
    lastSeenAt: version.lastSeenAt,
    status: version.status,
    access: version.access,
    outcome: robotsOutcomeWords(version),
    finalUrl: version.finalUrl,
    source: version.source,
    hash: hexOf(version),
    bytes: version.size,
    lineCount: lines.length,
    lines: [...shown]
      .sort((a, b) => a - b)
      .slice(0, 400)
      .map(number => ({ number, text: (lines[number - 1] ?? '').slice(0, longestLine), marked: decisive.has(number) })),
  };
}
