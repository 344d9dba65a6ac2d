import type { OutageKind, OutageStatus } from '../model/outage.ts';
import { durationWords } from './duration.ts';
import { figure } from './figure.ts';

interface OutageFacts {
  readonly kind: OutageKind;
  /** Hosts that failed, and hosts looked at. */
  readonly hosts: number;
  readonly of: number;
  /** What the login pages have in common: a host, '511', or another mark. */
  readonly where: string;
  /** How the last request failed. */
  readonly detail: string;
}

/** One sentence: what a crawl saw when it took its own network for down. */
export function outageSentence({ kind, hosts, of, where, detail }: OutageFacts): string {
  switch (kind) {
    case 'link':
      return `This computer has no network: ${detail.replace(/\.$/, '')}.`;
    case 'hosts':
      return `${figure(hosts)} of ${figure(of)} hosts stopped responding within 30 seconds. That points to the network of this computer.`;
    case 'portal':
      return `${portalWords(hosts, where)} Log in to the network with a browser.`;
  }
}

function portalWords(hosts: number, where: string): string {
  if (where === '511') return 'The network asks for a login before it lets requests through (status 511).';
  const whom = `All ${figure(hosts)} hosts requested`;
  if (where.startsWith('page ')) return `${whom} return the same page in place of robots.txt.`;
  if (where.startsWith('certificate of ')) return `${whom} show the ${where}.`;
  return `${whom} redirect to ${where}.`;
}

/** Why a crawl stopped that waited `waitedMs` for its own network. `detail`: what it saw. */
export const networkStop = (detail: string, waitedMs: number): string =>
  `Stopped after a wait of ${durationWords(waitedMs)} for the network. ${detail} No URL used up an attempt; resume to continue.`;

const inSeconds = (ms: number): string => durationWords(Math.max(1, Math.ceil(ms / 1000)) * 1000);

/** One line while a crawl waits: since when, when it tries again, and when it stops. `now`: epoch milliseconds. */
export const outageLine = ({ detail, since, nextTryAt, until }: OutageStatus, now: number): string =>
  `waiting for the network since ${inSeconds(now - since)} · next try in ${inSeconds(nextTryAt - now)} · stops in ${inSeconds(until - now)} · ${detail}`;
