import { figure } from '#shared/explain/figure.ts';
import type { FileFact, FileFactCode } from '#shared/model/interpretation.ts';
import type { RobotsFile } from '#shared/model/robots.ts';
import type { Dialect } from '../dialect.ts';
import { isUtf8 } from '../parse/body.ts';

/** Remarks about the whole file, in file order. */
export function fileFacts(
  bytes: Uint8Array,
  file: RobotsFile,
  dialect: Dialect,
  sourceLines: number,
  stripsTags: boolean,
): FileFact[] {
  const facts: FileFact[] = [];
  const say = (code: FileFactCode, detail: string | number = '', line = 0): void => {
    facts.push({ code, detail: String(detail), line });
  };
  if (bytes.length === 0) {
    say('empty');
    return facts;
  }
  markFact(bytes, dialect, say);
  if (file.override) say(factOf(file.override.why), file.override.allowed === true ? 'open' : 'undecided', file.override.line);
  if (stripsTags && file.override === undefined && bytes.includes(0x3c)) say('tags-removed');
  const past = file.lines.findIndex(line => line.notes.includes('past-size-limit'));
  if (past >= 0 && file.override?.why !== 'too-large') {
    const { limit, unit } = dialect.sizeLimit.value;
    say('size-cut', `${figure(limit ?? 0)} ${unit}`, file.lines[past]?.number ?? 0);
  }
  if (file.override?.why !== 'parse-error' && !isUtf8(bytes)) say('not-utf-8');
  if (file.lines.length !== sourceLines && past < 0) say('line-count', file.lines.length);
  if (file.override === undefined && file.groups.length === 0) say('no-groups');
  return facts;
}

const factOf = (why: string): FileFactCode => (why === 'too-large' || why === 'html' ? why : 'parse-error');

function markFact(bytes: Uint8Array, dialect: Dialect, say: (code: FileFactCode) => void): void {
  const how = dialect.byteOrderMark.value;
  const [a, b, c] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) say(how === 'utf-8-and-16' ? 'utf-16-read' : 'utf-16-unread');
  else if (a === 0xef && b === 0xbb && c === 0xbf) say(how === 'kept' ? 'mark-kept' : 'mark-skipped');
  else if (a === 0xef && how === 'utf-8-partial') say('mark-partial');
}
