import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import type { ProfileSet } from '#core/crawlers/profile-set.ts';
import type { RobotsFacts } from '#core/directives/verdict-facts.ts';
import type { RobotsAccess } from '#core/robots/access.ts';
import { decideAs, type Speaker, speakerFor } from '#core/robots/choose/speaker.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { type KnobChange, splittingKnobOfVerdicts } from '#core/robots/explain-difference.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { reducedFile } from '#core/robots/reduce-file.ts';
import { closesWholeSite } from '#core/robots/whole-site.ts';
import { originOf } from '#core/url/authority.ts';
import { valueWords } from '#shared/explain/matrix.ts';
import type { MatrixChange, MatrixDifference, MatrixRow, UrlMatrix } from '#shared/model/matrix.ts';
import type { RobotsFile, RobotsVerdict } from '#shared/model/robots.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { KnownUrl, Lookup } from '#storage/reads/lookup.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsTable } from '#storage/tables/robots-versions.ts';
import { isOwnText } from '#storage/tables/robots-versions.ts';
import { accessNow } from '../robots/gate.ts';
import type { ParsedFiles } from '../robots/parsed-files.ts';
import { lookedUp } from './explain.ts';
import { seenPages } from './page-facts.ts';
import { type StoredDirectives, verdictColumns } from './page-verdicts.ts';
import { type ScriptsOfPage, scriptNotes, scriptsOfPage } from './script-notes.ts';
import { crawlerNotes, type NotedUrl, notedUrl } from './url-notes.ts';

export interface MatrixContext {
  readonly lookup: Lookup;
  readonly robots: Pick<RobotsTable, 'byId' | 'body'>;
  readonly origins: Pick<OriginTable, 'byKey'>;
  /** Id of the crawl's own profile. */
  readonly profile: string;
  /** The available profiles, including the user's own. */
  readonly profiles: ProfileSet;
  /** Cache for the next URL. */
  readonly parsed?: ParsedFiles;
}

/** The stored response for /robots.txt: its meaning in a dialect, and its bytes if there are any. */
export interface StoredRobots {
  readonly bytes: Uint8Array | null;
  /** The bytes as a dialect parses them, from the cache if possible. */
  readonly parse?: typeof parseRobots;
  access(dialect: Dialect): RobotsAccess;
}

/** How crawlers interpret the stored robots.txt and page for a URL, seen or not. Throws for unknown profiles. */
export function urlMatrix(context: MatrixContext, asked: string, wanted?: readonly string[]): UrlMatrix {
  const { byId, all } = context.profiles;
  const own = byId(context.profile) ?? fail('not_found', `There is no crawler profile “${context.profile}”.`);
  const others = wanted?.map(id => byId(id) ?? fail('bad_request', `There is no crawler profile “${id}”.`));
  const shown = others ?? [own, ...all.filter(each => each !== own)];
  const { known, url } = lookedUp(context, asked);
  const origin = originOf(known?.url ?? url)?.key ?? '';
  const current = context.origins.byKey(origin)?.robotsId ?? null;
  const cited = context.robots.byId(known?.robotsId ?? current ?? 0);
  // Other crawlers read the file of the server, whatever text decided in this crawl.
  const version = cited && isOwnText(cited) ? context.robots.byId(current ?? 0) : cited;
  const stored: StoredRobots | null = version
    ? {
        bytes: version.access === 'rules' ? (context.robots.body(version.bodyHash) ?? new Uint8Array()) : null,
        parse: (bytes, dialect) => context.parsed?.get(version.id, bytes, dialect) ?? parseRobots(bytes, dialect),
        access: dialect => accessNow(version, dialect),
      }
    : null;
  const directives = known ? storedDirectives(context.lookup, known, shown) : null;
  const place = version ? { origin, version: version.id } : null;
  const columns = verdictColumns(directives, known?.url ?? url, place, Date.now());
  const noted = notedUrl(context.lookup, known, url);
  const scripts = known && directives ? scriptsOfPage(context.lookup, known.id, { last: directives.last, origin }) : null;
  const rows = matrixRows(stored, columns, { ...noted, scripts }, own, shown, wanted !== undefined);
  return { url: known?.url ?? url, origin, version: version?.id ?? null, profile: own.id, rows };
}

/** All directives for any crawler in the headers and pages of the stored responses. */
function storedDirectives(lookup: Lookup, known: KnownUrl, crawlers: readonly CrawlerProfile[]): StoredDirectives {
  const robotNames = [...new Set(crawlers.flatMap(each => each.directiveAgents))];
  const linked = !['sitemap', 'probe', 'rendering'].includes(known.via) || (lookup.facts(known.id)?.inlinks ?? 0) > 0;
  return { ...seenPages(lookup, known.id, robotNames), linked };
}

/** The verdict of one crawler, with the name and the file that produced it. */
interface Reading {
  readonly dialect: Dialect;
  readonly speaker: Speaker;
  readonly access: RobotsAccess;
  readonly verdict: RobotsVerdict | null;
}

/** The most bytes of robots.txt parsed in total to explain differences: some hundred milliseconds of work. */
const EXPLAINING_BYTES = 6 * 1024 * 1024;

/**
 * A row for each of `shown`. `own` is the crawl's profile; the others are compared with it. `withDetail` adds the full
 * verdicts and reasons. Pure: the result depends only on the arguments.
 */
export function matrixRows(
  stored: StoredRobots | null,
  columns: ReturnType<typeof verdictColumns>,
  noted: NotedUrl & { readonly scripts?: ScriptsOfPage | null },
  own: CrawlerProfile,
  shown: readonly CrawlerProfile[],
  withDetail: boolean,
): MatrixRow[] {
  const { url } = noted;
  const files = new Map<string, RobotsFile>();
  const read = (profile: CrawlerProfile, as = profile.dialect): Reading | null => {
    const dialect = dialectById(as);
    if (!dialect || !stored) return null;
    let file = files.get(as) ?? null;
    if (!file && stored.bytes) {
      file = (stored.parse ?? parseRobots)(stored.bytes, dialect);
      files.set(as, file);
    }
    const access = stored.access(dialect);
    const speaker = speakerFor(file, dialect, profile);
    const lacksBody = access.kind === 'rules' && !file;
    return { dialect, speaker, access, verdict: lacksBody ? null : decideAs(speaker, access, file, dialect, url) };
  };
  const ours = read(own);
  const readings = shown.map(profile => ({ profile, reading: read(profile) }));
  const differing = new Set(
    readings.flatMap(({ reading }) =>
      reading && differs(ours, reading) ? [`${reading.dialect.id} ${reading.speaker.agent}`] : [],
    ),
  ).size;
  const explain = differenceExplainer(stored?.bytes ?? null, url, differing, read);
  return readings.map(({ profile, reading }) => {
    const verdict = reading?.verdict ?? null;
    const file = files.get(profile.dialect) ?? null;
    return {
      profile: profile.id,
      name: profile.name,
      dialect: profile.dialect,
      agent: reading?.speaker.agent ?? profile.productToken,
      allowed: verdict?.allowed ?? null,
      line: verdict?.line ?? 0,
      rule: verdict?.rule ?? '',
      reason: verdict?.reason ?? (stored ? 'not-stored' : 'not-asked'),
      ...(verdict?.special ? { special: verdict.special } : {}),
      ...columns(profile, robotsFacts(verdict, file), withDetail),
      notes: reading ? notesOf(noted, profile, { reading, file, withDetail }) : [],
      differsFrom: ours && reading && differs(ours, reading) ? explain(ours, profile, reading) : null,
      detail: withDetail ? verdict : null,
    };
  });
}

function notesOf(
  noted: NotedUrl & { readonly scripts?: ScriptsOfPage | null },
  profile: CrawlerProfile,
  { reading, file, withDetail }: { readonly reading: Reading; readonly file: RobotsFile | null; readonly withDetail: boolean },
): string[] {
  const { dialect, speaker, access, verdict } = reading;
  const notes = crawlerNotes(noted, profile, { file, dialect, allowed: verdict?.allowed ?? null });
  if (!noted.scripts || verdict?.allowed === false) return notes;
  const decide = withDetail && verdict !== null ? (url: string) => decideAs(speaker, access, file, dialect, url) : null;
  return [...notes, ...scriptNotes(noted.scripts, profile.directives, decide)];
}

const differs = (a: Reading | null, b: Reading | null): boolean =>
  a?.verdict !== null && b?.verdict !== null && a?.verdict.allowed !== b?.verdict.allowed;

const robotsFacts = (verdict: RobotsVerdict | null, file: RobotsFile | null): RobotsFacts => ({
  known: verdict !== null,
  allowed: verdict?.allowed ?? null,
  reason: verdict?.reason ?? 'no-match',
  line: verdict?.line ?? 0,
  rule: verdict?.rule ?? '',
  wholeSite: verdict !== null && closesWholeSite(file, verdict),
});

type Explainer = (ours: Reading, profile: CrawlerProfile, theirs: Reading) => MatrixDifference;

/** Finds why two interpretations differ: the response, the name, or a setting of the dialect; otherwise the whole dialect. */
function differenceExplainer(
  bytes: Uint8Array | null,
  url: string,
  differing: number,
  read: (profile: CrawlerProfile, as: string) => Reading | null,
): Explainer {
  const octets = EXPLAINING_BYTES / Math.max(1, differing);
  let files: { readonly whole: Uint8Array; readonly reduced: Uint8Array | null } | null = null;
  const found = new Map<string, MatrixDifference>();
  return (ours, profile, theirs) => {
    if (ours.access.kind !== theirs.access.kind || !bytes) {
      const knob = ours.access.kind === theirs.access.kind ? 'selfExemption' : theirs.access.knob;
      return { knob, from: valueWords(ours.access.meaning), to: valueWords(theirs.access.meaning) };
    }
    const renamed = read(profile, ours.dialect.id);
    if (renamed?.verdict && renamed.verdict.allowed === theirs.verdict?.allowed)
      return renamed.speaker.ignoresGroups
        ? { knob: 'ignoresStar', from: valueWords(false), to: valueWords(true) }
        : { knob: 'name', from: ours.speaker.agent, to: renamed.speaker.agent };
    const key = `${theirs.dialect.id} ${theirs.speaker.agent}`;
    const known = found.get(key);
    if (known) return known;
    files ??= { whole: bytes, reduced: reducedFile(bytes, url) };
    const own = { dialect: ours.dialect, allowed: renamed?.verdict?.allowed ?? null };
    const other = { dialect: theirs.dialect, allowed: theirs.verdict?.allowed ?? null };
    const split = splittingKnobOfVerdicts(files, theirs.speaker.agent, url, own, other, octets);
    const difference: MatrixDifference = split
      ? { ...inWords(split), ...(split.also ? { also: inWords(split.also) } : {}) }
      : { knob: 'dialect', from: ours.dialect.name, to: theirs.dialect.name };
    found.set(key, difference);
    return difference;
  };
}

const inWords = ({ knob, from, to }: KnobChange): MatrixChange => ({ knob, from: valueWords(from), to: valueWords(to) });
