/** What one rule line does to the URLs of a table. */
export interface LineCoverage {
  readonly line: number;
  /** Of these URLs it is the deciding line. */
  decides: number;
  /** Of those, how many may be fetched, may not, or get no verdict. */
  allows: number;
  blocks: number;
  undecided: number;
  /** It matches these, and another line decides. */
  losesTo: number;
}

export interface Coverage {
  /** Every rule line of the groups that speak to the reader, in file order; lines of other groups are absent: they speak to others. */
  readonly lines: readonly LineCoverage[];
  /** URLs no line decides: no group, no match, /robots.txt itself, no file. Σ decides + this = URLs of the table. */
  readonly noRule: number;
  readonly total: number;
}
// coverageOf(table, verdicts): Steps<Coverage>; rowsDecidedBy(verdicts, line): Int32Array; rowsMatching(table, reader, line): Steps<Int32Array>
