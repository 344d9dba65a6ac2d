// Sitemaps against an independent reader (Python with lxml; Debian: python3-lxml). Exit code 1 on a difference.
//
//   node_modules/.bin/node scripts/proofs/sitemaps.mjs make F.crawl…    what `sitemap make` writes: valid by schemas of our own, each URL
//                                                                       that SQL finds and no other, in files within the limits
//   node_modules/.bin/node scripts/proofs/sitemaps.mjs corpus FOLDER    every file of a folder: read, or refused with a reason; entries
//                                                                       are as many as lxml counts (Markdown, docs/proofs/sitemaps.md)
//   [--python PATH]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSitemapFiles } from '../../electron/engine/sitemaps/check-files.ts';
import { makeSitemap } from '../../electron/engine/sitemaps/make/make-sitemap.ts';
import { openDatabase } from '../../electron/storage/file/database.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { python: { type: 'string', default: '/usr/bin/python3' } },
});
const [what, ...given] = positionals;

/** Runs the Python program; an object for each line. */
const python = (command, files) =>
  execFileSync(values.python, [join(import.meta.dirname, 'sitemaps.py'), command, ...files], { maxBuffer: 1 << 30 })
    .toString()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

const all = { filter: '', base: null, images: true, hreflang: true, lastmod: 'header', gzip: false };

/** Every URL that SQL says may be listed, of the origin with the most. */
function listable(path) {
  const db = openDatabase(path, { readOnly: true });
  const rows = db
    .prepare(
      `SELECT u.url, o.key FROM url u JOIN origin o ON o.id = u.origin_id WHERE u.indexability = 'indexable' AND u.status = 200 AND u.may_list = 'yes'`,
    )
    .raw()
    .all();
  db.close();
  const counts = new Map();
  for (const [, origin] of rows) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
  return rows.filter(([, origin]) => origin === most).map(([url]) => url);
}

async function proveMake(path) {
  const expected = new Set(listable(path));
  for (const limits of [
    { maxUrls: 50_000, maxBytes: 52_428_800 },
    { maxUrls: Math.max(1, Math.ceil(expected.size / 7)), maxBytes: 52_428_800, gzip: true },
    { maxUrls: 50_000, maxBytes: 200_000, lastmod: 'content' },
  ]) {
    const folder = mkdtempSync(join(tmpdir(), 'crawlscope-sitemaps-'));
    try {
      const main = join(folder, limits.gzip ? 'sitemap.xml.gz' : 'sitemap.xml');
      const made = await makeSitemap({ path, main, replace: 'none', ...all, ...limits }, { report: () => 'go-on' });
      const lines = python(
        'validate',
        made.files.map(({ name }) => join(folder, name)),
      );
      const { hreflang, links } = lines.pop();
      const faults = [...lines.flatMap(({ faults: own }) => own), ...hreflang];
      const parts = lines.filter(({ kind }) => kind === 'urlset');
      const locs = parts.flatMap(part => part.locs);
      if (locs.length !== expected.size || locs.some(loc => !expected.has(loc)))
        faults.push(`${locs.length} URLs written, ${expected.size} expected by SQL`);
      if (locs.some((loc, at) => at > 0 && Buffer.compare(Buffer.from(locs[at - 1]), Buffer.from(loc)) >= 0))
        faults.push('not sorted');
      if (parts.some(part => part.locs.length > limits.maxUrls)) faults.push('a file has more URLs than it may');
      if (made.files.some(({ bytes }) => bytes > limits.maxBytes)) faults.push('a file has more bytes than it may');
      const images = parts.reduce((sum, part) => sum + part.images, 0);
      if (images !== made.images.written) faults.push(`${images} images read, ${made.images.written} written`);
      if (links !== made.alternates.written) faults.push(`${links} hreflang links read, ${made.alternates.written} written`);
      const counted = made.leftOut.reduce((sum, { count }) => sum + count, made.listed);
      if (counted !== made.internal) faults.push(`${counted} URLs counted of ${made.internal}`);
      console.log(
        `${path}: ${made.files.length} files, ${made.listed} of ${made.internal} URLs, ${images} images, ${links} hreflang links: ${faults.length === 0 ? 'valid' : faults.slice(0, 5).join('; ')}`,
      );
      if (faults.length > 0) process.exitCode = 1;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

/** Codes of problems with which a file is refused. */
const refusals = new Set(['empty', 'not-xml', 'is-html', 'unknown-root', 'bad-gzip']);
const cell = text => String(text).replaceAll('|', '\\|').replaceAll('<', '&lt;');

async function proveCorpus(folder) {
  const names = readdirSync(folder).filter(name => name !== 'index.tsv');
  const counts = new Map(
    python(
      'count',
      names.map(name => join(folder, name)),
    ).map(each => [each.file, each]),
  );
  let different = 0;
  console.log('| file | read as | entries | lxml | errors | warnings | notes | first problem, or why it is refused |');
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |');
  for (const name of names) {
    const source = join(folder, name);
    const results = checkSitemapFiles({
      source,
      stdin: process.stdin,
      publishedAt: '',
      most: 0,
      delayMs: 0,
      signal: AbortSignal.timeout(60_000),
    });
    for await (const report of results) {
      const of = severity =>
        report.counts.filter(each => each.severity === severity).reduce((sum, { problems }) => sum + problems, 0);
      const refusal = report.findings.find(({ code }) => refusals.has(code));
      const first = refusal ?? report.findings.find(({ severity }) => severity === 'E') ?? report.findings[0];
      const other = counts.get(source);
      const isXml = report.kind === 'urlset' || report.kind === 'index';
      const theirs = !other.wellFormed ? 'not well-formed' : isXml ? other.entries : '–';
      const isDifferent =
        (isXml && other.wellFormed && other.entries !== report.entries) ||
        (isXml && !other.wellFormed && !report.findings.some(({ code }) => ['not-well-formed', 'truncated'].includes(code))) ||
        (report.kind === 'none' && refusal === undefined);
      if (isDifferent) different++;
      const kind = report.kind === 'none' ? 'refused' : report.kind;
      const says = first === undefined ? '' : `\`${first.code}\`: ${first.message}`;
      console.log(
        `| ${[name, kind, report.entries, theirs, of('E'), of('W'), of('I'), `${isDifferent ? '**different** ' : ''}${says}`].map(cell).join(' | ')} |`,
      );
    }
  }
  console.log(`\n${names.length} files, ${different} differences.`);
  if (different > 0) process.exitCode = 1;
}

if (what === 'make' && given.length > 0) for (const path of given) await proveMake(path);
else if (what === 'corpus' && given.length === 1) await proveCorpus(given[0]);
else {
  console.error('usage: sitemaps.mjs make F.crawl… | corpus FOLDER [--python PATH]');
  process.exitCode = 2;
}
