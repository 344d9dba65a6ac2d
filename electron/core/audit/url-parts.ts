/** Offsets where path and query of a normalised URL start. Such a URL has no fragment. */
export interface UrlParts {
  /** From the first slash; '' for none. */
  readonly path: string;
  /** Without the question mark; '' for none. */
  readonly query: string;
}

export function partsOf(url: string): UrlParts {
  const scheme = url.indexOf('://');
  const slash = scheme < 0 ? -1 : url.indexOf('/', scheme + 3);
  if (slash < 0) return { path: '', query: '' };
  const mark = url.indexOf('?', slash);
  return mark < 0 ? { path: url.slice(slash), query: '' } : { path: url.slice(slash, mark), query: url.slice(mark + 1) };
}

/** The parameters of a query, at most 200: names and values as written. */
export function parametersOf(query: string): (readonly [name: string, value: string])[] {
  if (query === '') return [];
  return query
    .split('&', 200)
    .filter(part => part !== '')
    .map(part => {
      const at = part.indexOf('=');
      return at < 0 ? ([part, ''] as const) : ([part.slice(0, at), part.slice(at + 1)] as const);
    });
}
