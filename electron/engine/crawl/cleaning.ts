import { cleanRules } from '#core/robots/clean-param.ts';
import { originOf } from '#core/url/authority.ts';
import type { CleanLines } from '#core/url/url-policy.ts';
import type { Evidence } from '#shared/model/decision.ts';
import { type Lookup, lookup } from '#storage/reads/lookup.ts';
import type { Store } from '#storage/store.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';

/** Versions whose lines are kept. */
const mostKept = 1_000;
/** A longer file is read so far: 500 KiB, as by crawlers. */
const longestFile = 512_000;

/** The Clean-param lines of a stored robots.txt. */
export function cleanLinesOf(robots: Pick<Store['robots'], 'body'>, version: RobotsVersion): CleanLines {
  const body = version.access === 'rules' ? robots.body(version.bodyHash) : null;
  const text =
    body === null ? '' : Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, longestFile)).toString('utf8');
  return { robots: version.id, rules: cleanRules(text) };
}

/** The Clean-param lines of the hosts of a crawl, each version read once. */
export class Cleaning {
  readonly #store: Store;
  #reads: Lookup | null = null;
  readonly #kept = new Map<number, CleanLines>();

  constructor({ parts: { store } }: { readonly parts: { readonly store: Store } }) {
    this.#store = store;
  }

  linesOf(version: RobotsVersion): CleanLines {
    const known = this.#kept.get(version.id);
    if (known) return known;
    const lines = cleanLinesOf(this.#store.robots, version);
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(version.id, lines);
    return lines;
  }

  /** The evidence of the admission of a stored URL. Prepared on first use: most crawls need none. */
  foundBy(id: number): readonly Evidence[] {
    this.#reads ??= lookup(this.#store.db);
    return this.#reads.decisions(id).findLast(({ trace }) => trace[0]?.rule === 'valid-url')?.evidence ?? [];
  }

  /** The lines of a URL's host; null while its robots.txt is not known. */
  linesFor(url: string): CleanLines | null {
    const { origins, robots } = this.#store;
    const origin = originOf(url);
    const id = (origin && origins.byKey(origin.key)?.robotsId) ?? null;
    const known = id === null ? undefined : this.#kept.get(id);
    if (known) return known;
    const version = id === null ? undefined : robots.byId(id);
    return version === undefined ? null : this.linesOf(version);
  }
}
