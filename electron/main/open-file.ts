import type { FileInfo } from '#shared/model/shell.ts';
import { fileInfo } from './file-names.ts';

/** The open crawl file. Only the shell knows the path. `changed` receives what the window may show. */
export interface OpenFile {
  path(): string | null;
  info(): FileInfo | null;
  set(path: string | null): void;
}

export function trackOpenFile(home: string, changed: (info: FileInfo | null) => void): OpenFile {
  let current: string | null = null;
  const info = (): FileInfo | null => (current === null ? null : fileInfo(current, home));
  return {
    path: () => current,
    info,
    set(path) {
      current = path;
      changed(info());
    },
  };
}
