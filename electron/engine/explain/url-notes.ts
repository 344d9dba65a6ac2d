import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import { profileSet } from '#core/crawlers/profile-set.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { hostSubstitution } from '#core/robots/host-line.ts';
import { hasTrackingCode } from '#core/url/tracking.ts';
import { anyOriginNote, hostNote, onlyFramesNote, unseenRedirectNote } from '#shared/explain/url-notes.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { LinkRow } from '#shared/model/explanation.ts';
import type { RobotsFile } from '#shared/model/robots.ts';
import type { KnownUrl, Lookup } from '#storage/reads/lookup.ts';
import type { RobotsReading } from '../crawl/slot.ts';

/** What the notes about a URL are made from. */
export interface NotedUrl {
  readonly url: string;
  /** First links to the URL, redirects among them; empty for a URL never seen. */
  readonly links: readonly Pick<LinkRow, 'from' | 'kind'>[];
  /** Whether `links` are all of them. */
  readonly isAll: boolean;
}

/** How one crawler reads the file that applies to the URL. */
export interface NotedReading {
  readonly file: RobotsFile | null;
  readonly dialect: Dialect;
  readonly allowed: boolean | null;
}

/** Links looked at for notes. */
const linksOfNotes = 50;

/** The URL with the first links to it. */
export function notedUrl(
  lookup: Pick<Lookup, 'linksTo'>,
  known: Pick<KnownUrl, 'id' | 'url'> | undefined,
  url: string,
): NotedUrl {
  const links = known ? lookup.linksTo(known.id, 0, linksOfNotes) : [];
  return { url: known?.url ?? url, links, isAll: links.length < linksOfNotes };
}

/** The file that applies says something about this URL: a tracking code then raises the question whether it counts. */
export function originNotes(url: string, readings: readonly NotedReading[]): string[] {
  const isBlocked = readings.some(({ allowed }) => allowed === false);
  return hasTrackingCode(url) || (isBlocked && url.includes('?')) ? [anyOriginNote] : [];
}

/** What is true of one crawler and the URL besides its verdicts. */
export function crawlerNotes(
  { url, links, isAll }: NotedUrl,
  profile: Pick<CrawlerProfile, 'followsRedirectsUnseen' | 'ignoresFrames'>,
  { file, dialect, allowed }: NotedReading,
): string[] {
  const substitution = file && hostSubstitution(file, dialect, url);
  const redirects = links.filter(({ kind }) => kind === 'redirect');
  const [first] = redirects;
  const isFramed = isAll && links.length > 0 && links.every(({ kind }) => kind === 'frame' || kind === 'iframe');
  return [
    ...(substitution ? [hostNote(substitution.url, substitution.line)] : []),
    ...(profile.followsRedirectsUnseen && allowed === false && first
      ? [unseenRedirectNote(first.from, redirects.length - 1)]
      : []),
    ...(profile.ignoresFrames && isFramed ? [onlyFramesNote] : []),
  ];
}

/** The notes of an explanation, for the crawl's own profile. */
export function explanationNotes(
  { settings }: { readonly settings: Pick<CrawlSettings, 'profile' | 'profiles'> },
  noted: NotedUrl,
  reading: Pick<RobotsReading, 'file' | 'dialect' | 'decide'> | null,
): string[] {
  const profile = profileSet(settings.profiles).byId(settings.profile);
  if (!reading || !profile || !URL.canParse(noted.url)) return [];
  const { file, dialect } = reading;
  const read: NotedReading = { file, dialect, allowed: reading.decide(noted.url).allowed };
  return [...originNotes(noted.url, [read]), ...crawlerNotes(noted, profile, read)];
}
