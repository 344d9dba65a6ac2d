import type { SitemapChange, SitemapChangeKind, SitemapFileChanges } from '#shared/model/sitemap-diff.ts';

/** One entry of a sitemap file. Lists are in order of the URL, then of the file, then of the line. */
export interface ListedEntry {
  readonly url: string;
  readonly file: string;
  readonly line: number;
  readonly lastmod: string;
  readonly changefreq: string;
  readonly priority: string;
  /** The localized versions as text, '' for none: compared as a whole. */
  readonly alternates: string;
}

const fields = ['lastmod', 'changefreq', 'priority', 'alternates'] as const;

/** Files of a URL that are named in a change. */
const mostFiles = 20;

/** All entries of one URL: its files, and the values of the first entry. */
interface Group {
  readonly first: ListedEntry;
  readonly files: ReadonlySet<string>;
}

/** Joins the entries of each URL. */
function* groupsOf(entries: Iterable<ListedEntry>): Generator<Group> {
  let first: ListedEntry | null = null;
  let files = new Set<string>();
  for (const entry of entries) {
    if (first !== null && entry.url === first.url) {
      files.add(entry.file);
      continue;
    }
    if (first !== null) yield { first, files };
    first = entry;
    files = new Set([entry.file]);
  }
  if (first !== null) yield { first, files };
}

type Tally = { -readonly [K in Exclude<keyof SitemapFileChanges, 'file'>]: SitemapFileChanges[K] };
const nothing: Readonly<Tally> = { before: 0, after: 0, added: 0, removed: 0, changed: 0, movedIn: 0, movedOut: 0 };

/**
 * Compares the entries of two states of a site's sitemaps, in one pass over both. `compare` is the order of the URLs. A URL is *added* or
 * *removed* if no file listed it before or lists it now; *moved* if other files list it; else *changed* if a value of its first entry
 * differs. Counts URLs by file meanwhile.
 */
export class SitemapDiff {
  readonly #files = new Map<string, Tally>();
  readonly #compare: (a: string, b: string) => number;
  readonly totals: Record<SitemapChangeKind | 'same', number> = { added: 0, removed: 0, moved: 0, changed: 0, same: 0 };

  constructor(compare: (a: string, b: string) => number) {
    this.#compare = compare;
  }

  *run(before: Iterable<ListedEntry>, after: Iterable<ListedEntry>): Generator<SitemapChange> {
    const olds = groupsOf(before);
    const news = groupsOf(after);
    let old = olds.next();
    let now = news.next();
    while (old.done !== true || now.done !== true) {
      const order = old.done === true ? 1 : now.done === true ? -1 : this.#compare(old.value.first.url, now.value.first.url);
      const left = order <= 0 ? (old.value as Group) : null;
      const right = order >= 0 ? (now.value as Group) : null;
      const change = this.#changeOf(left, right);
      if (change !== null) yield change;
      if (left !== null) old = olds.next();
      if (right !== null) now = news.next();
    }
  }

  /** Files by name, once `run` is done. */
  files(): readonly SitemapFileChanges[] {
    return [...this.#files].map(([file, tally]) => ({ file, ...tally })).sort((a, b) => (a.file < b.file ? -1 : 1));
  }

  #changeOf(left: Group | null, right: Group | null): SitemapChange | null {
    for (const file of left?.files ?? []) this.#of(file).before++;
    for (const file of right?.files ?? []) this.#of(file).after++;
    const values = left && right ? fields.filter(name => left.first[name] !== right.first[name]) : [];
    const gone = [...(left?.files ?? [])].filter(file => !right?.files.has(file));
    const come = [...(right?.files ?? [])].filter(file => !left?.files.has(file));
    const isMoved = gone.length + come.length > 0;
    const kind =
      left === null ? 'added' : right === null ? 'removed' : isMoved ? 'moved' : values.length > 0 ? 'changed' : 'same';
    this.totals[kind]++;
    if (kind === 'same') return null;
    if (kind === 'changed') for (const file of right?.files ?? []) this.#of(file).changed++;
    for (const file of come) this.#of(file)[kind === 'added' ? 'added' : 'movedIn']++;
    for (const file of gone) this.#of(file)[kind === 'removed' ? 'removed' : 'movedOut']++;
    const shown = right ?? left;
    return {
      kind,
      url: shown?.first.url ?? '',
      line: shown?.first.line ?? 0,
      from: [...(left?.files ?? [])].slice(0, mostFiles),
      to: [...(right?.files ?? [])].slice(0, mostFiles),
      fields: values,
      lastmodBefore: left?.first.lastmod ?? '',
      lastmodAfter: right?.first.lastmod ?? '',
    };
  }

  #of(file: string): Tally {
    let tally = this.#files.get(file);
    if (tally === undefined) {
      tally = { ...nothing };
      this.#files.set(file, tally);
    }
    return tally;
  }
}
