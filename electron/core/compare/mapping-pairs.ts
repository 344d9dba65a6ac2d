import { mostMappingPairs } from '#shared/model/url-mapping.ts';

type Pairs = readonly (readonly [from: string, to: string])[];

const isUrl = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text);

/** The cells of a line, RFC 4180: quoted cells may contain separators, and "" is a quote. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length) {
    if (line[at] === '"') {
      let cell = '';
      at += 1;
      for (; at < line.length; at += 1) {
        if (line[at] !== '"') cell += line[at];
        else if (line[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      cells.push(cell);
      const next = line.indexOf(separator, at);
      if (next < 0) break;
      at = next + 1;
    } else {
      const next = line.indexOf(separator, at);
      cells.push(line.slice(at, next < 0 ? undefined : next).trim());
      if (next < 0) break;
      at = next + 1;
    }
  }
  return cells;
}

/**
 * Reads pairs of URLs from a CSV: the URL of the first crawl, then that of the second, separated by comma, semicolon or tab. A first
 * line without URLs is a heading. A problem names the line.
 */
export function readPairs(text: string): { readonly pairs: Pairs } | { readonly problem: string } {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const pairs: [string, string][] = [];
  let separator = '';
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    separator ||= [',', ';', '\t'].find(each => cellsOf(line, each).length >= 2) ?? '';
    if (separator === '') return { problem: `line ${at + 1} has no two columns. Write a URL, a comma, and the URL it became` };
    const [from = '', to = ''] = cellsOf(line, separator);
    if (!isUrl(from) || !isUrl(to)) {
      if (pairs.length === 0 && at === 0 && !isUrl(from) && !isUrl(to)) continue;
      return {
        problem: `line ${at + 1}: “${(isUrl(from) ? to : from).slice(0, 100)}” is not a URL that starts with http:// or https://`,
      };
    }
    if (pairs.length >= mostMappingPairs) return { problem: `it has more than ${mostMappingPairs} pairs` };
    pairs.push([from, to]);
  }
  return pairs.length === 0 ? { problem: 'it has no pairs of URLs' } : { pairs };
}
