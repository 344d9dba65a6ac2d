/** The crawl graph as it is drawn. */

/** Pages that are drawn: of a larger crawl, those with the highest link score. */
export const mostNodes = 100_000;
/** Nodes whose URL comes with the picture: those with the highest score, which have labels. */
export const mostLabels = 300;
/** Sections that have a colour of their own. */
export const mostSectionColours = 8;

/**
 * Nodes by place: highest link score first. Pages only (`class:page`). A node stands as far from the centre as its page has links from
 * a start URL, in the direction of the page through which the shortest path leads. The same crawl always gives the same picture.
 */
export interface GraphPicture {
  /** Pages of the crawl; `ids` has the drawn ones. */
  readonly total: number;
  readonly ids: Int32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Place of the nearest drawn page on the shortest path; -1: none. */
  readonly parents: Int32Array;
  /** Fewest links from a start URL; -1: none leads there. */
  readonly depths: Int32Array;
  /** 0 to 100; -1: no score. */
  readonly scores: Float32Array;
  /** -1: no response. */
  readonly statuses: Int16Array;
  /** 0 not known, 1 indexable, 2 not. */
  readonly indexable: Uint8Array;
  /** Place in `sections`; its length for all others. */
  readonly section: Uint8Array;
  /** The largest first folders. */
  readonly sections: readonly string[];
  /** URLs of the first nodes. */
  readonly labels: readonly string[];
}

/** A node as a row of the table. */
export interface GraphNode {
  readonly place: number;
  readonly url: string;
  readonly status: number | null;
  readonly depth: number | null;
  readonly score: number | null;
}

/** Drawn pages that link to a page, and to which it links: places, highest score first. */
export interface NodeLinks {
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** How many there are; the lists may have only the first. */
  readonly fromTotal: number;
  readonly toTotal: number;
}
