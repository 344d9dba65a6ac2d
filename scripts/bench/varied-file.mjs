// A crawl file of very many URLs of all kinds, as a real crawl of the generated site "varied" leaves it: statuses, redirects, blocked
// pages, canonicals, noindex, sitemaps, resources, bodies and the facts of the audit.
//   node scripts/bench/varied-file.mjs [pages] [F.crawl]
// 900,000 pages make a million URLs; that takes half an hour. Kept in .cache/bench where no file is named.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from '../run/bootstrap.mjs';
import { crawlOnce } from './crawl-once.mjs';
import { scratch } from './measure.mjs';

const settings = '--delay 0 --connections 20 --max-depth 50 --check-resources --no-trap-guards'.split(' ');

/** Path of the file of this many pages; it is crawled where it is missing. */
export const variedFile = (pages, file = join(scratch, `varied-${pages}.crawl`)) =>
  crawlOnce(file, { pages, shape: 'varied', settings });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [pages = '900000', file] = process.argv.slice(2);
  say(await variedFile(Number(pages), file && resolve(file)));
}
