import type { Steps } from '#core/steps.ts';
import { reasonCodes, reasons } from '#shared/explain/reasons.ts';
import type { Store } from '#storage/store.ts';

/** Codes of URLs that were rejected because of how they were found. A better link may admit them later. */
const reversible: ReadonlySet<string> = new Set(reasonCodes.filter(code => reasons[code].reopens));

/** Codes of URLs that pages embed or refer to, and that no hyperlink led to. */
const unlinked: ReadonlySet<string> = new Set(['resource-not-crawled', 'reference-not-crawled']);

export const isUnlinkedReason = (reason: string): boolean => unlinked.has(reason);

/**
 * URLs that were rejected because of how they were found, and those among them that no hyperlink led to. Nearly every link asks for them, so their ids
 * are in memory. A crawl that continues reads them in steps: in a file of ten million URLs, that takes seconds. Until then, it looks up the row.
 */
export class KeptOut {
  readonly #urls: Pick<Store['urls'], 'byId' | 'disregardedFor'>;
  readonly #reopenable = new Set<number>();
  readonly #unlinked = new Set<number>();
  /** The ids up to here are read. */
  #readTo = 0;

  constructor(urls: Pick<Store['urls'], 'byId' | 'disregardedFor'>) {
    this.#urls = urls;
  }

  /** Reads what earlier runs kept out. */
  *read(): Steps<void> {
    for (const { end, rows } of this.#urls.disregardedFor([...new Set([...reversible, ...unlinked])])) {
      for (const { id, reason } of rows) this.rejected(id, reason);
      this.#readTo = end;
      yield end;
    }
    this.#readTo = Number.POSITIVE_INFINITY;
  }

  /** Whether a better link may admit a URL. */
  mayReopen(id: number): boolean {
    return this.#reopenable.has(id) || (id > this.#readTo && reversible.has(this.#reasonInFile(id)));
  }

  /** Whether pages only embed a URL or refer to it. */
  isUnlinked(id: number): boolean {
    return this.#unlinked.has(id) || (id > this.#readTo && unlinked.has(this.#reasonInFile(id)));
  }

  /** A queued URL was rejected because of how it was found. */
  add(id: number): void {
    this.#reopenable.add(id);
  }

  /** A URL was rejected, for a reason of any kind. Call it before or after the row changes. */
  rejected(id: number, reason: string): void {
    if (reversible.has(reason)) this.#reopenable.add(id);
    else this.#reopenable.delete(id);
    if (unlinked.has(reason)) this.#unlinked.add(id);
    else this.#unlinked.delete(id);
  }

  /** A URL was admitted. Call it before or after the row changes. */
  admitted(id: number): void {
    this.#reopenable.delete(id);
    this.#unlinked.delete(id);
  }

  /** The reason why a URL is disregarded; '' for any other. */
  #reasonInFile(id: number): string {
    const url = this.#urls.byId(id);
    return url?.state === 'disregarded' ? url.reason : '';
  }
}
