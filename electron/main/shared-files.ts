import { open } from 'node:fs/promises';
import type { z } from 'zod';
import { QueriesFile } from '#shared/queries-file.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { ViewsFile } from '#shared/views-file.ts';

/** JSON files that people share: saved views of the URL list, and saved queries. */

const longestFile = 8 * 1024 * 1024;

export const readViewsFile = (path: string): Promise<ViewsFile> => read(path, ViewsFile, 'saved views');
export const readQueriesFile = (path: string): Promise<QueriesFile> => read(path, QueriesFile, 'saved queries');

/** Reads a file. Throws RpcError with what is wrong and the fix. */
async function read<T>(path: string, schema: z.ZodType<T>, what: string): Promise<T> {
  const found = schema.safeParse(parsed(await textOf(path, what)));
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  const where = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  throw new RpcError(
    'bad_request',
    `This is not a file of ${what}${where}: ${issue?.message ?? 'wrong form'}. Choose one that “Export…” wrote.`,
  );
}

async function textOf(path: string, what: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > longestFile) throw new RpcError('bad_request', `The file is larger than 8 MiB, so it is not one of ${what}.`);
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof RpcError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new RpcError('refused', `The file could not be read (${code}). Choose another one.`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) throw new RpcError('bad_request', 'The file is not JSON. Choose one that “Export…” wrote.');
    throw error;
  }
}

export const sharedText = (file: ViewsFile | QueriesFile): string => `${JSON.stringify(file, null, 2)}\n`;
