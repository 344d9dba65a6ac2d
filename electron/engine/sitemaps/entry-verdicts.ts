import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import type { RobotsAccess } from '#core/robots/access.ts';
import { decideAs, type Speaker, speakerFor } from '#core/robots/choose/speaker.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { originOf } from '#core/url/authority.ts';
import type { EntryVerdict } from '#shared/model/explanation.ts';
import type { RobotsFile } from '#shared/model/robots.ts';
import type { ListPart, StoredValue } from '#storage/presets/list-part.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsTable } from '#storage/tables/robots-versions.ts';
import { accessNow } from '../robots/gate.ts';
import type { ParsedFiles } from '../robots/parsed-files.ts';

/** Hosts whose interpretation is kept. The entries of a sitemap are mostly of one. */
const mostHosts = 200;

export interface VerdictContext {
  readonly robots: Pick<RobotsTable, 'byId' | 'body'>;
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly parsed: ParsedFiles;
}

interface Host {
  readonly speaker: Speaker;
  readonly access: RobotsAccess;
  readonly file: RobotsFile | null;
}

/** What the stored robots.txt of their hosts says to one crawler about the entries of sitemaps. */
export class EntryVerdicts {
  readonly #context: VerdictContext;
  readonly #profile: CrawlerProfile;
  readonly #dialect: Dialect | null;
  readonly #hosts = new Map<string, Host | null>();

  constructor(context: VerdictContext, profile: CrawlerProfile) {
    this.#context = context;
    this.#profile = profile;
    this.#dialect = dialectById(profile.dialect);
  }

  /** Null: the crawl has no robots.txt of the host, or the URL has no host. */
  of(url: string): EntryVerdict | null {
    const origin = originOf(url)?.key;
    const dialect = this.#dialect;
    if (origin === undefined || dialect === null) return null;
    let host = this.#hosts.get(origin);
    if (host === undefined) {
      host = this.#hostOf(origin, dialect);
      if (this.#hosts.size >= mostHosts) this.#hosts.clear();
      this.#hosts.set(origin, host);
    }
    if (host === null) return null;
    const { allowed, line, rule, reason } = decideAs(host.speaker, host.access, host.file, dialect, url);
    return { allowed, line, rule, reason };
  }

  #hostOf(origin: string, dialect: Dialect): Host | null {
    const { robots, origins, parsed } = this.#context;
    const id = origins.byKey(origin)?.robotsId ?? null;
    const version = id === null ? undefined : robots.byId(id);
    if (!version) return null;
    const access = accessNow(version, dialect);
    const file =
      version.access === 'rules'
        ? parsed.get(version.id, () => robots.body(version.bodyHash) ?? new Uint8Array(), dialect)
        : null;
    return { speaker: speakerFor(file, dialect, this.#profile), access, file };
  }
}

/** Place of the URL in the rows of `sitemapEntries`. */
const urlPlace = 2;

const verdictWords = (verdict: EntryVerdict | null): string =>
  verdict === null ? 'not requested' : verdict.allowed === null ? 'undecided' : verdict.allowed ? 'allowed' : 'blocked';

/** The rows of `sitemapEntries`, each with verdict and line for each crawler. */
export function* judgedEntries(parts: Iterable<ListPart>, judges: readonly EntryVerdicts[]): Generator<readonly StoredValue[]> {
  for (const { rows } of parts)
    for (const row of rows) {
      const verdicts = judges.map(judge => judge.of(String(row[urlPlace])));
      yield [...row, ...verdicts.flatMap(verdict => [verdictWords(verdict), verdict?.line || null])];
    }
}
