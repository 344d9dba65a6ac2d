/** Links between rows of a table (or of any numbering): those of `from` are `to[start[from]] … to[start[from + 1] - 1]`. */
export interface LinkGraph {
  readonly start: Int32Array;
  readonly to: Int32Array;
}

/** What a rule edit takes off the map. */
export interface LostDiscovery {
  /** Reachable before, not any longer, though themselves not blocked. Rising. */
  readonly lost: Int32Array;
  /** Reachable after as well as before / before. */
  readonly reachableBefore: number;
  readonly reachableAfter: number;
}
// lostDiscovery(graph, roots, blockedBefore, blockedAfter): Steps<LostDiscovery>; graphOf(size, from, to): LinkGraph
