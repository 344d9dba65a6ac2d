import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { lookFirst } from '#engine/first-look/start.ts';
import type { Session, SessionOptions } from '#engine/session/session.ts';
import type { CrawlStatus } from '#shared/model/crawl.ts';
import { fail } from '#shared/rpc/errors.ts';
import { usage } from './exit.ts';
import type { Io } from './io.ts';

/** Refuses a path that is no file with the words a user needs, and a crawl file that cannot be opened safely. */
export function requireFile(path: string): void {
  if (!existsSync(path)) usage(`there is no file ${path}. A crawl makes one: crawlscope crawl https://example.com --out ${path}`);
  requireNoFolder(path);
  lookFirst(path);
}

const requireNoFolder = (path: string): void => {
  if (statSync(path).isDirectory()) usage(`${path} is a folder, not a .crawl file.`);
};

/** As `requireFile`, for a file that may be damaged: whatever opens it can read it as it is. */
export function requireAnyFile(path: string): void {
  if (!existsSync(path)) usage(`there is no file ${path}.`);
  requireNoFolder(path);
}

/** The status with the path the user can type again; the engine's own is a bare name for display. */
export const statusOf = (session: Session): CrawlStatus => ({ ...session.status(), file: session.path });

/** Opens a crawl file for reading, and closes it whatever happens: the database must not be open when the process ends. */
export async function withSession<T>(
  io: Io,
  path: string,
  work: (session: Session) => Promise<T>,
  options: Pick<SessionOptions, 'cacheKiB'> = {},
): Promise<T> {
  requireFile(path);
  const { openSession } = await io.engine();
  const session = openSession(path, { ...options, readOnly: true });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/**
 * Opens a crawl file that the command may write. A file of an earlier version is converted first, with its progress on standard error; Ctrl+C leaves
 * it as it was. The caller closes the session whatever happens.
 */
export async function openForWriting(io: Io, path: string, options: Pick<SessionOptions, 'openBrowser'> = {}): Promise<Session> {
  requireFile(path);
  const { convertInSlices } = await import('#engine/exports/convert.ts');
  const { withProgress } = await import('./with-progress.ts');
  const { conversionWords } = await import('#shared/model/conversion.ts');
  const conversion = await withProgress(io, report =>
    convertInSlices(path, ({ step, share }) => report(share, `${path} is of an earlier version. ${conversionWords[step]}`)),
  );
  if (conversion.kind === 'cancelled') fail('unavailable', `Interrupted: ${path} was not converted and is as it was.`);
  if (conversion.kind === 'converted')
    await io.stderr.write(`${path} was converted to this version. The file as it was: ${basename(conversion.original)}\n`);
  const { openSession } = await io.engine();
  return openSession(path, conversion.kind === 'converted' ? { ...options, original: conversion.original } : options);
}

/** For lists: a file that is read from end to end needs little memory for its pages. */
export const withListSession = <T>(io: Io, path: string, work: (session: Session) => Promise<T>): Promise<T> =>
  withSession(io, path, work, { cacheKiB: 4_096 });
