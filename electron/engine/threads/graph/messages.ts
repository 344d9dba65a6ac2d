import type { GraphFacts, GraphMaking, GraphRows, GraphWish, UrlPath } from '#shared/model/graph.ts';
import type { GraphListId } from '#shared/model/graph-lists.ts';
import type { GraphNode, GraphPicture, NodeLinks } from '#shared/model/graph-picture.ts';
import type { BarsPicture, BarsWish, MapPicture } from '#shared/model/pictures.ts';
import type { GraphmlPiece } from '../../graph/graphml-pieces.ts';

/** The calls from the reader to the graph thread, by name. Before `run`, all others fail with `not_found`. */
export interface GraphCalls {
  /** Reads the links of the file as it is now. Null: cancelled. What was read before stays until this is done. */
  run(input: null): Promise<GraphFacts | null>;
  cancel(input: null): void;
  /** Link scores by id of a URL, in tenths; -1 for none. */
  scores(input: null): Int16Array;
  /** Some rows of a list. */
  list(input: GraphWish): Promise<GraphRows>;
  /** How far a list is that is made just now; null: none of this name. */
  making(input: { readonly list: GraphListId }): GraphMaking | null;
  /** Ends making a list: the calls that wait for it are refused. */
  stopList(input: { readonly list: GraphListId }): void;
  bars(input: BarsWish): Promise<BarsPicture>;
  map(input: { readonly folder: string }): Promise<MapPicture>;
  picture(input: null): Promise<GraphPicture>;
  nodes(input: { readonly places: readonly number[] }): Promise<readonly GraphNode[]>;
  around(input: { readonly place: number }): Promise<NodeLinks>;
  /** The next piece of the link graph as GraphML; null after the last one. `first`: begins a new document. Reading the links again ends the document. */
  graphml(input: { readonly first: boolean }): GraphmlPiece | null;
  path(input: { readonly url: string }): Promise<UrlPath>;
  /** URLs that only this URL leads to. */
  behind(input: { readonly url: string; readonly from: number; readonly limit: number }): Promise<{
    readonly total: number;
    readonly urls: readonly string[];
  }>;
}
