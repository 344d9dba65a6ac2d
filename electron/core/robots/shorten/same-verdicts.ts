import type { RobotsFile } from '#shared/model/robots.ts';
import { crawlDelayFor, quickVerdict } from '../decide.ts';
import type { Dialect } from '../dialect.ts';
import { dialectById, dialectIds } from '../dialects/registry.ts';
import { parseRobots } from '../parse/parse.ts';

/** Names and URLs at most that every dialect compares. */
const MOST_NAMES = 6;
const MOST_URLS = 250;
const SITE = 'http://host.invalid';

/** What a shorter file would change for a robot in a dialect: its verdict on a URL, its delay, or the sitemaps of the file. */
export interface Difference {
  readonly dialect: string;
  readonly changes: 'verdict' | 'delay' | 'sitemaps';
  /** '' for sitemaps. */
  readonly agent: string;
  /** '' for anything but a verdict. */
  readonly url: string;
}

const spaced = <T>(items: readonly T[], most: number): T[] => {
  const every = Math.max(1, Math.ceil(items.length / most));
  return items.filter((_, at) => at % every === 0);
};

/** URLs about which the rules of a file say something: what a pattern matches at least, a bit more, a bit less, and with a query. */
export function probesOf(file: RobotsFile): string[] {
  const paths = new Set(['/', '/robots.txt', '/x', '/?q']);
  for (const { pattern } of spaced(
    file.groups.flatMap(group => group.rules),
    MOST_URLS,
  )) {
    const least = pattern.replaceAll('*', '').replace(/\$$/, '').slice(0, 500);
    const path = least.startsWith('/') ? least : `/${least}`;
    for (const each of [path, `${path}x`, `${path}/`, `${path}?q=1`, path.slice(0, -1), pattern.replaceAll('*', 'm')])
      paths.add(each.startsWith('/') ? each : `/${each}`);
  }
  return spaced([...paths], MOST_URLS).map(path => SITE + path);
}

/** Names that a file has groups for, longer ones that begin with them, and one that it has none for. */
export function namesOf(file: RobotsFile): string[] {
  const named = spaced([...new Set(file.groups.flatMap(group => group.agents.map(({ token }) => token)))], MOST_NAMES);
  return [...named, ...named.slice(0, 2).map(name => `${name}Bot`), 'no-such-robot'];
}

/** Whether a dialect reads the whole of a file. One that reads a part of it reads more of a shorter file. */
const readsAll = (file: RobotsFile): boolean =>
  file.override?.why !== 'too-large' &&
  !file.lines.some(({ notes }) => notes.includes('past-size-limit') || notes.includes('rule-limit'));

/** Compares files with the one they are made from, as all dialects read them. The verdicts of that one are worked out once. */
export class VerdictComparison {
  readonly names: readonly string[];
  readonly urls: readonly string[];
  /** Dialects that read only a part of the original. */
  readonly cut: readonly string[];
  readonly #wanted: ReadonlyMap<Dialect, string>;

  /** `more`: URLs besides those made from the rules. `except`: ids of dialects that do not count. */
  constructor(bytes: Uint8Array, rfc: RobotsFile, more: readonly string[], except: readonly string[]) {
    this.names = namesOf(rfc);
    this.urls = [...new Set([...probesOf(rfc), ...spaced(more, MOST_URLS)])];
    const parsed = dialectIds().flatMap(id => {
      const dialect = except.includes(id) ? null : dialectById(id);
      return dialect ? [{ dialect, file: parseRobots(bytes, dialect) }] : [];
    });
    this.cut = parsed.filter(({ file }) => !readsAll(file)).map(({ dialect }) => dialect.id);
    this.#wanted = new Map(
      parsed.filter(({ file }) => readsAll(file)).map(({ dialect, file }) => [dialect, this.#verdicts(file, dialect)]),
    );
  }

  /** Dialects that compare the whole file. */
  get dialects(): number {
    return this.#wanted.size;
  }

  /** The first difference between a file and the original, null if there is none. */
  difference(bytes: Uint8Array): Difference | null {
    for (const [dialect, wanted] of this.#wanted) {
      const got = this.#verdicts(parseRobots(bytes, dialect), dialect);
      if (got === wanted) continue;
      let at = 0;
      while (at < got.length && got[at] === wanted[at]) at += 1;
      const agent = this.names[Math.floor(at / (this.urls.length + 1))];
      const url = this.urls[at % (this.urls.length + 1)];
      if (agent === undefined) return { dialect: dialect.id, changes: 'sitemaps', agent: '', url: '' };
      return { dialect: dialect.id, changes: url === undefined ? 'delay' : 'verdict', agent, url: url ?? '' };
    }
    return null;
  }

  /** A letter for each name and URL, and one for the delay of each name; then the sitemaps. */
  #verdicts(file: RobotsFile, dialect: Dialect): string {
    let letters = '';
    for (const name of this.names) {
      for (const url of this.urls) {
        const { allowed } = quickVerdict(file, dialect, name, url);
        letters += allowed === null ? '?' : allowed ? 'A' : 'D';
      }
      letters += String.fromCharCode(
        0x100 + Math.min(60_000, Math.round((crawlDelayFor(file, dialect, name)?.seconds ?? -1) * 10) + 10),
      );
    }
    return letters + file.sitemaps.map(({ value }) => value).join('\n');
  }
}
