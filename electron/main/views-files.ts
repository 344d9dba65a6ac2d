import { open } from 'node:fs/promises';
import { RpcError } from '#shared/rpc/errors.ts';
import { ViewsFile } from '#shared/views-file.ts';

const longestFile = 1024 * 1024;

/** Reads a file of saved views. Throws RpcError with what is wrong and the fix. */
export async function readViewsFile(path: string): Promise<ViewsFile> {
  const read = ViewsFile.safeParse(parsed(await textOf(path)));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  throw new RpcError(
    'bad_request',
    `This is not a file of saved views${where}: ${issue?.message ?? 'wrong form'}. Choose one that “Export…” wrote.`,
  );
}

async function textOf(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > longestFile)
        throw new RpcError('bad_request', 'The file is larger than 1 MiB, so it is not one of saved views.');
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

/** The text of a file of saved views. */
export const viewsText = (file: ViewsFile): string => `${JSON.stringify(file, null, 2)}\n`;
