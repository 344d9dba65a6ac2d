/** The families of diagnostics, by the first letter of an id, in the order of the documentation. */
export const families = {
  F: 'Fetching',
  B: 'Bytes and size',
  K: 'Lines and keywords',
  G: 'Groups and names',
  P: 'Paths and patterns',
  X: 'Other directives',
  C: 'Compared with a crawl',
} as const;

export type Family = keyof typeof families;

/** `K-TYPO`: the family, then the name. An id without a family does not compile. */
export type DiagnosticId = `${Family}-${string}`;

/**
 * The eleven common mistakes that a checker of the 2000s listed, in its order. Three of its corrections are never offered as fixes:
 * `Disallow: *`, an empty Disallow beside rules, and one shorter path instead of many.
 */
export const commonMistakes = {
  'name-and-path-exchanged': 'name and path swapped',
  'several-paths': 'several paths on one line',
  'line-ends': 'line ends of other systems',
  comments: 'comments on the line of a rule',
  'leading-white-space': 'white space before a line',
  'page-for-missing-file': 'a page instead of a missing file',
  'letter-case': 'upper and lower case',
  'every-file-listed': 'a rule for each single file',
  decoration: 'Allow and empty lines as decoration',
  'no-slash': 'paths without a slash, search terms',
  'not-text': 'a file that is not text, or not served as text',
} as const;

export type CommonMistake = keyof typeof commonMistakes;
