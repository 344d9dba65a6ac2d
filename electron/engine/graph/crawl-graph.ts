import type { AuditSite, FactsPage } from '#core/audit/check.ts';
import { alternatesOf } from '#core/audit/declared.ts';
import { Inlinks } from '#core/audit/inlinks.ts';
import { Relations } from '#core/audit/relations.ts';
import { siteOf } from '#core/audit/site.ts';
import { type CrawlLinks, crawlLinks } from '#core/graph/crawl-links.ts';
import { type DirectoryTree, directoriesOf } from '#core/graph/directories.ts';
import { type Dominators, dominatorsOf, rowsBehind } from '#core/graph/dominators.ts';
import { anchorTable } from '#core/graph/lists/anchors.ts';
import { badLinkTable } from '#core/graph/lists/bad-links.ts';
import { canonicalTable } from '#core/graph/lists/canonicals.ts';
import { chainTable } from '#core/graph/lists/chains.ts';
import { dominatorTable } from '#core/graph/lists/dominators.ts';
import { type HreflangPage, hreflangTable } from '#core/graph/lists/hreflang.ts';
import { orphanTable } from '#core/graph/lists/orphans.ts';
import { scoreTable } from '#core/graph/lists/scores.ts';
import type { GraphTable } from '#core/graph/lists/table.ts';
import { treeTable } from '#core/graph/lists/tree.ts';
import { placeOfUrl } from '#core/graph/url-path.ts';
import type { Steps } from '#core/steps.ts';
import type { PathStep, UrlPath } from '#shared/model/graph.ts';
import type { GraphListId } from '#shared/model/graph-lists.ts';
import { fail } from '#shared/rpc/errors.ts';
import { CrawlPictures } from './crawl-pictures.ts';
import type { GraphFile } from './graph-file.ts';

/** Alternatives that are named. */
const mostAlternatives = 50;
/** URLs of a path that are named. */
const longestWay = 200;
/** Pages whose hreflang is read between two yields. */
const pagesOfStep = 50;

/** The links of one crawl as it was when they were read, and the lists about them. */
export class CrawlGraph {
  readonly links: CrawlLinks;
  readonly pictures: CrawlPictures;
  readonly #file: GraphFile;
  readonly #tables = new Map<GraphListId, GraphTable>();
  #tree: DirectoryTree | null = null;
  #dominators: Dominators | null = null;

  private constructor(file: GraphFile, links: CrawlLinks) {
    this.#file = file;
    this.links = links;
    this.pictures = new CrawlPictures(file.reads, links);
  }

  /** Reads the links. Yields parts done: see `partsOfWork`. The file must stay open. */
  static *read(file: GraphFile): Steps<CrawlGraph> {
    return new CrawlGraph(file, yield* crawlLinks(file.source));
  }

  /** The directories; null before the list `tree` was made. */
  get tree(): DirectoryTree | null {
    return this.#tree;
  }

  /** A list; it is kept. Yields ids of pages that were read, where the list needs them. */
  *table(id: GraphListId): Steps<GraphTable> {
    const known = this.#tables.get(id);
    if (known !== undefined) return known;
    const made = yield* this.#make(id);
    this.#tables.set(id, made);
    return made;
  }

  /** The texts of the links to one URL. Throws an RpcError for a URL that the crawl does not have. */
  *anchorsOf(url: string): Steps<GraphTable> {
    const row = this.rowOf(url);
    return yield* anchorTable(this.links, this.#file.reads.textLinks(this.#idOf(row)), row);
  }

  *#make(id: GraphListId): Steps<GraphTable> {
    const { links } = this;
    const { reads } = this.#file;
    switch (id) {
      case 'tree':
        this.#tree = yield* directoriesOf(links.table);
        return treeTable(this.#tree);
      case 'chains':
        return chainTable(links, reads.robotsOf);
      case 'orphans':
        return orphanTable(links);
      case 'scores':
        return scoreTable(links);
      case 'dominators':
        return dominatorTable(links, yield* this.#allDominators());
      case 'canonicals':
        return canonicalTable(links);
      case 'hreflang':
        return hreflangTable(links, yield* this.#hreflangPages());
      case 'anchors':
        return yield* anchorTable(links, reads.textLinks(null), null);
      case 'bad-links':
        return yield* badLinkTable(links, reads.placedLinks());
    }
  }

  /** They are needed for some questions only, and take as long as the scores. */
  *#allDominators(): Steps<Dominators> {
    this.#dominators ??= yield* dominatorsOf(this.links.steps, this.links.seeds);
    return this.#dominators;
  }

  *#hreflangPages(): Steps<readonly HreflangPage[]> {
    const site = this.#site();
    const pages: HreflangPage[] = [];
    let read = 0;
    for (const id of this.#file.reads.hreflangIds()) {
      if (++read % pagesOfStep === 0) yield id;
      const page = site.page(id);
      if (page === null || page.facts === null) continue;
      const alternates = alternatesOf(page as FactsPage, site.byAddress);
      const entries = alternates.flatMap(({ code, target }) => (target ? [{ code, to: target.id }] : []));
      if (entries.length > 0) pages.push({ id, entries });
    }
    return pages;
  }

  #site(): AuditSite {
    const { table } = this.links;
    const relations = new Relations(url => table.find(url));
    return siteOf({ source: this.#file.source, table, inlinks: new Inlinks(table), relations, baseline: null });
  }

  /** The row of a URL. Throws an RpcError for one that the crawl does not have. */
  rowOf(url: string): number {
    const { table } = this.links;
    const found = table.find(url) ?? fail('not_found', `${url} is not in this crawl.`);
    return table.rowOf(found.id);
  }

  #idOf = (row: number): number => this.links.table.numbers.id[row] as number;

  /** Shortest path, alternatives, dominators and score of a URL. Throws an RpcError for one that the crawl does not have. */
  *path(url: string): Steps<UrlPath> {
    const { table, scores } = this.links;
    const row = this.rowOf(url);
    const found = placeOfUrl(this.links, yield* this.#allDominators(), row, mostAlternatives);
    const way = found.way?.slice(-longestWay) ?? [];
    return {
      url,
      depth: found.way === null ? null : found.way.length - 1,
      way: way.map((at, place) => this.#step(at, way[place + 1] ?? -1)),
      alternatives: found.alternatives.map(at => this.#step(at, row)),
      alternativesTotal: found.alternativesTotal,
      through: found.through.map(at => table.url(at)),
      behind: found.behind,
      score: found.score,
      rank: found.rank,
      position: found.score === null ? null : found.higher + 1,
      scored: scores.members,
      countsFor: found.standsFor === row ? null : table.url(found.standsFor),
    };
  }

  #step(row: number, next: number): PathStep {
    const text = next < 0 ? null : this.#file.reads.firstText(this.#idOf(row), this.#idOf(next));
    return { url: this.links.table.url(row), text };
  }

  /** URLs that only this URL leads to: one page of them, and how many there are. */
  *behind(url: string, from: number, limit: number): Steps<{ readonly total: number; readonly urls: readonly string[] }> {
    const row = this.rowOf(url);
    const rows = rowsBehind(yield* this.#allDominators(), row);
    return { total: rows.length, urls: Array.from(rows.subarray(from, from + limit), each => this.links.table.url(each)) };
  }
}
