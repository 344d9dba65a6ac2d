import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Log {
  write(source: string, text: string): void;
}

/** Control characters could rewrite a terminal that shows the log. Line breaks separate entries. */
const unprintable = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

/**
 * A text log of at most `2 * maxBytes`: when the file is full, it becomes `FILE.old` and a new one starts. Entries
 * are cut at 4 KiB. Writing is synchronous (entries are rare) and never throws: a full disk silences the log, not the
 * program.
 */
export function openLog(file: string, maxBytes: number, now: () => Date): Log {
  let size = -1;
  const write = (line: string): void => {
    if (size < 0) {
      mkdirSync(dirname(file), { recursive: true });
      size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    }
    if (size + line.length > maxBytes && size > 0) {
      renameSync(file, `${file}.old`);
      size = 0;
    }
    appendFileSync(file, line, { mode: 0o600 });
    size += Buffer.byteLength(line);
  };
  return {
    write(source, text) {
      for (const entry of text.split('\n')) {
        if (entry.trim() === '') continue;
        try {
          write(`${now().toISOString()} ${source}: ${entry.slice(0, 4_096).replace(unprintable, ' ')}\n`);
        } catch (_diskProblem) {
          return;
        }
      }
    },
  };
}
