import { readFileSync } from 'node:fs';
import { processFields, processLives } from '#browser/process-lives.ts';
import type { CrawlRow } from '#storage/tables/crawls.ts';

/** Who crawls a file: boot, process and its start, so that a reused process id is not mistaken for the owner. */

/** The number that Linux gives each boot; 'boot' on other systems. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 'boot';
    throw error;
  }
}

const startOf = (pid: number): string => processFields(pid)?.[19] ?? '';

export const ownName = (): string => `${bootId()}:${process.pid}:${startOf(process.pid)}`;

const heartbeatMs = 30_000;

/** Whether the process named by an owner string still runs. Without /proc a fresh heartbeat of a living pid counts. */
export function isAlive(owner: string | null, heartbeatAt: number | null, nowAt: number): boolean {
  if (!owner) return false;
  const [boot, pidText, start] = owner.split(':');
  const pid = Number(pidText);
  // Ignore a heartbeat from the future: a wrong clock or a manipulated file.
  const fresh = heartbeatAt !== null && Math.abs(nowAt - heartbeatAt) < heartbeatMs;
  // Another boot, or another machine on a shared disk: only its heartbeat can tell.
  if (!pid || boot !== bootId()) return fresh;
  if (pid === process.pid && start === startOf(pid)) return true;
  if (!processLives(pid)) return false;
  return start ? start === startOf(pid) : fresh;
}

let sessions = 0;
/** Owner names of the crawls that run in this process. */
const crawling = new Set<string>();

/** A name for one session of this process. */
export const newOwner = (): string => `${ownName()}:${++sessions}`;

/** Marks this owner as crawling. The returned function ends that. */
export function startOwning(owner: string): () => void {
  crawling.add(owner);
  return () => void crawling.delete(owner);
}

/** Whether the owner that a file names crawls it at this moment. */
export const ownerLives = ({ owner, heartbeatAt }: Pick<CrawlRow, 'owner' | 'heartbeatAt'>): boolean =>
  owner?.startsWith(ownName()) ? crawling.has(owner) : isAlive(owner, heartbeatAt, Date.now());
