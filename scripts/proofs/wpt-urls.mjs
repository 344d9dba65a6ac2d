// Compares the normalization of links with the URL tests of the web platform (WPT), and prints each class of differences with its reason.
// Exit 1 at a difference of no class.
//
//   node_modules/.bin/node scripts/proofs/wpt-urls.mjs DIR [--all]   DIR has urltestdata.json; --all prints each difference
//
// Each test goes directly to the parser of addresses. Those whose base can be a page also go through a page: written as a link, read by the page
// reader, resolved against the page. Both ways must agree. The origin of what is a page's address is compared too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { extractHtml } from '../../electron/core/html/extract.ts';
import { trimHref } from '../../electron/core/html/href.ts';
import { originOf } from '../../electron/core/url/authority.ts';
import { normalizationSteps } from '../../electron/core/url/normalization-steps.ts';
import { normalizeUrl } from '../../electron/core/url/normalize.ts';
import { plainUrl } from '../../electron/core/url/plain.ts';
import { baseOf } from '../../electron/engine/crawl/read-page.ts';
import { printFigures } from './figures.mjs';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean', default: false } } });
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write('usage: wpt-urls.mjs DIR [--all]\n');
  process.exit(2);
}

const INVALID = 'no address';
const textOf = normalized => (normalized.kind === 'url' ? normalized.url : INVALID);
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const isWeb = url => /^https?:/.test(url);

const encoder = new TextEncoder();
const asAttribute = text => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
/** An address as a link of a page at `pageUrl`, with or without a base element. */
function throughPage(input, pageUrl, baseHref) {
  const base = baseHref === null ? '' : `<base href="${asAttribute(baseHref)}">`;
  const bytes = encoder.encode(`<!doctype html>${base}<a href="${asAttribute(input)}">link</a>`);
  const facts = extractHtml(bytes, { contentType: 'text/html; charset=utf-8', maxLinks: 10, robotNames: [] });
  const [link] = facts.links;
  if (link === undefined) return 'no link';
  const from = baseOf(facts, pageUrl);
  const found = textOf(normalizeUrl(link.href, from));
  const steps = normalizationSteps(input, link.href, from);
  // The steps that the window shows end in what is stored.
  if ((steps === null ? INVALID : (steps.at(-1)?.text ?? input)) !== found) return `${found}, but the steps end elsewhere`;
  return found;
}

/** What we do on purpose besides what the standard says, in the order in which we do it. */
const changes = [
  ['fragment', 'A fragment is never sent to a server, so the stored address has none.', url => url.replace(/#.*$/s, '')],
  [
    'user and password',
    'They are not sent to strangers, so the stored address has none.',
    url => url.replace(/^(https?:\/\/)[^/?#]*@/, '$1'),
  ],
  [
    'escapes',
    'RFC 3986 section 6.2.2 makes escapes equal: unreserved characters are decoded, digits are in upper case.',
    url =>
      isWeb(url)
        ? url.replace(/%([0-9a-f]{2})/gi, (found, digits) => {
            const character = String.fromCharCode(Number.parseInt(digits, 16));
            return /[A-Za-z0-9._~-]/.test(character) ? character : found.toUpperCase();
          })
        : url,
  ],
];
/** The smallest set of changes that makes the standard's address ours; null if there is none. */
function classOf(expected, ours) {
  const sets = Array.from({ length: 1 << changes.length }, (_, mask) => changes.filter((__, bit) => (mask >> bit) & 1));
  sets.sort((a, b) => a.length - b.length);
  return sets.find(set => set.reduce((url, [, , change]) => change(url), expected) === ours)?.map(([name]) => name) ?? null;
}

const counts = { tests: 0, equal: 0, refused: 0, pages: 0, plain: 0, origins: 0 };
const differences = new Map();
let wrong = 0;
const differ = (what, line) => {
  const entry = differences.get(what) ?? { count: 0, example: line };
  entry.count += 1;
  differences.set(what, entry);
  if (values.all) console.log(`${what}: ${line}`);
};
const fault = line => {
  wrong += 1;
  console.log(`WRONG: ${line}`);
};

for (const test of JSON.parse(readFileSync(join(folder, 'urltestdata.json'), 'utf8'))) {
  // Texts between the tests are comments.
  if (typeof test === 'string') continue;
  const { input, base, href, origin, failure = false, relativeTo } = test;
  counts.tests += 1;
  const expected = failure ? INVALID : href;
  const trimmed = trimHref(input);
  const ours = textOf(normalizeUrl(trimmed, base ?? undefined));
  const line = `${JSON.stringify(input)} against ${JSON.stringify(base)}: expected ${expected}, ours ${ours}`;
  const classes = failure ? (ours === expected ? [] : null) : classOf(expected, ours);
  if (classes === null) fault(line);
  else if (classes.length === 0) counts.equal += 1;
  else differ(classes.join(' and '), line);
  if (failure && ours === INVALID) counts.refused += 1;
  if (origin !== undefined && isWeb(ours)) {
    counts.origins += 1;
    const { key } = originOf(ours) ?? {};
    if (key !== origin) fault(`${JSON.stringify(input)} against ${JSON.stringify(base)}: origin ${origin}, ours ${key}`);
  }
  if (base !== null && plainUrl(trimmed, base) !== null) counts.plain += 1;
  // A page has an address of http or https, or a base element that has one. A test without a base must not need one.
  if (base === null ? relativeTo !== undefined || !HAS_SCHEME.test(trimmed) : !isWeb(base)) continue;
  counts.pages += 1;
  // An address without a base must not become relative to a page of its scheme (`http:a`).
  const other = /^https:/i.test(trimmed) ? 'http://page.invalid/x/y' : 'https://page.invalid/x/y';
  // The HTML parser puts U+FFFD for a NUL.
  const given = input.replaceAll('\0', '\ufffd');
  const wanted = textOf(normalizeUrl(trimHref(given), base ?? other));
  const pages =
    base === null
      ? [[other, null]]
      : [
          [base, null],
          [other, base],
        ];
  for (const [page, baseHref] of pages) {
    const read = throughPage(input, page, baseHref);
    if (read !== wanted)
      fault(`${JSON.stringify(input)} on a page at ${page}, base ${JSON.stringify(baseHref)}: ${read}, directly ${wanted}`);
  }
}

console.log(
  `${counts.tests} tests: ${counts.equal} equal, of these ${counts.refused} refused by both; ${counts.pages} also through a page, ${counts.plain} by the short way for plain links, ${counts.origins} origins`,
);
const reasons = new Map(changes);
for (const [what, { count, example }] of [...differences].sort((a, b) => b[1].count - a[1].count))
  console.log(`${what}: ${count}. ${reasons.get(what) ?? 'Each for its reason.'} ${example}`);
printFigures(counts.tests, wrong, { equal: counts.equal, pages: counts.pages });
