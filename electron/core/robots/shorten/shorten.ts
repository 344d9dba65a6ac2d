import { append } from '#shared/lists.ts';
import { finish, type Steps } from '../../steps.ts';
import { quickVerdict } from '../decide.ts';
import { rfc9309 } from '../dialects/rfc9309.ts';
import { parseRobots } from '../parse/parse.ts';
import { applySteps, linesOf, type Step, type StepKind } from './edits.ts';
import { type Difference, VerdictComparison } from './same-verdicts.ts';
import { stepsOf } from './steps.ts';

export interface Shortened {
  readonly bytes: Uint8Array;
  /** Steps made, by kind. */
  readonly made: Readonly<Partial<Record<StepKind, number>>>;
  /** Steps left out, because a dialect would give another verdict, with the first such verdict. */
  readonly leftOut: readonly { readonly kind: StepKind; readonly line: number; readonly difference: Difference }[];
  /** Steps that were not tried, because comparing them would take too long. */
  readonly untried: number;
  /** Why nothing was tried; '' if something was. */
  readonly refused: string;
  /** What was compared besides the proof for RFC 9309. `cut`: dialects that do not read the whole original, and so are not compared. */
  readonly compared: {
    readonly dialects: number;
    readonly names: number;
    readonly urls: number;
    /** URLs of the crawl that were compared by RFC 9309. */
    readonly ofCrawl: number;
    readonly cut: readonly string[];
  };
}

export interface ShortenOptions {
  /** URLs of a crawl, all of which are compared by RFC 9309. */
  readonly urls?: readonly string[];
  /** Ids of dialects that are not compared. */
  readonly except?: readonly string[];
}

/** Comparisons at most: each parses the file once for every dialect. */
const MOST_COMPARISONS = 80;
/** Rounds: a merged group may have rules that cover each other. */
const MOST_ROUNDS = 3;

const nothingCompared = { dialects: 0, names: 0, urls: 0, ofCrawl: 0, cut: [] } as const;

/**
 * A shorter robots.txt with the same verdicts. By RFC 9309 they are the same for every URL and robot, by construction (`stepsOf`). A step
 * that changes a verdict, a delay or a sitemap in any other dialect on the URLs compared is left out. A file of which RFC 9309 reads only a part is returned as it is.
 */
export const shortenRobots = (bytes: Uint8Array, options: ShortenOptions = {}): Shortened => finish(shortening(bytes, options));

/** The same in steps, for files of many rules: yields the number of comparisons made. */
export function* shortening(bytes: Uint8Array, { urls = [], except = [] }: ShortenOptions = {}): Steps<Shortened> {
  const original = parseRobots(bytes, rfc9309);
  const refused = refusal(
    bytes,
    original.lines.some(({ notes }) => notes.includes('past-size-limit')),
  );
  if (refused !== '') return { bytes, made: {}, leftOut: [], untried: 0, refused, compared: nothingCompared };
  const comparison = new VerdictComparison(bytes, original, urls, except);
  const made: Partial<Record<StepKind, number>> = {};
  const leftOut: { kind: StepKind; line: number; difference: Difference }[] = [];
  let now = bytes;
  let left = MOST_COMPARISONS;
  let untried = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const lines = linesOf(now);
    const wanted = independent(stepsOf(parseRobots(now, rfc9309), now));
    const taken: Step[] = [];
    const take = function* (steps: readonly Step[]): Steps<void> {
      const [first] = steps;
      if (!first) return;
      if (left === 0) {
        untried += steps.length;
        return;
      }
      left -= 1;
      yield MOST_COMPARISONS - left;
      const difference = comparison.difference(applySteps(lines, [...taken, ...steps]));
      if (difference === null) append(taken, steps);
      else if (steps.length === 1) {
        if (round === 0) leftOut.push({ kind: first.kind, line: first.line, difference });
      } else {
        const middle = steps.length >> 1;
        yield* take(steps.slice(0, middle));
        yield* take(steps.slice(middle));
      }
    };
    for (const kind of kinds) yield* take(wanted.filter(step => step.kind === kind));
    const next = applySteps(lines, taken);
    if (next.length >= now.length) break;
    for (const { kind } of taken) made[kind] = (made[kind] ?? 0) + 1;
    now = next;
  }
  // The proof is about rules; that the program applied it well is looked at here.
  const shorter = parseRobots(now, rfc9309);
  const wrong = urls.find(url =>
    comparison.names.some(
      name => quickVerdict(original, rfc9309, name, url).allowed !== quickVerdict(shorter, rfc9309, name, url).allowed,
    ),
  );
  if (wrong !== undefined) throw new Error(`the shorter file decides ${wrong} otherwise`);
  const { dialects, names, cut } = comparison;
  return {
    bytes: now.length < bytes.length ? now : bytes,
    made: now.length < bytes.length ? made : {},
    leftOut,
    untried,
    refused: '',
    compared: { dialects, names: names.length, urls: comparison.urls.length, ofCrawl: urls.length, cut },
  };
}

const kinds: readonly StepKind[] = [
  'comment',
  'layout',
  'empty-rule',
  'duplicate',
  'covered',
  'idle-allow',
  'same-rules',
  'same-names',
];

/** Steps that remove no line that an earlier one removes or relies on. The others are found again in the next round. */
function independent(steps: readonly Step[]): Step[] {
  const removed = new Set<number>();
  /** Lines that a step relies on. */
  const needed = new Set<number>();
  return steps.filter(({ remove, move, because }) => {
    const relies = [because, move?.after ?? 0].filter(line => line > 0);
    if (remove.some(line => removed.has(line) || needed.has(line)) || relies.some(line => removed.has(line))) return false;
    for (const line of remove) removed.add(line);
    for (const line of relies) needed.add(line);
    return true;
  });
}

function refusal(bytes: Uint8Array, isCut: boolean): string {
  if (isCut)
    return 'Crawlers need not read more than 500 KiB (RFC 9309 section 2.5). A shorter file would bring rules into force that they ignore today.';
  if (bytes.length === 0) return 'The file is empty.';
  return '';
}
