import type { CrawlOrder } from '../model/crawl.ts';
import { titleOf } from './describe.ts';
import { durationWords } from './duration.ts';
import { figure } from './figure.ts';
import { orderWords } from './setting-words.ts';
import type { WhyNotCause } from './why-not.ts';

/** The changing words of “why was it not fetched?”: waits, links to the URL, and the result of each question. */

/** 'no other URL of this host is queued first': `count` is cut at a thousand. */
export function aheadWords(count: number): string {
  if (count === 0) return 'no other URL of this host is queued first';
  if (count >= 1_000) return 'more than 1,000 URLs of this host are queued first';
  return `${count} ${count === 1 ? 'URL of this host is' : 'URLs of this host are'} queued first`;
}

/** Why a URL has its place in the queue of its host, in another order than the usual one; '' in the usual one. */
export function placeWords(
  order: CrawlOrder,
  {
    id,
    distance,
    priority,
    lastmod,
    parameters,
  }: {
    readonly id: number;
    readonly distance: number;
    readonly priority: string;
    readonly lastmod: string;
    readonly parameters: number;
  },
): string {
  const links = `${distance} ${distance === 1 ? 'link' : 'links'} from a start URL or sitemap`;
  const words: Readonly<Record<CrawlOrder, string>> = {
    breadth: '',
    priority: `${links}, sitemap priority ${priority === '' ? 'not stated, so 0.5' : priority}`,
    list: `it was number ${id}`,
    newest: lastmod === '' ? 'no sitemap states its lastmod, so it comes after those' : `its lastmod is ${lastmod}`,
    parameters: `it has ${parameters} ${parameters === 1 ? 'parameter' : 'parameters'}`,
  };
  return order === 'breadth' ? '' : `Order of this crawl: ${orderWords[order]}; ${words[order]}.`;
}

/**
 * What a waiting URL waits for, besides the time. `delayMs`: the delay of its host. `why`: its current decision.
 * `backOff`: the wait that the host requested.
 */
export function waitDetail(
  cause: WhyNotCause,
  { delayMs, why, backOff }: Readonly<{ delayMs: number; why: string; backOff: string }>,
): string {
  if (cause === 'waiting-delay') return `delay ${durationWords(delayMs)}`;
  return cause === 'waiting-retry' ? why : backOff;
}

export const crawlStateWords = (state: string): string => (state === 'new' ? 'not started' : state);

/** '3 URLs are', 'one URL is' */
export const waitingUrls = (count: number): string => (count === 1 ? 'one URL is' : `${figure(count)} URLs are`);

export const inFlight = {
  now: 'Crawlscope is fetching this URL right now.',
  before: 'Crawlscope was fetching this URL when the program ended.',
} as const;

/** What would happen to a URL that a decision turns down although the crawl never saw it. */
export const wouldNotBeFetched = (why: string): string => `Even if a page linked to it, it would not be fetched. ${why}`;
export const nothingLinks = 'No page that was read links to it.';
export const titleSentence = (reason: string): string => `${titleOf(reason)}.`;
/** 'https://… is known: differs by the last slash.' */
export const spellingKnown = (url: string, why: string): string => `${url} is known: ${why}.`;

/** What led to a URL, or would have. */
export const leadWords = {
  none: 'No page that was read links to this URL.',
  link: (from: string): string => `The first page that links to this URL is ${from}.`,
  redirect: (from: string): string => `${from} redirects to this URL.`,
  sitemap: (sitemap: string): string => `The sitemap ${sitemap} lists this URL. No page that was read links to it.`,
  seed: 'You entered this URL as a start URL. No page that was read links to it.',
  relative: (page: string, relative: string, why: string): string => `${page} leads to ${relative} instead (${why}).`,
  parentUnread: (page: string): string => `${page}, the nearest page of its folder, was not read, so its links are unknown.`,
  parentCut: (page: string, kept: number, dropped: number): string =>
    `${page} has ${figure(kept + dropped)} links. Crawlscope stored ${figure(kept)} of them.`,
  parentRead: (page: string, links: number): string =>
    `${page}, the nearest page of its folder, was read. None of its ${figure(links)} links leads to this URL.`,
} as const;

/** The result of a question for which yes or no is not enough. */
export const testDetails = {
  seed: 'Crawlscope admits a start URL as it is.',
  robotsLater: 'Crawlscope checks it when the turn of this URL comes.',
  robotsUnknown: 'The robots.txt of the host is not in this file.',
  unseen: 'No page, redirect or sitemap that was read names this URL.',
  pageLimit: 'The crawl has fetched as many pages as it may.',
  endless: (sign: string): string => `${sign}.`,
  sitemapsUnread: (count: number): string =>
    `${figure(count)} ${count === 1 ? 'sitemap of the host was' : 'sitemaps of the host were'} not read.`,
  sitemapsOff: 'This crawl reads no sitemaps.',
  parentUnknown: 'The crawl knows no page of its folder.',
  parentCut: (page: string, dropped: number): string => `${page} has ${figure(dropped)} more links than Crawlscope stored.`,
  parentRead: (page: string): string => `${page} does not link to this URL.`,
  depthUnknown: 'It is unknown how many links away from a start URL it would be.',
  depthOver: (page: string, depth: number, limit: number): string =>
    `Linked from ${page}, it would be ${depth} links away, over the limit of ${limit}.`,
  depth: (page: string, depth: number): string =>
    `Linked from ${page}, it would be ${depth} ${depth === 1 ? 'link' : 'links'} away from a start URL.`,
} as const;

/** 'The folders “a/b” come 3 times in a row': the mark of a path without an end. */
export const repeatedFolders = (folders: readonly string[], times: number): string =>
  folders.length === 1
    ? `The folder “${folders[0]}” comes ${times} times in a row`
    : `The folders “${folders.join('/')}” come ${times} times in a row`;
