import type { CrawlLink, CrawlUrl } from '#core/lint/crawl-facts.ts';
import type { Diagnostic, LintReport } from '#core/lint/diagnostic.ts';
import { lintRobots, lintSteps } from '#core/lint/lint-robots.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { endLength, lineEnd } from '#core/robots/parse/body.ts';
import type { Steps } from '#core/steps.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import { figure } from '#shared/explain/figure.ts';
import type { LintFinding, LintView } from '#shared/model/lint.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { RobotsTable, RobotsVersion } from '#storage/tables/robots-versions.ts';
import { type LintWork, lintInThread } from '../threads/lint/lint-thread.ts';
import { runInSlices, whenStopped } from '../threads/slices.ts';
import type { LintReads, StoredLintOptions } from './lint-stored.ts';

/** Listed at most; counts are of all. */
const mostFindings = 3_000;

/** The diagnostics of a draft. */
export function lintText(text: string): LintView {
  const bytes = new TextEncoder().encode(text);
  return lintView(bytes, lintRobots(bytes), '');
}

/** URLs of an origin that a file is compared with in the window; reading them takes a second or two for each hundred thousand. */
const mostUrls = 200_000;
const tooMany = `The crawl has more than ${figure(mostUrls)} URLs of this site, too many to compare with here; crawlscope robots lint FILE.crawl does it.`;
/** With more URLs a check takes so long that other questions would notice: another thread makes them. */
const urlsOfThread = 5_000;

/** Lints stored versions of robots.txt with what the crawl knows: in slices, or in a separate thread. */
export class StoredLints {
  readonly #reads: LintReads;
  readonly #bodies: Pick<RobotsTable, 'body'>;
  readonly #path: string;
  readonly #running = new Map<number, Promise<LintView>>();
  /** The thread at work and those that wait: one at a time, since each has the URLs of a site in memory. */
  #last: Promise<unknown> = Promise.resolve();
  #stops = 0;

  /** `path` of the crawl file. */
  constructor(reads: LintReads, bodies: Pick<RobotsTable, 'body'>, path: string) {
    this.#reads = reads;
    this.#bodies = bodies;
    this.#path = path;
    whenStopped(() => {
      this.#stops += 1;
    });
  }

  /** The diagnostics of a stored version: of its lines where it has any, else of the response. Calls for one version share one lint. */
  view(origin: string, version: RobotsVersion): Promise<LintView> {
    const running = this.#running.get(version.id);
    if (running) return running;
    const urls = this.#reads.urls(version.originId, mostUrls + 1);
    const made = (
      urls > urlsOfThread && urls <= mostUrls
        ? this.#inTurn({ path: this.#path, origin, version })
        : runInSlices(storedLint(this.#reads, this.#bodies, { origin, version }, urls > mostUrls), urls).finished
    ).finally(() => this.#running.delete(version.id));
    this.#running.set(version.id, made);
    return made;
  }

  #inTurn(work: LintWork): Promise<LintView> {
    const stops = this.#stops;
    const made = this.#last.then(() => (stops === this.#stops ? lintInThread(work) : fail('refused', 'The work was cancelled.')));
    this.#last = made.catch(() => undefined);
    return made;
  }
}

/** The lint of a stored version, with what the crawl knows unless that `isLarge`. Yields a rising count. */
export function* storedLint(
  reads: LintReads,
  bodies: Pick<RobotsTable, 'body'>,
  { origin, version }: Pick<LintWork, 'origin' | 'version'>,
  isLarge = false,
): Steps<LintView> {
  const bytes = bodies.body(version.bodyHash) ?? new Uint8Array();
  const options = reads.options({ id: version.originId, key: origin }, version);
  const report = yield* stepsOf(bytes, options, isLarge);
  const sentence =
    version.access === 'rules'
      ? ''
      : `There are no lines to check (${robotsOutcomeWords(version)}). Only the response was checked.`;
  return lintView(bytes, report, sentence);
}

function* stepsOf(bytes: Uint8Array, { crawl, ...options }: StoredLintOptions, isLarge: boolean): Steps<LintReport> {
  if (isLarge) return yield* lintSteps(bytes, { ...options, withoutCrawl: tooMany });
  // In memory, for several checks walk them.
  const urls: CrawlUrl[] = [];
  for (const url of crawl.urls) if (urls.push(url) % 1_000 === 0) yield urls.length;
  const links: CrawlLink[] = [];
  for (const block of crawl.linkBlocks) {
    for (const link of block) links.push(link);
    yield urls.length;
  }
  return yield* lintSteps(bytes, { ...options, crawl: { ...crawl, urls, links } });
}

function lintView(bytes: Uint8Array, { diagnostics, notChecked, checked }: LintReport, sentence: string): LintView {
  const counts = { E: 0, W: 0, I: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  const place = placer(bytes);
  return {
    findings: diagnostics.slice(0, mostFindings).map(each => findingOf(each, place)),
    counts,
    checks: checked,
    notChecked,
    sentence,
  };
}

function findingOf(diagnostic: Diagnostic, place: (line: number, column: number) => number): LintFinding {
  const { id, severity, line, column, endColumn, message, why, advice, fix, dialects = [] } = diagnostic;
  const everybody = dialects.length === dialectIds().length;
  return {
    id,
    severity,
    line,
    column,
    endColumn,
    start: line > 0 ? place(line, column) : 0,
    end: line > 0 ? place(line, endColumn) : 0,
    message,
    why,
    fix: advice === null ? null : { title: advice, edits: fix?.edits ?? [] },
    dialects: everybody ? [] : dialects.map(each => dialectById(each)?.name ?? each),
    everybody,
  };
}

/** Byte offsets of lines and columns (both from 1) as the lint counts them: UTF-16 units of the text decoded as UTF-8. */
function placer(bytes: Uint8Array): (line: number, column: number) => number {
  const starts: number[] = [];
  for (let start = 0; start < bytes.length; ) {
    starts.push(start);
    const end = lineEnd(bytes, start, 'cr-lf');
    start = end + endLength(bytes, end, 'cr-lf');
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return (line, column) => {
    const start = starts[line - 1] ?? bytes.length;
    // The lint does not count a byte order mark as a column.
    const mark = line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    let at = start + mark;
    const limit = starts[line] ?? bytes.length;
    let units = column - 1;
    while (units > 0 && at < limit) {
      const lead = bytes[at] as number;
      let length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
      // Bytes that are not UTF-8 are one character each.
      if (length > 1 && decoder.decode(bytes.subarray(at, at + length)).includes('\ufffd')) length = 1;
      units -= length === 4 ? 2 : 1;
      at += length;
    }
    return at;
  };
}
