import type { Relative, RelativeKind } from '#shared/model/why-not.ts';

/** A stored URL as a relative is made of it. */
export interface Neighbour {
  readonly url: string;
  readonly state: string;
  readonly reason: string;
}

/** A bit for each letter of a text, by the last five bits of its code. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

function bitsOf(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** Edit distance (insert, delete, replace, swap of neighbours) up to `most`; `most` + 1 for anything farther. Time O(length · most). */
export function distanceWithin(a: string, b: string, most: number): number {
  const far = most + 1;
  if (Math.abs(a.length - b.length) > most) return far;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  // One edit removes one letter and adds one at most: this tells most different words apart without comparing positions.
  const [mine, theirs] = [lettersOf(left), lettersOf(right)];
  if (bitsOf(mine & ~theirs) > most || bitsOf(theirs & ~mine) > most) return far;
  let older: number[] = [];
  let old = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i += 1) {
    const row = new Array<number>(right.length + 1).fill(far);
    row[0] = i;
    let least = i;
    for (let j = Math.max(1, i - most); j <= Math.min(right.length, i + most); j += 1) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      let best = Math.min((old[j] as number) + 1, (row[j - 1] as number) + 1, (old[j - 1] as number) + cost);
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        best = Math.min(best, (older[j - 2] as number) + 1);
      row[j] = Math.min(best, far);
      least = Math.min(least, best);
    }
    if (least > most) return far;
    older = old;
    old = row;
  }
  return Math.min(old[right.length] as number, far);
}

/** A URL taken apart for comparing. */
interface Parts {
  readonly origin: string;
  readonly folder: string;
  readonly path: string;
  /** Null without one. */
  readonly query: string | null;
  readonly rest: string;
}

function partsOf(url: string): Parts {
  const authority = url.indexOf('/', url.indexOf('://') + 3);
  const from = authority < 0 ? url.length : authority;
  const query = url.indexOf('?', from);
  const path = url.slice(from, query < 0 ? url.length : query);
  return {
    origin: url.slice(0, from),
    folder: path.slice(0, path.lastIndexOf('/', path.length - 2) + 1),
    path,
    query: query < 0 ? null : url.slice(query + 1),
    rest: url.slice(from),
  };
}

/** Sorted names of the parameters, null without a query. */
const namesOf = ({ query }: Parts): string | null =>
  query === null
    ? null
    : query
        .split('&')
        .map(part => part.split('=', 1)[0])
        .sort()
        .join('&');

const withoutNumbers = (text: string): string => text.replace(/\d+/g, '0');

const rankOf: Readonly<Record<RelativeKind, number>> = { spelling: 0, typo: 1, query: 2, folder: 3, parent: 4 };
const mostOf: Readonly<Record<RelativeKind, number>> = { spelling: 3, typo: 3, query: 3, folder: 3, parent: 1 };
export const mostRelatives = 8;
const farthest = 3;

/** Edits that still count as a slip: one in three letters of the last segment, one in eight where a folder differs. */
function slipsAllowed(asked: Parts, other: Parts): number {
  if (asked.folder !== other.folder) return Math.min(farthest, Math.floor(asked.rest.length / 8));
  const longer = Math.max(asked.rest.length, other.rest.length) - asked.folder.length;
  return Math.min(farthest, Math.floor(longer / 3));
}

function queryWords(asked: string | null, other: string | null): string {
  if (other === null) return 'the same without its query';
  if (asked === null) return 'the same with a query';
  return asked === other ? 'the same parameters with other values' : 'the same page with other parameters';
}

/** Compares stored URLs with the given one. */
export class Kinship {
  private readonly asked: Parts;
  private readonly href: string;
  /** Origin and folder. */
  private readonly beginning: string;
  private readonly names: string | null;
  private readonly numberless: string;
  private readonly found = new Map<string, Relative>();

  constructor(href: string) {
    this.href = href;
    this.asked = partsOf(href);
    this.names = namesOf(this.asked);
    this.numberless = withoutNumbers(this.asked.rest);
    this.beginning = this.asked.origin + this.asked.folder;
  }

  /** Adds one whose kinship is known. */
  add(near: Neighbour, kind: RelativeKind, why: string, distance: number | null): void {
    if (near.url === this.href) return;
    const old = this.found.get(near.url);
    if (old && rankOf[old.kind] <= rankOf[kind]) return;
    this.found.set(near.url, { url: near.url, kind, why, reason: near.reason, state: near.state, distance });
  }

  /** Adds one if it is kin at all and not yet known to be. */
  consider(near: Neighbour): void {
    if (this.found.has(near.url) || near.url === this.href || !near.url.startsWith(this.asked.origin)) return;
    // Most URLs of a site differ in folder and in length, so they cost only this check.
    if (!near.url.startsWith(this.beginning) && Math.abs(near.url.length - this.href.length) > farthest) return;
    const other = partsOf(near.url);
    if (other.origin !== this.asked.origin) return;
    const { asked } = this;
    if (other.rest.length === asked.rest.length && other.rest.toLowerCase() === asked.rest.toLowerCase()) {
      this.add(near, 'spelling', 'differs by letter case', null);
      return;
    }
    if (other.path === asked.path) {
      this.add(near, 'query', queryWords(namesOf(asked), namesOf(other)), null);
      return;
    }
    const sameFolder = other.folder === asked.folder;
    const most = slipsAllowed(asked, other);
    const distance = distanceWithin(asked.rest, other.rest, most);
    // Numbers that differ are neighbours, not slips of the keys.
    const byNumber = (distance <= most || !sameFolder) && withoutNumbers(other.rest) === this.numberless;
    if (distance <= most && !byNumber)
      this.add(near, 'typo', distance === 1 ? 'one letter off' : `${distance} letters off`, distance);
    else if (byNumber && !sameFolder) this.add(near, 'folder', 'differs by a number', null);
    else if (sameFolder && asked.query !== null && namesOf(other) === this.names)
      this.add(near, 'query', `the same parameters on a page of ${asked.folder}`, null);
    else if (sameFolder) this.add(near, 'folder', `also under ${asked.folder}`, null);
  }

  /** The closest ones: spellings, slips, queries, neighbours. */
  best(): Relative[] {
    const tail = (url: string): string => url.slice(url.lastIndexOf('/', url.length - 2) + 1);
    const wanted = tail(this.href);
    const common = (url: string): number => {
      const other = tail(url);
      let at = 0;
      while (at < other.length && other[at] === wanted[at]) at += 1;
      return at;
    };
    const sorted = [...this.found.values()]
      .map(near => ({
        near,
        rank: rankOf[near.kind] * 8 + (near.distance ?? 0),
        alike: near.kind === 'parent' ? 0 : common(near.url),
      }))
      .sort(
        (a, b) =>
          a.rank - b.rank ||
          (a.near.kind === 'folder' || a.near.kind === 'query' ? b.alike - a.alike : 0) ||
          a.near.url.length - b.near.url.length ||
          (a.near.url < b.near.url ? -1 : 1),
      )
      .map(({ near }) => near);
    const counts = new Map<RelativeKind, number>();
    return sorted
      .filter(({ kind }) => {
        const count = (counts.get(kind) ?? 0) + 1;
        counts.set(kind, count);
        return count <= mostOf[kind];
      })
      .slice(0, mostRelatives);
  }
}
