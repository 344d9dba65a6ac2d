import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { mostTrendCrawls, type TrendFiles } from '#shared/model/crawl-trend.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Dialogs } from './dialogs.ts';

interface Parts {
  readonly dialogs: Pick<Dialogs, 'openCrawls' | 'openCrawlFolder'>;
  /** Looks at a file in a process of its own before the engine opens it. Rejects with what that finds. */
  readonly look: (path: string) => Promise<unknown>;
}

/** Crawls of a trend that the user chooses one by one; null: cancelled. Rejects when one of them cannot be read. */
export async function chosenCrawls({ dialogs, look }: Parts, current: string): Promise<TrendFiles | null> {
  const paths = await dialogs.openCrawls(dirname(current));
  for (const path of paths) await look(path);
  return paths.length === 0 ? null : { paths, isFolder: false, unreadable: [] };
}

/** The crawl files of a folder that the user chooses, without its subfolders; null: cancelled. Those that cannot be read are named. */
export async function crawlsOfFolder({ dialogs, look }: Parts, current: string): Promise<TrendFiles | null> {
  const folder = await dialogs.openCrawlFolder(dirname(current));
  if (folder === null) return null;
  const found = await crawlNames(folder);
  const names = found.filter(name => join(folder, name) !== current);
  if (names.length === 0) throw new RpcError('refused', 'This folder has no other crawl file. Choose another folder.');
  if (names.length >= mostTrendCrawls)
    throw new RpcError(
      'refused',
      `This folder has ${found.length} crawl files, and a trend has at most ${mostTrendCrawls}. Choose the files instead.`,
    );
  const paths: string[] = [];
  const unreadable: string[] = [];
  for (const name of names)
    try {
      await look(join(folder, name));
      paths.push(join(folder, name));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      unreadable.push(basename(name, '.crawl'));
    }
  return { paths, isFolder: true, unreadable };
}

async function crawlNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter(entry => !entry.isDirectory() && /\.crawl$/i.test(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new RpcError('refused', `The folder could not be read (${code}). Choose another one.`);
  }
}
