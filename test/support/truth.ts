/**
 * Compares what a crawl fetched with what an independent crawler found on the same site. The truth follows nofollow links
 * and ignores robots.txt, a polite crawl does not: those differences are explained when the truth itself shows the cause.
 */

export interface TruthRow {
  readonly url: string;
  readonly status: number;
  /** Media type without parameters, lower case. */
  readonly type: string;
  /** Every link to it carries rel=nofollow, and nothing else leads there. */
  readonly nofollowOnly: boolean;
  readonly robotsAllowed: boolean;
}

/** A line of `urls FILE --format jsonl --columns url,status,content_type,state,reason`. */
export interface CrawlRow {
  readonly url: string;
  readonly status: number | null;
  readonly content_type: string | null;
  readonly state: string;
  readonly reason: string | null;
}

export interface Difference {
  readonly kind: 'missing' | 'extra' | 'different' | 'unfinished';
  readonly cause: string;
  readonly explained: boolean;
  readonly url: string;
  readonly detail: string;
}

export interface Comparison {
  /** URLs of the truth, and those of them that are HTML with status 200. */
  readonly truth: number;
  readonly truthPages: number;
  /** Fetched URLs of the same origin in the crawl, and the HTML pages with status 200 among them. */
  readonly fetched: number;
  readonly fetchedPages: number;
  /** Same URL, status and type on both sides. */
  readonly same: number;
  readonly differences: readonly Difference[];
}

const mediaType = (value: string | null): string => (value ?? '').split(';', 1)[0]!.trim().toLowerCase();

/** Reads a truth table; columns are found by the names in its header. Throws when one that is needed is not there. */
export const parseTruth = (tsv: string): readonly TruthRow[] => {
  const [header = '', ...lines] = tsv.split('\n');
  const names = header.split('\t');
  const column = (name: string): number => {
    const index = names.indexOf(name);
    if (index < 0) throw new Error(`The truth table has no column ${name}`);
    return index;
  };
  const [url, status, type, pages, nofollow, allowed] = [
    'url',
    'status',
    'content_type',
    'inlink_pages',
    'nofollow_inlinks',
    'robots_allowed_star',
  ].map(column);
  const others = ['frame_refs', 'refresh_refs', 'redirect_refs'].map(column);
  return lines
    .filter(line => line !== '')
    .map(line => {
      const cells = line.split('\t');
      const text = (index: number | undefined): string => cells[index ?? -1] ?? '';
      const number = (index: number | undefined): number => Number(text(index)) || 0;
      const nofollowed = number(nofollow);
      return {
        url: text(url),
        status: number(status),
        type: mediaType(text(type)),
        nofollowOnly: nofollowed > 0 && nofollowed >= number(pages) && others.every(index => number(index) === 0),
        robotsAllowed: text(allowed) !== '0',
      };
    });
};

/** One spelling for URLs that are equal by the URL standard; '' for a text that is not a URL. */
const normal = (url: string): string => {
  if (!URL.canParse(url)) return '';
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
};

/** A looser spelling, to recognise one page behind two percent-encodings. */
const loose = (url: string): string => {
  try {
    return decodeURIComponent(url);
  } catch (error) {
    if (error instanceof URIError) return url; // a stray % stays as it is
    throw error;
  }
};

const missingCause = (truth: TruthRow, row: CrawlRow | undefined): { readonly cause: string; readonly explained: boolean } => {
  if (!row) return { cause: 'unknown to the crawl', explained: false };
  const reason = row.reason ?? '';
  if (reason === 'link-nofollow' && truth.nofollowOnly) return { cause: 'only nofollow links', explained: true };
  if (reason === 'robots-disallow' && !truth.robotsAllowed) return { cause: 'robots.txt forbids it', explained: true };
  return { cause: `not fetched: ${row.state} ${reason}`.trim(), explained: false };
};

const isPage = (status: number | null, type: string): boolean => status === 200 && type === 'text/html';

/** Compares all URLs of the truth's origin. Everything that is not the same on both sides is a difference with a cause. */
export const compareTruth = (truth: readonly TruthRow[], crawl: readonly CrawlRow[]): Comparison => {
  const origins = new Set(truth.map(row => new URL(row.url).origin));
  const internal = new Map<string, CrawlRow>();
  for (const row of crawl) if (URL.canParse(row.url) && origins.has(new URL(row.url).origin)) internal.set(normal(row.url), row);
  const isFetched = (row: CrawlRow | undefined): row is CrawlRow =>
    row?.status !== undefined && row.status !== null && row.status > 0;

  const differences: Difference[] = [];
  const wanted = new Map(truth.map(row => [normal(row.url), row]));
  const extra = [...internal].filter(([url, row]) => isFetched(row) && !wanted.has(url));
  const extraByLoose = new Map(extra.map(([url, row]) => [loose(url), row]));
  const respelt = new Set<string>();
  let same = 0;

  for (const [url, expected] of wanted) {
    const row = internal.get(url);
    if (!isFetched(row)) {
      const twin = extraByLoose.get(loose(url));
      if (twin?.status === expected.status) {
        respelt.add(twin.url);
        differences.push({ kind: 'missing', cause: 'other spelling', explained: true, url, detail: twin.url });
      } else
        differences.push({
          kind: 'missing',
          ...missingCause(expected, row),
          url,
          detail: `truth ${expected.status} ${expected.type}`,
        });
      continue;
    }
    const type = mediaType(row.content_type);
    if (row.status === expected.status && type === expected.type) same += 1;
    else {
      const cause = row.status === expected.status ? 'type' : 'status';
      const detail = `truth ${expected.status} ${expected.type}, crawl ${row.status} ${type}`;
      differences.push({ kind: 'different', cause, explained: false, url, detail });
    }
  }
  for (const [url, row] of extra) {
    if (respelt.has(row.url)) continue;
    // A crawler may list robots.txt, which every polite crawl requests first.
    const isRobots = new URL(url).pathname === '/robots.txt';
    const cause = isRobots ? 'robots.txt' : 'unknown to the truth';
    const detail = `crawl ${row.status} ${mediaType(row.content_type)}`;
    differences.push({ kind: 'extra', cause, explained: isRobots, url, detail });
  }
  for (const [url, row] of internal) {
    if (row.state !== 'queued' && row.state !== 'leased') continue;
    differences.push({ kind: 'unfinished', cause: row.state, explained: false, url, detail: 'the crawl has not ended' });
  }
  const fetched = [...internal.values()].filter(isFetched);
  return {
    truth: wanted.size,
    truthPages: [...wanted.values()].filter(row => isPage(row.status, row.type)).length,
    fetched: fetched.length,
    fetchedPages: fetched.filter(row => isPage(row.status, mediaType(row.content_type))).length,
    same,
    differences,
  };
};

/** The comparison as lines for a terminal; at most `shown` examples for each kind and cause. */
export const comparisonTable = (site: string, comparison: Comparison, shown = 20): string => {
  const groups = new Map<string, Difference[]>();
  for (const item of comparison.differences) {
    const key = `${item.kind} (${item.cause}${item.explained ? ', explained' : ''})`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const unexplained = comparison.differences.filter(item => !item.explained).length;
  return [
    `${site}: truth ${comparison.truth} URLs (${comparison.truthPages} pages), ` +
      `crawl ${comparison.fetched} fetched (${comparison.fetchedPages} pages), same ${comparison.same}`,
    ...[...groups].flatMap(([key, items]) => [
      `  ${key}: ${items.length}`,
      ...(items[0]?.explained ? [] : items.slice(0, shown).map(item => `    ${item.url}  ${item.detail}`)),
      ...(!items[0]?.explained && items.length > shown ? [`    … and ${items.length - shown} more`] : []),
    ]),
    `  unexplained: ${unexplained}`,
  ].join('\n');
};
