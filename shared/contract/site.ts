import { z } from 'zod';
import type { CoverageKey } from '../explain/sitemap-counts.ts';
import { SignalChoiceInput } from '../export-list.ts';
import type { SitemapEntryRow, SitemapRow } from '../model/explanation.ts';
import type { GraphMaking, GraphRows, GraphView, UrlPath } from '../model/graph.ts';
import { graphListIds } from '../model/graph-lists.ts';
import type { GraphNode, GraphPicture, NodeLinks } from '../model/graph-picture.ts';
import { type BarsPicture, barPictures, type MapPicture, sectionVerdicts } from '../model/pictures.ts';
import { mostSignalCrawlers, type SignalTableView, type SignalUrls } from '../model/signals.ts';
import type { LastmodFile } from '../model/sitemap-lastmod.ts';
import { readCall } from '../rpc/define.ts';
import { Count, Id, None, text, Url } from '../rpc/inputs.ts';

/** Procedures of the window: link graph, signals, sitemaps. */
export const siteProcedures = {
  /**
   * Reads the links of the crawl in the background, unless that was done or is under way. `again`: also if the crawl has changed, or after a
   * cancel or a failure.
   */
  'graph.start': readCall<void>()(z.strictObject({ again: z.boolean().optional() })),
  'graph.read': readCall<GraphView>()(None),
  'graph.cancel': readCall<void>()(None),
  /** Some rows of a list about links (`graphLists`), made from the last reading. `open`: see `GraphWish`. */
  'graph.list': readCall<GraphRows>()(
    z.strictObject({
      list: z.enum(graphListIds),
      sort: text(40),
      descending: z.boolean(),
      from: Id,
      limit: Count,
      open: z.array(Url).max(2_000).nullable(),
    }),
  ),
  /** How far a list is that is made just now; null: none of this name. */
  'graph.making': readCall<GraphMaking | null>()(z.strictObject({ list: z.enum(graphListIds) })),
  /** Ends making a list: the calls that wait for it are refused. */
  'graph.stopList': readCall<void>()(z.strictObject({ list: z.enum(graphListIds) })),
  /** Pages by depth or first folder, or attempts over time, as divided bars of the last reading. `verdict`: what divides the folders. */
  'graph.bars': readCall<BarsPicture>()(z.strictObject({ picture: z.enum(barPictures), verdict: z.enum(sectionVerdicts) })),
  /** The directories in one directory ('': the sites), and those in them. */
  'graph.map': readCall<MapPicture>()(z.strictObject({ folder: z.union([z.literal(''), Url]) })),
  /** The pages with the highest link scores, laid out. */
  'graph.picture': readCall<GraphPicture>()(None),
  /** Drawn pages as rows, by their places in the picture. */
  'graph.nodes': readCall<readonly GraphNode[]>()(z.strictObject({ places: z.array(Id).max(1_000) })),
  /** The drawn pages that link to one, and that it links to. */
  'graph.around': readCall<NodeLinks>()(z.strictObject({ place: Id })),
  /** Places of the drawn pages that match a filter, rising. */
  'graph.matching': readCall<{ readonly places: Int32Array; readonly problem: string }>()(
    z.strictObject({ filter: text(2_000) }),
  ),
  /** Shortest path to a URL, alternatives, dominators and link score. */
  'graph.path': readCall<UrlPath>()(z.strictObject({ url: Url })),
  /** URLs that only this URL leads to. */
  'graph.behind': readCall<{ readonly total: number; readonly urls: readonly string[] }>()(
    z.strictObject({ url: Url, from: Id, limit: Count }),
  ),

  /** Opens the truth table of signals for these crawlers; none: the crawl's own. It is counted in the background. */
  'signals.open': readCall<{ readonly list: number }>()(z.strictObject({ profiles: z.array(text(100)).max(mostSignalCrawlers) })),
  /** The chosen cells. Empty until the table is counted. */
  'signals.read': readCall<SignalTableView>()(z.strictObject({ list: Id, choice: SignalChoiceInput })),
  /** The URLs of a cell, or (null) of all chosen ones, in order of discovery. */
  'signals.urls': readCall<SignalUrls>()(
    z.strictObject({ list: Id, cell: Id.nullable(), choice: SignalChoiceInput, from: Id, limit: Count }),
  ),
  'signals.cancel': readCall<void>()(z.strictObject({ list: Id })),

  'sitemaps.tree': readCall<readonly SitemapRow[]>()(None),
  'sitemaps.entries': readCall<{ readonly total: number; readonly rows: readonly SitemapEntryRow[] }>()(
    /** `profile`: a crawler whose verdict each row gets. */
    z.strictObject({ sitemap: Id, from: Id, limit: Count, profile: text(100).optional() }),
  ),
  /** Whether the dates of a sitemap file are plausible; null for one that was not read, and for an index. */
  'sitemaps.dates': readCall<LastmodFile | null>()(z.strictObject({ sitemap: Id })),
  /** How internal URLs are spread over sitemaps and links. */
  'sitemaps.coverage': readCall<Readonly<Record<CoverageKey, number>>>()(None),
} as const;
