import type { RenderedPage } from '#shared/model/rendered-facts.ts';
import type { AuditHeader, AuditLink, AuditPage, AuditSite, AuditUrl } from './check.ts';
import { type LinkMarks, marksOf, rowsOfLinks } from './link-marks.ts';
import { linkColumn, linkColumns, type PageLinks, type PageRow, type ResponseRow } from './source.ts';
import type { UrlTable } from './url-table.ts';

const noHeaders: readonly AuditHeader[] = [];

/** Where a page is seen. */
export interface Surroundings {
  readonly table: UrlTable;
  readonly site: AuditSite;
  /** See `AuditPage.isCounted`. */
  readonly isCounted: boolean;
}

/** A stored page with its links resolved to rows of the table. Links to ids without a row are omitted. */
export class PageView implements AuditPage {
  readonly url: AuditUrl;
  readonly response: ResponseRow;
  readonly facts: AuditPage['facts'];
  readonly alternates: AuditPage['alternates'];
  readonly stored: PageLinks;
  readonly isCounted: boolean;
  readonly signature: () => Uint8Array | null;
  readonly #readRendering: () => RenderedPage | null;
  readonly #in: Surroundings;
  #rows: Int32Array | null = null;
  #links: readonly AuditLink[] | null = null;
  #marks: LinkMarks | null = null;
  #names: readonly string[] | null = null;
  #rendering: RenderedPage | null | undefined;

  constructor(url: AuditUrl, row: PageRow, surroundings: Surroundings) {
    this.#in = surroundings;
    this.isCounted = surroundings.isCounted;
    this.url = url;
    this.response = row.response;
    this.facts = url.isPage ? row.facts : null;
    this.alternates = row.alternates;
    this.stored = row.links;
    this.signature = row.signature;
    this.#readRendering = row.rendering;
  }

  /** Read once: many checks ask for it one after the other. */
  get rendering(): RenderedPage | null {
    if (this.#rendering === undefined) this.#rendering = this.#readRendering();
    return this.#rendering;
  }

  get links(): readonly AuditLink[] {
    this.#links ??= this.#resolve();
    return this.#links;
  }

  /** By link: the row of its target, -1 for none. */
  get rows(): Int32Array {
    this.#rows ??= rowsOfLinks(this.stored, this.#in.table);
    return this.#rows;
  }

  get marks(): LinkMarks {
    const { table, site } = this.#in;
    this.#marks ??= marksOf(this.stored, this.rows, { table, url: this.url, site });
    return this.#marks;
  }

  targetAt(start: number): AuditUrl | null {
    const { rows, stored } = this;
    if (this.marks.count < stored.count) return linkStartingAt(this.links, start)?.to ?? null;
    const place = placeIn(stored.count, at => stored.numbers[at * linkColumns + linkColumn.start] as number, start);
    return place < 0 ? null : this.#in.table.view(rows[place] as number);
  }

  header(name: string): AuditHeader | null {
    const index = this.#headerNames().indexOf(name);
    return index < 0 ? null : { value: this.response.headers[index]?.[1] ?? '', index };
  }

  headers(name: string): readonly AuditHeader[] {
    if (!this.#headerNames().includes(name)) return noHeaders;
    return this.response.headers.flatMap(([key, value], index) => (key.toLowerCase() === name ? [{ value, index }] : []));
  }

  /** In lower case. Checks look some thirty headers up. */
  #headerNames(): readonly string[] {
    this.#names ??= this.response.headers.map(([key]) => key.toLowerCase());
    return this.#names;
  }

  #resolve(): AuditLink[] {
    const links: AuditLink[] = [];
    const { stored, rows } = this;
    const { count, numbers, forms } = stored;
    for (let seq = 0; seq < count; seq++) {
      const row = rows[seq] as number;
      if (row < 0) continue;
      const at = seq * linkColumns;
      const form = forms[numbers[at + linkColumn.form] as number];
      if (form === undefined) continue;
      const { kind, rel, isHyperlink, isNofollow, facts } = form;
      const { zone, form: written, newWindow, hasSpace, byImage, byLabel, path, rendered } = facts;
      // Written out: spreading the facts took three times as long.
      links.push({
        seq,
        to: this.#in.table.view(row),
        kind,
        rel,
        text: stored.text(seq),
        start: numbers[at + linkColumn.start] as number,
        end: numbers[at + linkColumn.end] as number,
        zone,
        form: written,
        newWindow,
        hasSpace,
        byImage,
        byLabel,
        path,
        rendered,
        isHyperlink,
        isNofollow,
      });
    }
    return links;
  }
}

const linkStartingAt = (links: readonly AuditLink[], start: number): AuditLink | undefined =>
  links[placeIn(links.length, at => (links[at] as AuditLink).start, start)];

/** A place where a rising list has this value; -1 where it has it nowhere. */
function placeIn(length: number, valueAt: (at: number) => number, value: number): number {
  let low = 0;
  let high = length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const there = valueAt(middle);
    if (there === value) return middle;
    if (there < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
