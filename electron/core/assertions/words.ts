/** A word of a line with its place, columns from 1. */
export interface Word {
  readonly text: string;
  readonly column: number;
  readonly endColumn: number;
}

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09;

/** The words of a line. A `#` at the start of a word starts a comment. Double quotes keep spaces inside a word. */
export function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < line.length) {
    if (isBlank(line.charCodeAt(at))) {
      at += 1;
      continue;
    }
    if (line.charCodeAt(at) === 0x23) break;
    const start = at;
    let quoted = false;
    for (; at < line.length; at += 1) {
      const unit = line.charCodeAt(at);
      if (unit === 0x22) quoted = !quoted;
      else if (!quoted && isBlank(unit)) break;
    }
    words.push({ text: line.slice(start, at), column: start + 1, endColumn: at + 1 });
  }
  return words;
}

/** The parts of a list with commas, each with its place; quotes are taken off. */
export function listParts(word: Word): Word[] {
  const parts: Word[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= word.text.length; at += 1) {
    const unit = at === word.text.length ? 0x2c : word.text.charCodeAt(at);
    if (unit === 0x22) quoted = !quoted;
    if (unit !== 0x2c || (quoted && at < word.text.length)) continue;
    parts.push({
      text: word.text.slice(start, at).replaceAll('"', ''),
      column: word.column + start,
      endColumn: word.column + Math.max(at, start + 1),
    });
    start = at + 1;
  }
  return parts;
}
