import {
  type BigIntStats,
  chmodSync,
  chownSync,
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import type { ConversionStep } from '#shared/model/conversion.ts';
import { roomIn } from './disk-room.ts';
import { createHalf } from './half-file.ts';
import { schemaVersion } from './migrate.ts';

/** The steps that change the folder. Tests end the work before any of them. */
export interface FolderSteps {
  readonly room: (folder: string) => number;
  readonly link: (from: string, to: string) => void;
}

export const folderSteps: FolderSteps = { room: roomIn, link: linkSync };

/** What systems answer where a file cannot have a second name. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EMLINK', 'ENOSYS', 'EINVAL']);

/** Nobody else may read a file before it has the permissions of its original. */
export const onlyOwner = 0o600;

/** 'site.crawl' → 'site.before-v9.crawl', with a number from the second turn on. */
const nameOf = (place: string, turn: number): string =>
  `${place.replace(/\.crawl$/i, '')}.before-v${schemaVersion}${turn === 1 ? '' : `-${turn}`}.crawl`;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Identifies a file under all its names; undefined: there is none. Windows has numbers that a double cannot hold. */
export const inodeOf = (path: string): bigint | undefined => lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

/** Some network file systems number no files: there each has one name. */
const isSecondName = (one: BigIntStats, other: BigIntStats): boolean =>
  one.isFile() &&
  one.nlink > 1n &&
  other.nlink > 1n &&
  (['dev', 'ino', 'size', 'mtimeNs'] as const).every(part => one[part] === other[part]);

/**
 * Gives the original a second name, which it keeps. A file system without links gets a copy, which `copy` writes. Never replaces what has the
 * name, not even a link that leads nowhere. A conversion that was killed before its last step has left this name already. Returns the path.
 */
export function keep(place: string, copy: (target: string) => void, { link }: FolderSteps): string {
  for (let turn = 1; ; turn += 1) {
    const kept = nameOf(place, turn);
    const there = lstatSync(kept, { bigint: true, throwIfNoEntry: false });
    if (there !== undefined) {
      if (isSecondName(there, lstatSync(place, { bigint: true }))) return kept;
      continue;
    }
    try {
      link(place, kept);
      return kept;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      if (!withoutLinks.has(codeOf(error))) throw error;
    }
    if (keepCopy(kept, copy)) return kept;
  }
}

/** False: the name was given to another file just now. */
function keepCopy(kept: string, copy: (target: string) => void): boolean {
  try {
    // Reserves the name: the copy is moved to it when it is whole, and would replace what has it.
    closeSync(openSync(kept, 'wx', onlyOwner));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  let half: ReturnType<typeof createHalf> | undefined;
  try {
    half = createHalf(kept, onlyOwner);
    copy(half.path);
    half.finish();
    return true;
  } catch (error) {
    rmSync(kept, { force: true });
    throw error;
  } finally {
    half?.discard();
  }
}

/** Runs all steps of a work. */
export function atOneGo<T>(work: Generator<ConversionStep, T>): T {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/**
 * Gives a new file the owner, group and permissions of another. Only root may give a file away, and others only to their own groups: where
 * the group differs then, it may do what everybody may.
 */
export function giveAttributes(path: string, { uid, gid, mode }: Pick<Stats, 'uid' | 'gid' | 'mode'>): void {
  const own = statSync(path);
  if (own.uid !== uid || own.gid !== gid)
    succeeds(() => chownSync(path, uid, gid)) || succeeds(() => chownSync(path, own.uid, gid));
  const bits = mode & 0o777;
  chmodSync(path, statSync(path).gid === gid ? bits : (bits & 0o707) | (bits & (bits << 3) & 0o070));
}

function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
