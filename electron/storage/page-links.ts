import type { LinkKind } from '#shared/model/page.ts';

/** A link to be written; `end` is one past the last byte of its element. */
export interface NewLink {
  readonly to: number;
  readonly kind: LinkKind;
  readonly rel: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The links of one page as the JSON of `page_links.links`, described in docs/crawl-file.md; `idOf` gives the key of `link_kind`. */
export function linksJson(links: readonly NewLink[], idOf: (kind: LinkKind) => number): string {
  return JSON.stringify(
    links.map(({ to, kind, rel, text, start, end }) => {
      if (rel !== '') return [to, idOf(kind), start, end, text, rel];
      return text !== '' ? [to, idOf(kind), start, end, text] : [to, idOf(kind), start, end];
    }),
  );
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the links of a page one by one. Damage ends it: `next` gives false, and `damaged` says that what was read is not all. */
export class LinkReader {
  readonly #links: readonly unknown[];
  #entry: readonly unknown[] = [];
  damaged = false;
  /** Position on the page, from 0; -1 before the first `next`. */
  seq = -1;
  to = 0;
  kind = 0;
  start = 0;
  end = 0;

  constructor(json: string) {
    let links: unknown;
    try {
      links = JSON.parse(json);
    } catch {
      // Said by `damaged`.
    }
    this.damaged = !Array.isArray(links);
    this.#links = Array.isArray(links) ? links : [];
  }

  /** Links there are, damaged ones included. */
  get count(): number {
    return this.#links.length;
  }

  next(): boolean {
    if (this.damaged || this.seq + 1 >= this.#links.length) return false;
    const entry = this.#links[this.seq + 1];
    const [to, kind, start, end] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (!isCount(to) || !isCount(kind) || !isCount(start) || !isCount(end)) {
      this.damaged = true;
      return false;
    }
    this.#entry = entry as unknown[];
    this.to = to;
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.seq += 1;
    return true;
  }

  get text(): string {
    return textOf(this.#entry[4]);
  }

  get rel(): string {
    return textOf(this.#entry[5]);
  }
}
