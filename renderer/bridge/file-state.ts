import { useCallback, useEffect, useState } from 'react';
import type { CrawlStatus } from '#shared/model/crawl.ts';
import type { FileInfo } from '#shared/model/shell.ts';
import { client } from './client.ts';
import { messageOf, useTopic } from './hooks.ts';

interface FileState {
  /** Undefined until the shell has responded; null when no file is open. */
  readonly file: FileInfo | null | undefined;
  /** Changes with every opened file, also when it has the same name. */
  readonly fileKey: number;
  readonly status: CrawlStatus | null;
  readonly error: string;
  readonly retry: () => void;
}

/** The open file and its crawl's status, kept current by the topics. */
export function useFileState(): FileState {
  const [{ file, fileKey }, setOpen] = useState<{ file: FileInfo | null | undefined; fileKey: number }>({
    file: undefined,
    fileKey: 0,
  });
  const [status, setStatus] = useState<CrawlStatus | null>(null);
  const [error, setError] = useState('');
  const become = useCallback((next: FileInfo | null) => {
    setOpen(old => ({ file: next, fileKey: old.fileKey + 1 }));
    setError('');
    setStatus(null);
    // If the engine does not respond here, it still pushes the status on the next change.
    if (next) client.call('status.get', {}).then(setStatus, () => undefined);
  }, []);
  const ask = useCallback(() => {
    client.call('file.current', {}).then(become, (reason: unknown) => setError(messageOf(reason)));
  }, [become]);
  useEffect(ask, [ask]);
  useTopic('file', become);
  useTopic('status', setStatus);
  return { file, fileKey, status, error, retry: ask };
}
