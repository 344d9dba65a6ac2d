export type GlobReading =
  | { readonly kind: 'expression'; readonly expression: string }
  | { readonly kind: 'problem'; readonly problem: string };

const special = /[\\^$.|?+()[\]{}]/g;

/** `**` is any text, `*` any text without a slash; every other character is itself, also the question mark before a query. */
const body = (glob: string): string =>
  glob
    .split(/(\*+)/)
    .map((part, index) => (index % 2 === 0 ? part.replace(special, '\\$&') : part.length > 1 ? '.*' : '[^/]*'))
    .join('');

/**
 * A glob for whole URLs as an RE2 expression. `https://*.example.com/**` is compared with the whole URL, `/blog/**` with path and query.
 * Ours; there is no standard for globs of URLs.
 */
export function globExpression(glob: string): GlobReading {
  if (glob.startsWith('/')) return { kind: 'expression', expression: `^[^/]+//[^/]+${body(glob)}$` };
  if (glob.includes('://')) return { kind: 'expression', expression: `^${body(glob)}$` };
  return {
    kind: 'problem',
    problem: 'a glob starts with a slash or with a scheme, like glob:/blog/** or glob:https://*.example.com/**',
  };
}

/** A glob for host names as an RE2 expression, for the whole name in lower case. `*` is any text: `*.example.com`. */
export const hostGlobExpression = (glob: string): string =>
  `^${glob
    .split('*')
    .map(part => part.replace(special, '\\$&'))
    .join('.*')}$`;
