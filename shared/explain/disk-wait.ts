import type { DiskWait } from '../model/disk-wait.ts';
import { durationWords } from './duration.ts';
import { figure } from './figure.ts';

/** '1.3 MB'. `round`: what is needed is rounded up, what is free down. */
function size(bytes: number, round: (tenths: number) => number): string {
  const tenths = round(bytes / 100_000) / 10;
  return `${tenths < 10 ? tenths.toFixed(1) : figure(round(tenths))} MB`;
}

/** One sentence while a crawl waits for room: what is full, what is free, and what it needs. `name`: the crawl file. */
export function diskWaitSentence(name: string, { freeBytes, neededBytes }: Pick<DiskWait, 'freeBytes' | 'neededBytes'>): string {
  if (neededBytes === null) return `${name} cannot grow: a limit on its size, or of its disk, is reached.`;
  const free = size(freeBytes, Math.floor);
  return `The disk with ${name} is full: ${free} free, the crawl needs ${size(neededBytes, Math.ceil)} to go on.`;
}

/** Why a crawl ended that waited `waitedMs` for room. `name`: the crawl file. */
export const diskWaitStop = (name: string, waitedMs: number): string =>
  `The disk with ${name} was full for ${durationWords(waitedMs)}. Nothing stored so far is lost; make room, then resume.`;

const inSeconds = (ms: number): string => durationWords(Math.max(1, Math.ceil(ms / 1000)) * 1000);

/** One line while a crawl waits for room: since when, when it ends, and what it needs. `now`: epoch milliseconds. */
export const diskWaitLine = ({ detail, since, until }: DiskWait, now: number): string =>
  `waiting for room on the disk since ${inSeconds(now - since)} · stops in ${inSeconds(until - now)} · ${detail}`;

/** One line when the wait begins. `now`: epoch milliseconds. */
export const diskWaitBegins = ({ detail, until }: DiskWait, now: number): string =>
  `${detail} The crawl waits for room, at most ${durationWords(Math.ceil((until - now) / 60_000) * 60_000)}, and goes on by itself.`;

/** The same when it ends. */
export const diskWaitEnds = 'There is room on the disk again. The crawl goes on.';
