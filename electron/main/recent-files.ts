import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { RecentFile } from '#shared/model/shell.ts';
import { exists, fileInfo } from './file-names.ts';
import { writeOwn } from './write-whole.ts';

const Entry = z.strictObject({ id: z.string().min(1).max(64), path: z.string().min(1).max(4_096), openedAt: z.number() });
const Stored = z.strictObject({ version: z.literal(1), files: z.array(Entry).max(100) });
type Entry = z.output<typeof Entry>;

export const maxRecent = 20;

/** The last opened files, newest first. The window receives only ids, never paths. */
export interface RecentFiles {
  list(): Promise<readonly RecentFile[]>;
  /** Path of a listed id, or null. */
  pathOf(id: string): Promise<string | null>;
  add(path: string): Promise<void>;
  forget(id: string): Promise<void>;
}

/**
 * A list kept as JSON in one file, written whole and renamed into place. A damaged file counts as an empty list.
 * `report` receives write errors: a full disk must not stop a crawl from opening.
 */
export function openRecentFiles(
  file: string,
  options: { readonly home: string; readonly now: () => number; readonly report: (problem: string) => void },
): RecentFiles {
  let entries: readonly Entry[] | null = null;
  let writing: Promise<void> = Promise.resolve();

  const load = async (): Promise<readonly Entry[]> => {
    if (entries) return entries;
    let text = '';
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') options.report(`recent files: ${String(error)}`);
    }
    entries ??= parse(text);
    return entries;
  };
  /** Reads and edits the newest list without an await in between, so that two simultaneous changes both apply. */
  const change = async (edit: (known: readonly Entry[]) => readonly Entry[]): Promise<void> => {
    await load();
    const next = edit(entries ?? []);
    entries = next;
    writing = writing
      .then(() => writeOwn(file, JSON.stringify({ version: 1, files: next })))
      .catch((error: unknown) => options.report(`recent files: ${String(error)}`));
    await writing;
  };

  return {
    async list() {
      const known = await load();
      return Promise.all(
        known.map(async ({ id, path, openedAt }) => ({
          id,
          ...fileInfo(path, options.home),
          openedAt,
          missing: !(await exists(path)),
        })),
      );
    },
    async pathOf(id) {
      return (await load()).find(entry => entry.id === id)?.path ?? null;
    },
    add: path =>
      change(known =>
        [{ id: randomUUID(), path, openedAt: options.now() }, ...known.filter(entry => entry.path !== path)].slice(0, maxRecent),
      ),
    forget: id => change(known => known.filter(entry => entry.id !== id)),
  };
}

function parse(text: string): readonly Entry[] {
  if (text === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (_damaged) {
    return [];
  }
  const stored = Stored.safeParse(value);
  return stored.success ? stored.data.files.slice(0, maxRecent) : [];
}
