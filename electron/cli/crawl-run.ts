import type { Session } from '#engine/session/session.ts';
import { diskWaitBegins, diskWaitEnds } from '#shared/explain/disk-wait.ts';
import { codesOf } from '#shared/explain/reasons.ts';
import type { CrawlStatus } from '#shared/model/crawl.ts';
import type { UrlExplanation } from '#shared/model/explanation.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { truncate } from '../export/text-width.ts';
import { type ExitCode, exit } from './exit.ts';
import type { Io } from './io.ts';
import { jsonDocument } from './json.ts';
import { shellWord } from './shell-words.ts';
import { few, seedsShown, whyFewPages } from './text/few-pages.ts';
import { countingLine, progressLine, statusDocument, statusText } from './text/status.ts';
import { statusOf } from './with-session.ts';

const progressEveryMs = 300;
const waitsEveryMs = 1_000;
/** A terminal, npm and the launcher may all pass on the same Ctrl+C. */
const sameRequestMs = 400;
const seedsAsked = 10;

/** Seeds that could not be reached at all, as opposed to refused, blocked or missing. */
const unreachable: ReadonlySet<string> = new Set(codesOf('unreachable', 'robots-unreachable'));
const noResponse: ReadonlySet<string> = new Set(codesOf('unreachable'));

/** URLs that failed without a response. */
const failedByNetwork = ({ reasons }: CrawlStatus): number =>
  reasons.reduce((sum, { reason, count }) => sum + (noResponse.has(reason) ? count : 0), 0);

/** Rewrites one line of the terminal at most four times a second. Without a terminal, only waits for the disk are told. */
function showProgress(session: Session, io: Io): () => Promise<void> {
  if (!io.stderr.isTerminal) return tellDiskWaits(session, io);
  let writing = Promise.resolve();
  let isCounting = false;
  /** Counts a file that was not closed, or whose count came to nothing. Without it, the status would count all of it at once. */
  const count = (): void => {
    if (isCounting) return;
    isCounting = true;
    const ended = (): void => void (isCounting = false);
    session.counted().then(ended, ended);
  };
  const progress = (): string => {
    const share = session.countedShare();
    if (share === null) return progressLine(session.status(), session.renderingsLeft());
    count();
    const [diskWait, outage] = [session.diskWait(), session.outage()];
    const waits = { ...(diskWait ? { diskWait } : {}), ...(outage ? { outage } : {}) };
    return countingLine({ state: session.state(), now: Date.now(), ...waits }, share);
  };
  const timer = setInterval(() => {
    const line = truncate(progress(), (io.stderr.columns() ?? 80) - 1);
    writing = writing.then(() => io.stderr.write(`\r\u001b[K${line}`)).catch(() => clearInterval(timer));
  }, progressEveryMs);
  return async () => {
    clearInterval(timer);
    await writing;
    await io.stderr.write('\r\u001b[K');
  };
}

/** Writes one line when the crawl begins to wait for room on the disk, and one when it goes on. */
function tellDiskWaits(session: Session, io: Io): () => Promise<void> {
  let isWaiting = false;
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    const diskWait = session.diskWait();
    if ((diskWait !== null) === isWaiting) return;
    isWaiting = diskWait !== null;
    if (!diskWait && session.state() !== 'running') return;
    const line = diskWait ? diskWaitBegins(diskWait, Date.now()) : diskWaitEnds;
    writing = writing.then(() => io.stderr.write(`${line}\n`)).catch(() => clearInterval(timer));
  }, waitsEveryMs);
  return async () => {
    clearInterval(timer);
    await writing;
    if (isWaiting && session.state() === 'finished') await io.stderr.write(`${diskWaitEnds}\n`);
    isWaiting = false;
  };
}

const lastReason = (explanation: UrlExplanation): string =>
  explanation.decisions.findLast(decision => decision.current)?.reason ?? explanation.mayFetch.reason;

/** Explains seeds. If there were responses, only those that the summary may have words for: that reads a stored page again. */
async function explainSeeds(session: Session, { fetched, seeds }: CrawlStatus): Promise<UrlExplanation[]> {
  const asked = fetched === 0 ? seeds.slice(0, seedsAsked) : seeds.slice(0, seedsShown).filter(url => !session.isFollowed(url));
  const found: UrlExplanation[] = [];
  for (const url of asked) found.push(await session.handlers['url.explain']({ url }));
  return found;
}

/** Detail of a crawl that the user stopped; every other one says why it ended. */
const stoppedByUser = 'Stopped by you.';

/** Why the command could not finish, one line for stderr; '' when it did. */
export function unfinishedBecause(status: CrawlStatus, seeds: readonly UrlExplanation[]): string {
  const resume = `Nothing is lost; continue with: crawlscope resume ${shellWord(status.file)}`;
  if (status.fetched === 0 && seeds.length > 0 && seeds.every(seed => unreachable.has(lastReason(seed)))) {
    const [first] = seeds;
    const others = status.seeds.length > 1 ? ` (and ${status.seeds.length - 1} more)` : '';
    return `could not reach ${first?.url}${others}: ${first?.mayFetch.verdict === 'yes' ? first.headline : first?.mayFetch.sentence} ${resume}`;
  }
  if (status.state === 'finished' && status.fetched === 0 && status.failed > 0 && failedByNetwork(status) === status.failed)
    return `no URL could be reached: all ${status.failed} failed. ${resume}`;
  if (status.state === 'finished') return '';
  const how = { failed: 'the crawl could not continue', stopped: 'stopped before the end', paused: 'paused before the end' };
  const word = how[status.state as keyof typeof how] ?? 'the crawl did not finish';
  const why = status.detail === '' || status.detail === stoppedByUser ? '.' : `: ${status.detail}`;
  return `${word}${why} ${resume}`;
}

/**
 * Crawls until the end, shows progress, and prints the summary. Ctrl+C once stops in order, twice at once. Exit code 3
 * when it could not finish. Leaves the session open.
 */
export async function crawlToEnd(session: Session, io: Io, json: boolean): Promise<ExitCode> {
  let asked = 0;
  let lastAsked = 0;
  let giveUp: (() => void) | undefined;
  const atOnce = new Promise<'at once'>(resolve => {
    giveUp = () => resolve('at once');
  });
  const release = io.onInterrupt(() => {
    const now = Date.now();
    if (now - lastAsked < sameRequestMs) return;
    lastAsked = now;
    asked++;
    if (asked > 1) return giveUp?.();
    void io.stderr.write(
      `${io.stderr.isTerminal ? '\r\u001b[K' : ''}Stopping after the requests in progress. Press Ctrl+C again to stop at once.\n`,
    );
    void session.stop().catch(() => giveUp?.());
  });
  const endProgress = showProgress(session, io);
  // Otherwise the end would count a file that was not closed. If this count fails, the end counts again.
  session.counted().catch(() => undefined);
  try {
    const ending = await Promise.race([session.run(), atOnce]);
    await endProgress();
    if (ending === 'at once')
      throw new RpcError(
        'unavailable',
        `stopped at once; nothing is lost. Continue with: crawlscope resume ${shellWord(session.path)}`,
      );
  } finally {
    await endProgress();
    release();
  }
  const status = statusOf(session);
  const seeds = status.fetched <= few ? await explainSeeds(session, status) : [];
  const why = whyFewPages(status, seeds);
  const problem = unfinishedBecause(status, seeds);
  // A crawl without any response has nothing to summarise: the line with the reason is enough.
  const reachedNobody = problem !== '' && status.fetched === 0 && status.state !== 'running';
  const renderings = session.renderingCounts();
  if (json) await io.stdout.write(jsonDocument({ ...statusDocument(status, why), renderings }));
  else if (!reachedNobody) await io.stdout.write(statusText(status, why, renderings));
  if (problem !== '') throw new RpcError('unavailable', problem);
  return exit.done;
}
