import { limitWords } from './evidence.ts';
import { counted, figure } from './figure.ts';

/** Why a host's URLs wait although the crawl ended. `detail`: what the last request, or robots.txt, gave. */
export interface WaitingHost {
  readonly origin: string;
  readonly reason: 'delay-too-long' | 'host-unreachable' | 'host-failing' | 'robots-unreachable';
  readonly detail: string;
}

/** What was left when no request was possible any more. Counts are URLs, and checks where the name says so. */
export type CrawlEnd =
  | { readonly kind: 'hosts-wait'; readonly urls: number; readonly hosts: readonly WaitingHost[] }
  | { readonly kind: 'checks-wait'; readonly checks: number }
  /** `limit`: pages, milliseconds or bytes, as the setting has them. */
  | {
      readonly kind: 'limit';
      readonly urls: number;
      readonly checks: number;
      readonly reached: { readonly name: string; readonly limit: number };
    }
  | { readonly kind: 'urls-wait'; readonly urls: number }
  | { readonly kind: 'all-decided' };

/** One sentence on how the crawl ended and what the user can do. */
export function crawlEndSentence(end: CrawlEnd): string {
  switch (end.kind) {
    case 'hosts-wait':
      return `${counted(end.urls, 'URL waits', 'URLs wait')} for ${hostWords(end.hosts)}.`;
    case 'checks-wait':
      return `${counted(end.checks, 'check waits', 'checks wait')} for the network or for a host of this crawl; resume to continue.`;
    case 'limit': {
      const { name, limit } = end.reached;
      const words = name === 'maxPages' ? counted(limit, 'page') : limitWords(name, limit);
      const checks = end.checks > 0 ? `, and ${counted(end.checks, 'check', 'checks')}` : '';
      return `The limit of ${words} was reached; ${counted(end.urls, 'URL is', 'URLs are')} left${checks}.`;
    }
    case 'urls-wait':
      return `${counted(end.urls, 'URL is', 'URLs are')} still queued; resume to continue.`;
    case 'all-decided':
      return 'Every URL in scope was fetched or decided.';
  }
}

function hostWords(hosts: readonly WaitingHost[]): string {
  const words = hosts.map(host => `${host.origin} (${because(host)})`);
  return `${words.slice(0, 3).join(', ')}${words.length > 3 ? ` and ${figure(words.length - 3)} more hosts` : ''}`;
}

function because({ reason, detail }: WaitingHost): string {
  switch (reason) {
    case 'delay-too-long':
      return 'its Crawl-delay is longer than your limit';
    case 'host-failing':
      return `it failed too often: ${detail}`;
    case 'host-unreachable':
      return `it stopped responding: ${detail}`;
    case 'robots-unreachable':
      return `its robots.txt is unreachable: ${detail}`;
  }
}

/** URLs of a crawl whose process ended. */
export interface InterruptedCounts {
  readonly urls: number;
  readonly waiting: number;
  /** Requested when the process ended. */
  readonly underWay: number;
}

/** One sentence on what is left of a crawl whose process ended, with the counts that the file has. */
export const interruptedSentence = ({ urls, waiting, underWay }: InterruptedCounts): string =>
  `The program ended while crawling. Nothing stored is lost: ${counted(urls, 'URL is', 'URLs are')} stored with ${urls === 1 ? 'its decision' : 'their decisions'}, ${counted(waiting, 'waits', 'wait')}${underWay === 0 ? '' : `, ${counted(underWay, 'was', 'were')} under way and ${underWay === 1 ? 'is' : 'are'} requested again`}; resume to continue.`;

/** Pages were rendered after the crawl had finished, and their links wait. */
export const renderedLinksWait = (urls: number): string =>
  `Rendered pages link to ${figure(urls)} ${urls === 1 ? 'URL that waits' : 'URLs that wait'}. Resume to crawl ${urls === 1 ? 'it' : 'them'}.`;
