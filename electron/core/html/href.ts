/** Removes what the URL parser would remove: control characters and spaces at the ends, tabs and line ends everywhere (URL standard, "basic URL parser"). */
export function trimHref(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && value.charCodeAt(start) <= 32) start++;
  while (end > start && value.charCodeAt(end - 1) <= 32) end--;
  const trimmed = start > 0 || end < value.length ? value.slice(start, end) : value;
  return /[\t\n\r]/.test(trimmed) ? trimmed.replace(/[\t\n\r]+/g, '') : trimmed;
}

/** The URLs of a srcset attribute, as written (HTML standard, "parse a srcset attribute"; descriptors are skipped). */
export function srcsetUrls(srcset: string): string[] {
  const urls: string[] = [];
  const length = srcset.length;
  const isSpace = (c: number): boolean => c === 32 || (c >= 9 && c <= 13 && c !== 11);
  let p = 0;
  for (;;) {
    while (p < length && (isSpace(srcset.charCodeAt(p)) || srcset.charCodeAt(p) === 44)) p++;
    if (p >= length) return urls;
    const start = p;
    while (p < length && !isSpace(srcset.charCodeAt(p))) p++;
    let end = p;
    while (end > start && srcset.charCodeAt(end - 1) === 44) end--;
    if (end > start) urls.push(srcset.slice(start, end));
    if (end < p) continue;
    let inParentheses = false;
    for (; p < length; p++) {
      const c = srcset.charCodeAt(p);
      if (c === 40) inParentheses = true;
      else if (c === 41) inParentheses = false;
      else if (c === 44 && !inParentheses) break;
    }
  }
}

/** The base URL of a document: the base element's href resolved against the page's URL, or the page's URL (HTML standard, "document base URL"). */
export function documentBaseUrl(baseHref: string | null, pageUrl: string): string {
  if (baseHref === null) return pageUrl;
  try {
    const base = new URL(baseHref, pageUrl);
    return base.protocol === 'data:' || base.protocol === 'javascript:' ? pageUrl : base.href;
  } catch {
    // Not a URL: the standard falls back to the page's own.
    return pageUrl;
  }
}

/** Lower-case tokens of a rel attribute, separated by one space, duplicates removed. */
export function relTokens(rel: string): string {
  if (/^[a-z-]*$/.test(rel)) return rel;
  const tokens = rel.toLowerCase().split(/[\t\n\f\r ]+/);
  return [...new Set(tokens)].filter(token => token !== '').join(' ');
}
