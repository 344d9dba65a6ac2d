import { setImmediate as turn } from 'node:timers/promises';
import { parseQuery } from '#core/query/query.ts';
import { asUri, entryXml, urlsetHead } from '#core/sitemap/make/entry-xml.ts';
import { ReturnedVersions, versionsOf } from '#core/sitemap/make/language-versions.ts';
import { leftOutReason } from '#core/sitemap/make/left-out.ts';
import { pageDate } from '#core/sitemap/make/page-date.ts';
import { originOf } from '#core/url/authority.ts';
import { counted } from '#shared/explain/figure.ts';
import { type LeftOutReason, leftOutWords, type SitemapMade, type SitemapWish } from '#shared/model/sitemap-make.ts';
import { fail } from '#shared/rpc/errors.ts';
import { keepFewPages, openDatabase } from '#storage/file/database.ts';
import { type SitemapPage, sitemapPages } from '#storage/reads/sitemap-pages.ts';
import { openReads } from '../../reader/reads.ts';
import { type ListWish, UrlLists } from '../../reader/url-lists.ts';
import { SitemapFiles } from './sitemap-files.ts';

/** Work between two looks at other messages. */
const sliceMs = 12;
const urlsOfBlock = 250;
/** Google's limit of images for one page. */
const mostImages = 1_000;
/** sitemaps.org: a loc has fewer than 2,048 characters. */
const longestLoc = 2_047;

export interface MakeTarget extends SitemapWish {
  /** The crawl file. */
  readonly path: string;
  /** The file that readers start with. */
  readonly main: string;
  readonly replace: 'none' | 'main' | 'all';
}

export interface MakeProgress {
  /** URLs looked at or written. */
  readonly done: number;
  readonly total: number;
}

export interface MakeOptions {
  /** Called between slices; when it returns 'cancel', the work ends, nothing is left, and the result is null. */
  readonly report: (progress: MakeProgress) => 'go-on' | 'cancel';
  /** Ids of the URLs of a filter by address; absent: columns are read for it. */
  readonly ordered?: (wish: ListWish) => Promise<Int32Array>;
}

class Cancelled extends Error {}

/**
 * Makes sitemap files of the URLs of a crawl that may be listed, sorted by address. Reads one state of the crawl file, in slices. Throws an
 * `RpcError`: a filter or a base that cannot be used, a file that is there already.
 */
export async function makeSitemap(target: MakeTarget, options: MakeOptions): Promise<SitemapMade | null> {
  const db = openDatabase(target.path, { readOnly: true });
  try {
    keepFewPages(db);
    db.exec('BEGIN');
    const base = folderOf(target.base);
    const reads = openReads(db);
    const { terms, problem } = parseQuery(target.filter, reads.live.operators());
    if (problem !== '') fail('bad_request', problem);
    const lists = options.ordered ? null : new UrlLists(reads.orders, reads.views, reads.urls);
    const wish = { terms, sort: 'url', descending: false };
    if (options.report({ done: 0, total: 0 }) === 'cancel') return null;
    const ids = await (options.ordered?.(wish) ?? (lists as UrlLists).ordered(wish));
    const pages = sitemapPages(db, {
      headers: target.lastmod === 'header' || target.hreflang,
      facts: target.lastmod === 'content' || target.hreflang,
      alternates: target.hreflang,
      images: target.images,
    });
    return await new SitemapMaker({ ...target, base }, pages, ids, options.report).run();
  } catch (error) {
    if (error instanceof Cancelled) return null;
    throw error;
  } finally {
    db.close();
  }
}

/** The folder of a base, or why it cannot be used. */
export function baseFault(base: string): string {
  if (originOf(base) === null) return 'It needs a whole http or https URL.';
  const { search, hash, pathname } = new URL(base);
  if (search !== '' || hash !== '') return 'It is a folder, so it has neither ? nor #.';
  return pathname.endsWith('/') ? '' : 'It is a folder, so it ends with a slash.';
}

function folderOf(base: string | null): string | null {
  if (base === null) return null;
  const fault = baseFault(base);
  return fault === '' ? new URL(base).href : fail('bad_request', `${base}: ${fault}`);
}

class SitemapMaker {
  readonly #target: MakeTarget;
  readonly #pages: ReturnType<typeof sitemapPages>;
  readonly #ids: Int32Array;
  readonly #report: MakeOptions['report'];
  /** 1 where a URL is in the list of the filter, 2 where it may be listed. By id. */
  readonly #marks: Uint8Array;
  readonly #leftOut = new Map<LeftOutReason, number>();
  readonly #versions = new ReturnedVersions();
  readonly #dates = { written: 0, missing: 0, bad: 0, future: 0, ofResponse: 0 };
  readonly #images = { written: 0, leftOut: 0 };
  #internal = 0;
  #listed = 0;
  #alternates = 0;
  #until = 0;
  #done = 0;
  #total = 0;

  constructor(target: MakeTarget, pages: ReturnType<typeof sitemapPages>, ids: Int32Array, report: MakeOptions['report']) {
    this.#target = target;
    this.#pages = pages;
    this.#ids = ids;
    this.#report = report;
    this.#marks = new Uint8Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1);
    for (const id of ids) this.#marks[id] = 1;
  }

  async run(): Promise<SitemapMade> {
    const { images, hreflang, main, maxUrls, maxBytes, replace } = this.#target;
    const passes = hreflang ? 4 : 3;
    this.#total = this.#ids.length * passes;
    const base = await this.#judge();
    const head = urlsetHead({ images, hreflang });
    const files = new SitemapFiles({ main, base, head, maxUrls, maxBytes, replace });
    try {
      if (hreflang) await this.#eachListed(page => this.#collect(page));
      await this.#eachListed(async page => files.add(this.#entry(page)));
      const { files: made, stale } = await files.finish();
      const alternates = { written: this.#alternates, leftOut: this.#versions.found - this.#alternates };
      return {
        files: made,
        url: made[0]?.url ?? '',
        base,
        internal: this.#internal,
        listed: this.#listed,
        leftOut: [...this.#leftOut].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
        lastmod: this.#dates,
        images: this.#images,
        alternates,
        stale,
      };
    } finally {
      files.discard();
    }
  }

  /** Decides for each URL whether it may be listed. Returns the base. */
  async #judge(): Promise<string> {
    const byOrigin = new Map<number, number>();
    const origins = new Map<number, number>();
    for (const row of this.#pages.urls()) {
      if (this.#marks[row.id] !== 1) continue;
      await this.#step();
      if (row.class !== 'page') continue;
      this.#internal++;
      const reason = leftOutReason(row) ?? (asUri(row.url).length > longestLoc ? 'too-long' : null);
      if (reason !== null) this.#leaveOut(reason);
      else {
        this.#marks[row.id] = 2;
        origins.set(row.id, row.originId);
        byOrigin.set(row.originId, (byOrigin.get(row.originId) ?? 0) + 1);
      }
    }
    const [most] = [...byOrigin].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const base = this.#target.base ?? `${this.#pages.originOf(most?.[0] ?? 0)}/`;
    if (most === undefined) return this.#target.base ?? '';
    await this.#keepBelow(base, origins);
    return base;
  }

  /** A sitemap may list the URLs of its own host, in its own folder and below (sitemaps.org, Sitemap file location). */
  async #keepBelow(base: string, origins: ReadonlyMap<number, number>): Promise<void> {
    const own = originOf(base)?.key ?? '';
    const isOwn = new Map<number, boolean>();
    for (const [id, origin] of origins) {
      await this.#step();
      let same = isOwn.get(origin);
      if (same === undefined) {
        same = this.#pages.originOf(origin) === own;
        isOwn.set(origin, same);
      }
      const isBelow = same && (base === `${own}/` || this.#pages.addressOf(id).startsWith(base));
      if (isBelow) this.#listed++;
      else {
        this.#marks[id] = 1;
        this.#leaveOut(same ? 'outside-folder' : 'other-host');
      }
    }
  }

  async #eachListed(use: (page: SitemapPage) => Promise<void> | void): Promise<void> {
    for (let from = 0; from < this.#ids.length; from += urlsOfBlock) {
      const block = this.#ids.subarray(from, from + urlsOfBlock);
      for (const page of this.#pages.pages(block.filter(id => this.#marks[id] === 2))) await use(page);
      this.#done += block.length - 1;
      await this.#step();
    }
  }

  #collect(page: SitemapPage): void {
    this.#versions.add(page.id, versionsOf(page), url => {
      const id = this.#pages.idOf(url);
      return this.#marks[id] === 2 ? id : 0;
    });
  }

  #entry(page: SitemapPage): string {
    const images = page.images.filter(({ mayBeListed }) => mayBeListed).slice(0, mostImages);
    this.#images.written += images.length;
    this.#images.leftOut += page.images.length - images.length;
    const versions = this.#versions.of(page.id);
    this.#alternates += versions.length;
    return entryXml({
      loc: page.url,
      lastmod: this.#lastmod(page),
      images: images.map(({ url }) => url),
      alternates: versions.map(({ lang, target }) => ({ lang, url: this.#pages.addressOf(target) })),
    });
  }

  /** In the W3C format, in UTC; '' for none. */
  #lastmod(page: SitemapPage): string {
    if (this.#target.lastmod === 'none') return '';
    const date = pageDate(this.#target.lastmod, page);
    if (typeof date === 'string') {
      this.#dates[date === 'of-response' ? 'ofResponse' : date]++;
      return '';
    }
    this.#dates.written++;
    return `${new Date(date.at).toISOString().slice(0, 19)}Z`;
  }

  #leaveOut(reason: LeftOutReason): void {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1);
  }

  /** Counts one URL. Lets other work run after a slice. */
  async #step(): Promise<void> {
    this.#done++;
    if (performance.now() < this.#until) return;
    if (this.#report({ done: Math.min(this.#done, this.#total), total: this.#total }) === 'cancel') throw new Cancelled();
    await turn();
    this.#until = performance.now() + sliceMs;
  }
}

/** One or two sentences for people: files, URLs, and the most frequent reasons. */
export function madeWords({ files, listed, internal, leftOut }: SitemapMade): string {
  const reasons = leftOut.slice(0, 3).map(({ reason, count }) => `${count.toLocaleString('en-US')} ${leftOutWords[reason]}`);
  const more = leftOut.length > 3 ? ', and others' : '';
  const rest = reasons.length === 0 ? '' : ` Left out: ${reasons.join(', ')}${more}.`;
  return `${counted(files.length, 'file')} with ${listed.toLocaleString('en-US')} of ${counted(internal, 'internal URL')}.${rest}`;
}
