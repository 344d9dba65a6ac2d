import { titleOf } from '#shared/explain/describe.ts';
import { diskWaitLine } from '#shared/explain/disk-wait.ts';
import { durationWords } from '#shared/explain/duration.ts';
import { figure } from '#shared/explain/figure.ts';
import { outageLine } from '#shared/explain/outage.ts';
import { storedLimitSentence } from '#shared/explain/stored-limit.ts';
import { blockedCodes } from '#shared/explain/url-counts.ts';
import { largest } from '#shared/lists.ts';
import type { CheckCount } from '#shared/model/check.ts';
import type { CrawlStatus, HostStatus } from '#shared/model/crawl.ts';
import type { RenderingCounts, RenderingsLeft } from '#shared/model/rendering-view.ts';
import { pad, printable, textWidth } from '../../export/text-width.ts';
import { shellWord } from '../shell-words.ts';
import { etaWords, renderingCountsLines } from './rendering.ts';
import { count, sizeWords } from './units.ts';

const shownReasons = 14;
const shownHosts = 5;
const shownStatuses = 12;

const stateWords: Readonly<Record<CrawlStatus['state'], string>> = {
  new: 'Not started',
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  finished: 'Finished',
  interrupted: 'Interrupted',
  failed: 'Failed',
};

/** Milliseconds the crawl ran; null before it started. */
export const durationOf = (status: CrawlStatus): number | null => (status.startedAt === null ? null : status.runningMs);

function delayWords(host: HostStatus): string {
  const whose = host.delayLine > 0 ? `robots.txt line ${host.delayLine}` : 'own setting';
  return `delay ${durationWords(host.delayMs)} (${whose})`;
}

const hostLine = (host: HostStatus, width: number): string =>
  [
    pad(host.origin, width),
    `responses ${figure(host.fetched)}`,
    ...(host.blocked > 0 ? [`blocked ${figure(host.blocked)}`] : []),
    ...(host.failed > 0 ? [`failed ${figure(host.failed)}`] : []),
    ...(host.queued > 0 ? [`waiting ${figure(host.queued)}`] : []),
    delayWords(host),
    `robots.txt: ${host.robots}`,
    ...(host.detail === '' ? [] : [host.detail]),
  ].join('  ');

function reasonTable(status: CrawlStatus): string[] {
  const sorted = [...status.reasons].sort((a, b) => b.count - a.count || titleOf(a.reason).localeCompare(titleOf(b.reason)));
  const shown = sorted.slice(0, shownReasons);
  const rest = sorted.slice(shownReasons);
  const width = Math.max(0, largest(shown.map(({ reason }) => textWidth(titleOf(reason)))));
  const numbers = Math.max(1, largest(shown.map(row => figure(row.count).length)));
  const lines = shown.map(row => `  ${pad(figure(row.count), numbers, true)}  ${pad(titleOf(row.reason), width)}  ${row.reason}`);
  const hidden = rest.reduce((sum, row) => sum + row.count, 0);
  return hidden === 0 ? lines : [...lines, `  ${pad(figure(hidden), numbers, true)}  with ${count(rest.length, 'other reason')}`];
}

/** Checks by result, with what they are counted of. */
function checkTable(checks: readonly CheckCount[]): string[] {
  const all = checks.reduce((sum, { urls }) => sum + urls, 0);
  const done = checks.reduce((sum, { state, urls }) => sum + (state === 'done' ? urls : 0), 0);
  const numbers = figure(all).length;
  const width = Math.max(0, largest(checks.map(({ result }) => textWidth(titleOf(result)))));
  const rows = [...checks].sort((a, b) => b.urls - a.urls);
  return [
    `  ${figure(done)} of ${count(all, 'URL')} checked`,
    ...rows.map(({ result, urls }) => `  ${pad(figure(urls), numbers, true)}  ${pad(titleOf(result), width)}  ${result}`),
  ];
}

/** The one-screen summary: headline, decisions, statuses, hosts, and what to do next. */
export function statusText(status: CrawlStatus, why: readonly string[] = [], renderings: RenderingCounts | null = null): string {
  const rendered = renderings === null ? [] : renderingCountsLines(renderings, status.state === 'running');
  const took = durationOf(status);
  const hosts = [...status.hosts].sort((a, b) => b.fetched + b.blocked - (a.fetched + a.blocked)).slice(0, shownHosts);
  const width = Math.max(0, largest(hosts.map(host => textWidth(host.origin))));
  const statuses = [...status.statuses].sort((a, b) => b.count - a.count);
  const more = status.hostsTotal - hosts.length;
  const file = shellWord(status.file);
  const blocked = status.reasons.some(row => blockedCodes.includes(row.reason));
  const worst = status.statuses.find(row => row.status === 404) ? 'status:404' : blocked ? 'robots:blocked' : 'status:200';
  const seed = status.seeds[0];
  const lines = [
    `${stateWords[status.state]}${took === null ? '' : ` after ${durationWords(took)}`}: ${count(status.fetched, 'response')}, ${figure(status.failed)} failed, ${figure(status.disregarded)} not crawled (by rule), ${figure(status.queued)} waiting${status.inFlight > 0 ? `, ${figure(status.inFlight)} in flight` : ''}; ${count(status.urls, 'URL')} seen with ${count(status.decisions, 'decision')}; ${sizeWords(status.bytes)}.`,
    ...(status.detail === '' ? [] : [status.detail]),
    ...(status.storedLimit === undefined ? [] : [storedLimitSentence(status.storedLimit, status.settings.maxStoredBytes)]),
    ...(status.failingAssertions ?? []).map(
      ({ origin, unmet, sinceNumber }) =>
        `${count(unmet, 'assertion')} about robots.txt of ${origin} not met since version ${sinceNumber}: crawlscope robots assert ${file}`,
    ),
    ...(why.length === 0 ? [] : ['', 'Why so few pages', ...why.map(line => `  ${line}`)]),
    ...(status.reasons.length === 0 ? [] : ['', 'URLs by decision', ...reasonTable(status)]),
    ...(statuses.length === 0
      ? []
      : [
          '',
          `By status  ${statuses
            .slice(0, shownStatuses)
            .map(row => `${row.status}: ${figure(row.count)}`)
            .join('  ')}`,
        ]),
    ...(status.mayList.length === 0
      ? []
      : [`May list   ${status.mayList.map(row => `${row.value}: ${figure(row.count)}`).join('  ')}`]),
    ...rendered.map((line, at) => `${at === 0 ? 'Rendering' : '         '}  ${line}`),
    ...(status.checks ? ['', 'Checks of URLs that are not crawled', ...checkTable(status.checks)] : []),
    ...(hosts.length === 0 ? [] : ['', 'Hosts', ...hosts.map(host => `  ${hostLine(host, width)}`)]),
    ...(more > 0 && hosts.length > 0 ? [`  and ${count(more, 'more host', 'more hosts')}`] : []),
    '',
    `File  ${status.file}`,
    'Next',
    ...(isUnfinished(status) ? [`  crawlscope resume ${file}${status.state === 'finished' ? higherLimit(status) : ''}`] : []),
    ...(seed === undefined ? [] : [`  crawlscope info ${file} ${shellWord(seed)}`]),
    `  crawlscope urls ${file} --where ${worst}`,
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** The option that lets a crawl that ended at a limit go on. */
function higherLimit({ reasons, settings, runningMs, bytes }: CrawlStatus): string {
  const ended = new Set(reasons.filter(({ count: urls }) => urls > 0).map(({ reason }) => reason));
  if (ended.has('time-limit')) return ` --max-time ${Math.ceil(Math.max(settings.maxDurationMs, runningMs) / 1000) * 2}s`;
  if (ended.has('byte-limit')) return ` --max-total ${Math.ceil(Math.max(settings.maxTotalBytes, bytes) / 1024 ** 2) * 2}`;
  return ` --max-pages ${settings.maxPages * 10}`;
}

/** Whether `resume` would go on; a crawl that ended at its page limit does so with a higher one. */
export const isUnfinished = (status: CrawlStatus): boolean => status.state !== 'finished' || status.queued > 0;

type Wait = Pick<CrawlStatus, 'diskWait' | 'outage' | 'now'>;

/** What a crawl waits for; null: it does not wait. */
function waitLine({ diskWait, outage, now }: Wait): string | null {
  if (diskWait) return printable(diskWaitLine(diskWait, now));
  return outage ? printable(outageLine(outage, now)) : null;
}

/** The progress line while a file that was not closed is counted. The crawl runs meanwhile. `share`: 0 to 1. */
export const countingLine = (status: Wait & Pick<CrawlStatus, 'state'>, share: number): string =>
  waitLine(status) ?? `${stateWords[status.state]}. Counting the file: ${Math.min(99, Math.floor(share * 100))} %`;

/** One line while a crawl runs; the caller cuts it to the terminal. */
export function progressLine(status: CrawlStatus, left: RenderingsLeft = { waiting: 0, etaMs: null }): string {
  const waits = waitLine(status);
  if (waits !== null) return waits;
  const waiting = status.hosts.find(host => host.queued > 0 && host.nextAt !== null && host.nextAt - status.now > 1_500);
  const parts = [
    count(status.fetched, 'response'),
    `${figure(status.queued)} waiting`,
    ...(left.waiting > 0 ? [`${count(left.waiting, 'page')} to render${etaWords(left)}`] : []),
    ...(status.failed > 0 ? [`${figure(status.failed)} failed`] : []),
    ...(status.disregarded > 0 ? [`${figure(status.disregarded)} not crawled`] : []),
    `${status.rate.toFixed(1)}/s`,
    ...(status.etaMs === null ? [] : [`about ${durationWords(status.etaMs < 1000 ? 1000 : status.etaMs)} left`]),
    ...(waiting && waiting.nextAt !== null
      ? [
          `${waiting.origin} next in ${durationWords(Math.ceil((waiting.nextAt - status.now) / 1000) * 1000)}${waiting.delayLine > 0 ? ` (robots.txt line ${waiting.delayLine})` : ''}`,
        ]
      : []),
  ];
  return printable(parts.join(' · '));
}

/** The document of `status --json` and `crawl --json`. */
export const statusDocument = (status: CrawlStatus, why: readonly string[] = []): object => ({
  ...status,
  durationMs: durationOf(status),
  reasons: status.reasons.map(({ reason, count: n }) => ({ reason, title: titleOf(reason), count: n })),
  why,
});
