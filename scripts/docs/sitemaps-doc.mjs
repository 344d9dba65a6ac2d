// node scripts/docs/sitemaps-doc.mjs [--check]: writes docs/sitemaps.md from the catalogue of `sitemap check`, or says whether the
// file is what would be written (exit code 1 when it is not). Needs Node 24, which runs the TypeScript catalogue as it is.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sitemapRules } from '../../electron/core/sitemap/check/catalogue.ts';

export const SITEMAPS_FILE = join(resolve(import.meta.dirname, '../..'), 'docs/sitemaps.md');

const SEVERITIES = { E: 'error', W: 'warning', I: 'note' };
const cell = text => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').trim();
const row = cells => `| ${cells.join(' | ')} |`;

/** The whole text of docs/sitemaps.md. */
export function sitemapsDocument() {
  const rules = Object.entries(sitemapRules);
  const head = ['code', 'severity', 'counted among', 'why it matters', 'source'];
  const rows = rules.map(([code, { severity, of, why, source }]) =>
    row([`\`${code}\``, SEVERITIES[severity], of, cell(why), cell(source)]),
  );
  return `# Problems of sitemaps

Written by \`node scripts/docs/sitemaps-doc.mjs\` from \`electron/core/sitemap/check\`; edit the rules, not this page.

\`crawlscope sitemap check FILE|URL\` looks for ${rules.length} problems in one sitemap, sitemap index, text file or feed. *Error*: readers reject
the file or the entry. *Warning*: a part of it is ignored or mistaken. *Note*: good to know. The exit code is 1 for an error or a warning,
3 if there is neither but a file could not be read.

A FILE is read and nothing is requested. \`--url\` says where it is published, so that hosts and folders can be compared. A URL is requested as
Crawlscope, after robots.txt of its host and with the delay that it declares; what robots.txt forbids is not requested. The first 50 MiB
and 50,000 entries are checked. Entities of a document are never expanded.

\`--files\` checks the files of an index too: those of a URL are requested one after another, those of a FILE are looked for beside it, by name.
Then all files together are compared: URLs that several list, and hreflang links to entries of another file that does not link back (\`across\` in
the JSON). \`--format sarif\` and \`--format junit\` are for CI systems; notes fail no JUnit case.

The JSON has a record for each file. \`checked\` says how many files, entries, dates (entries with lastmod), images, videos, articles (of news),
alternates (hreflang links) and pairs (hreflang links between entries of the same file) were checked. \`counts\` says for each problem how
often it was found (\`problems\`), how many have it (\`affected\`), and among how many (\`of\`). \`problems\` lists the first 100 of each kind.

## Coverage

\`crawlscope sitemaps F.crawl\` counts the different URLs that each file lists: with a response, may be indexed, 404, all errors, redirects,
noindex, another canonical, blocked, no response, linked from no page. In the window each count leads to its URLs. \`--coverage\` has the
internal URLs in three sets that add up: in a sitemap and linked, only in a sitemap, only in the crawl; and the indexable pages that no sitemap
lists. \`--entries\` lists the entries; with \`--profile P\` they have the verdict and the line of robots.txt for that crawler.

## Dates

\`crawlscope sitemaps F.crawl --lastmod\` says for each file: of the entries, how many are dated; of the dated, how many are no date, are in the
future (more than a day after the file was read), and have a page with a usable Last-Modified; of those, how many are older than it. A day as
lastmod counts until its end. \`--baseline OLD.crawl\` adds the entries whose text both crawls have, how many of them changed (lastmod or readable
text), and of the changed how many in only one of the two. With \`--entries\` it lists each wrong date.

## What changed

\`crawlscope sitemap diff OLD NEW\` compares two crawls, two sitemaps or indexes (files or URLs), or a crawl with one of these: URLs that were
added, removed, moved to other files, or have another lastmod, changefreq, priority or hreflang, and counts for each file. A file that cannot be
read whole ends it with exit code 3, because its URLs would look removed.

## Making sitemaps

\`crawlscope sitemap make F.crawl --out FOLDER|FILE\` writes the internal URLs that may be listed: HTML pages with status 200 that may be indexed,
are their own canonical or have none, and are allowed by robots.txt for the crawl’s own crawler. They are sorted by address. Every other
internal URL is counted under the first reason that keeps it out, so the counts add up to all internal URLs (that match \`--where\`).

| question | answer |
| --- | --- |
| Which host? | That of \`--base\`, else the origin with the most URLs that may be listed. URLs of other hosts, and outside the folder of \`--base\`, are left out and counted. |
| How many files? | As many as \`--max-urls\` and \`--max-bytes\` (before packing) need; several get an index. A FILE that ends in .xml or .xml.gz is the index or the only sitemap; its parts are beside it. |
| When do they appear? | All together at the end. Nothing is replaced without \`--force\`, and a crawl file never. |
| lastmod | \`header\`: Last-Modified, unless it is the time of the response (up to 2 s before it), before 1990, or in the future. \`content\`: the newest schema.org dateModified or Open Graph modified time of the page, else the time of publication. |
| images | Each image of the page once, at most 1,000 of a page, without those that robots.txt blocks or that were errors. |
| hreflang | Links between listed pages that name each other, in sets that include the page itself; x-default needs no link back. Sources: link elements, Link headers, sitemaps of the crawl. |

In the window it is *Make a sitemap…* in the Sitemaps view and in the File menu. How the files were validated: [proofs/sitemaps.md](proofs/sitemaps.md).

## Problems

${[row(head), row(head.map(() => '---')), ...rows].join('\n')}
`;
}

if (import.meta.main) {
  const text = sitemapsDocument();
  const current = existsSync(SITEMAPS_FILE) ? readFileSync(SITEMAPS_FILE, 'utf8') : '';
  if (process.argv.includes('--check')) {
    if (current !== text) {
      process.stderr.write('docs/sitemaps.md is out of date: run node scripts/docs/sitemaps-doc.mjs\n');
      process.exitCode = 1;
    }
  } else if (current !== text) writeFileSync(SITEMAPS_FILE, text);
}
