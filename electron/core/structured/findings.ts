import type { StructuredFinding } from '#shared/model/structured-data.ts';

/** Findings kept of one page. */
export const mostFindings = 1_000;
/** Names and values listed as right. */
const MOST_EXPECTED = 12;

/** Collects findings up to the limit. */
export class Findings {
  readonly list: StructuredFinding[] = [];
  dropped = 0;

  add(finding: StructuredFinding): void {
    if (this.list.length >= mostFindings) this.dropped++;
    else this.list.push(finding);
  }
}

/** The first few of them, as a finding lists them. */
export function someOf(names: Iterable<string>): string[] {
  const some: string[] = [];
  for (const name of names) {
    if (some.length >= MOST_EXPECTED) break;
    some.push(name);
  }
  return some;
}
