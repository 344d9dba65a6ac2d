import type { FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import type { CrawlFacts, CrawlSitemap } from '../../lint/crawl-facts.ts';
import { lintSteps } from '../../lint/lint-robots.ts';
import { readSource, type Source, type SourceLine } from '../../lint/source.ts';
import { normalizeUrl } from '../../url/normalize.ts';
import type { AuditSite } from '../check.ts';
import { atLine } from '../items.ts';
import type { HostRow, RobotsRow } from '../source.ts';
import { lookedFor } from './diagnostics.ts';
import { type FileFacts, fileFacts } from './file-facts.ts';
import type { SiteRobots } from './site-robots.ts';

/** Places of one diagnostic that are kept for a file. */
const mostPlaces = 200;

/** A place that the lint found. `text`: the line as written; of the file as a whole: the message, and no line. */
export interface Place {
  readonly line: number;
  readonly text: string;
  readonly kind: SourceLine['kind'];
}

/** What the lint and our own look found in the robots.txt of one host. */
export interface LintedFile {
  readonly found: ReadonlyMap<string, readonly Place[]>;
  /** Diagnostics that could not be looked for. */
  readonly notChecked: ReadonlySet<string>;
  readonly facts: FileFacts;
}

/** Whether a host has a robots.txt with text. A reason code where that is unknown; null: it has none. */
export function fileStanding(host: HostRow): 'file' | NotCheckableReason | null {
  const { robots } = host;
  if (robots === null) return 'needs-robots';
  if (robots.access === 'allow-all') return null;
  if (robots.access === 'disallow-all') return robots.status === null ? 'no-response' : 'no-body';
  return robots.text === null ? 'no-body' : 'file';
}

/** Lints the robots.txt of a host with what the crawl knows. Null: a step of the work. */
export function* lintHost(site: AuditSite, view: SiteRobots, host: HostRow, robots: RobotsRow): Generator<null, LintedFile> {
  const bytes = robots.text ?? new Uint8Array();
  const url = `${host.origin}/robots.txt`;
  const source = readSource({ bytes, url });
  const steps = lintSteps(bytes, {
    url,
    fetch: {
      status: robots.cause === null ? robots.status : null,
      contentType: robots.contentType,
      redirects: hopsOf(robots),
    },
    crawl: crawlFacts(site, view, host, source),
    only: lookedFor,
  });
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) yield null;
  const found = new Map<string, Place[]>();
  for (const { id, line, message } of step.value.diagnostics) {
    const places = found.get(id) ?? [];
    found.set(id, places);
    const at = source.lines[line - 1];
    if (places.length < mostPlaces)
      places.push(at ? { line, text: at.text, kind: at.kind } : { line: 0, text: message, kind: 'text' });
  }
  return {
    found,
    notChecked: new Set(step.value.notChecked.map(({ id }) => id)),
    facts: yield* fileFacts(site, view, host, source),
  };
}

/** The URLs that the request for robots.txt was redirected to, in order. */
export const hopsOf = ({ redirects, finalUrl }: RobotsRow): readonly string[] =>
  redirects.length === 0 || !finalUrl ? [] : [...redirects.slice(1), finalUrl];

/** What the crawl knows of a host, for the diagnostics that the audit uses. They need neither links nor the state of URLs. */
function crawlFacts(site: AuditSite, view: SiteRobots, host: HostRow, source: Source): CrawlFacts {
  const ids = view.urlsOf(host.originId);
  return {
    origin: host.origin,
    urls: {
      *[Symbol.iterator]() {
        for (const id of ids) {
          const url = site.url(id)?.url;
          if (url !== undefined)
            yield { url, status: null, inlinks: 0, inSitemaps: 0, noindex: false, canonical: null, redirectTo: null };
        }
      },
    },
    links: [],
    sitemaps: sitemapsOf(site, host, source),
    origins: [],
    earlier: null,
    profile: view.profile,
  };
}

/** The sitemap files that lines of this robots.txt name and that were requested. */
function sitemapsOf(site: AuditSite, host: HostRow, source: Source): CrawlSitemap[] {
  const lines = source.byKind('sitemap');
  if (lines.length === 0) return [];
  const rows = new Map(site.sitemaps.map(row => [row.url, row]));
  return lines.flatMap(line => {
    const target = normalizeUrl(line.value, `${host.origin}/`);
    const row = target.kind === 'url' ? rows.get(target.url) : undefined;
    if (!row || (row.state !== 'done' && row.state !== 'failed')) return [];
    const problem = row.state === 'failed' && row.status === null ? 'no response' : '';
    return [{ url: row.url, status: row.status, problem, line: line.number }];
  });
}

/** Evidence of places, each line once. */
export function itemsOf(places: Iterable<Place>): FindingItem[] {
  const seen = new Set<number>();
  const items: FindingItem[] = [];
  for (const { line, text } of places) {
    if (line > 0 && seen.has(line)) continue;
    seen.add(line);
    items.push(line > 0 ? atLine(text, line) : { value: text });
  }
  return items.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

const kept = new WeakMap<AuditSite, Map<number, LintedFile>>();

/** As `lintHost`, once for all checks. */
export function* lintedHost(site: AuditSite, view: SiteRobots, host: HostRow, robots: RobotsRow): Generator<null, LintedFile> {
  let files = kept.get(site);
  if (!files) {
    files = new Map();
    kept.set(site, files);
  }
  let file = files.get(host.originId);
  if (!file) {
    file = yield* lintHost(site, view, host, robots);
    files.set(host.originId, file);
  }
  return file;
}
