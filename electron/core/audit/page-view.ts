import type { AuditHeader, AuditLink, AuditPage, AuditUrl } from './check.ts';
import type { LinkRow, PageRow, ResponseRow } from './source.ts';
import type { UrlTable } from './url-table.ts';

const hyperlinks = new Set(['a', 'area', 'frame', 'iframe']);
const noHeaders: readonly AuditHeader[] = [];
const nofollowRel = /(^| )nofollow( |$)/;

/** A stored page with its links resolved to rows of the table. Links to ids without a row are omitted. */
export class PageView implements AuditPage {
  readonly url: AuditUrl;
  readonly response: ResponseRow;
  readonly facts: AuditPage['facts'];
  readonly alternates: AuditPage['alternates'];
  readonly #table: UrlTable;
  readonly #rows: readonly LinkRow[];
  #links: readonly AuditLink[] | null = null;
  #names: readonly string[] | null = null;

  constructor(table: UrlTable, url: AuditUrl, row: PageRow) {
    this.#table = table;
    this.url = url;
    this.response = row.response;
    this.facts = url.isPage ? row.facts : null;
    this.alternates = row.alternates;
    this.#rows = row.links;
  }

  get links(): readonly AuditLink[] {
    this.#links ??= this.#resolve();
    return this.#links;
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
    for (const row of this.#rows) {
      const at = this.#table.rowOf(row.to);
      if (at < 0) continue;
      const { seq, kind, rel, text, start, end, zone, form, newWindow, hasSpace, byImage, byLabel, path } = row;
      // Written out: spreading the row took three times as long.
      links.push({
        seq,
        to: this.#table.view(at),
        kind,
        rel,
        text,
        start,
        end,
        zone,
        form,
        newWindow,
        hasSpace,
        byImage,
        byLabel,
        path,
        isHyperlink: hyperlinks.has(kind),
        isNofollow: rel !== '' && nofollowRel.test(rel),
      });
    }
    return links;
  }
}
