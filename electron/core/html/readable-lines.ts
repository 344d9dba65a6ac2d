import { inlineNames } from './element-names.ts';
import { decodeReferences } from './references.ts';

/** Elements whose contents visitors do not see. */
const unread = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'title',
  'textarea',
  'select',
  'svg',
  'math',
  'iframe',
  'object',
]);
const inline = new Set<string>(inlineNames);
const space = /[\t\n\f\r ]+/g;
const letter = /[a-z]/i;

/**
 * The readable text of a page in lines, one for each block, at most `most`: for people who compare two pages. It reads tags only; what a
 * style sheet hides is in it. Linear in the text.
 */
export function readableLines(html: string, most: number): { readonly lines: readonly string[]; readonly isCut: boolean } {
  const lines: string[] = [];
  let line = '';
  const end = (): void => {
    const text = decodeReferences(line, false).replace(space, ' ').trim();
    if (text !== '') lines.push(text);
    line = '';
  };
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length && lines.length < most) {
    const tag = html.indexOf('<', at);
    line += html.slice(at, tag < 0 ? html.length : tag);
    if (tag < 0) {
      at = html.length;
      break;
    }
    if (html.startsWith('<!--', tag)) {
      const close = html.indexOf('-->', tag + 4);
      at = close < 0 ? html.length : close + 3;
      continue;
    }
    const isEnd = html[tag + 1] === '/';
    const nameAt = tag + (isEnd ? 2 : 1);
    if (!letter.test(html[nameAt] ?? '') && html[tag + 1] !== '!' && html[tag + 1] !== '?') {
      line += '<';
      at = tag + 1;
      continue;
    }
    const name = nameOf(lower, nameAt);
    at = tagEnd(html, tag);
    if (!isEnd && unread.has(name)) {
      const close = lower.indexOf(`</${name}`, at);
      at = close < 0 ? html.length : tagEnd(html, close);
    }
    if (!inline.has(name)) end();
  }
  end();
  return { lines: lines.slice(0, most), isCut: at < html.length };
}

function nameOf(lower: string, from: number): string {
  let at = from;
  // No name that matters is longer.
  while (at < from + 20 && /[a-z0-9]/.test(lower[at] ?? '')) at++;
  return lower.slice(from, at);
}

/** The place after the '>' of a tag, quoted values skipped. */
function tagEnd(html: string, from: number): number {
  let quote = '';
  for (let at = from + 1; at < html.length; at++) {
    const c = html[at] as string;
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '>') return at + 1;
  }
  return html.length;
}
