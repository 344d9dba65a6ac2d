export interface MetaRefresh {
  readonly seconds: number;
  /** As written; '' when the page reloads itself. */
  readonly href: string;
}

/**
 * Reads the content of a meta refresh, or the value of a Refresh header (HTML standard, "shared declarative refresh steps").
 * null when it is none. Seconds beyond 2^31 are given as 2^31.
 */
export function parseRefresh(content: string): MetaRefresh | null {
  const time = /^[\t\n\f\r ]*(\d*)/.exec(content) as RegExpExecArray;
  const digits = time[1] as string;
  let p = time[0].length;
  if (digits === '' && content[p] !== '.') return null;
  const seconds = digits === '' ? 0 : Math.min(Number(digits.slice(0, 400)), 2 ** 31);
  while (isDigitOrDot(content.charCodeAt(p))) p++;
  if (p >= content.length) return { seconds, href: '' };
  if (!/[;,\t\n\f\r ]/.test(content[p] as string)) return null;
  p = skipSpaces(content, p);
  if (content[p] === ';' || content[p] === ',') p = skipSpaces(content, p + 1);
  const prefix = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i.exec(content.slice(p, p + 1024));
  if (prefix) p += prefix[0].length;
  const quote = content[p];
  if (quote !== '"' && quote !== "'") return { seconds, href: content.slice(p) };
  const close = content.indexOf(quote, p + 1);
  return { seconds, href: close < 0 ? content.slice(p + 1) : content.slice(p + 1, close) };
}

function isDigitOrDot(c: number): boolean {
  return c === 46 || (c >= 48 && c <= 57);
}

function skipSpaces(text: string, from: number): number {
  let p = from;
  while (p < text.length && '\t\n\f\r '.includes(text[p] as string)) p++;
  return p;
}
