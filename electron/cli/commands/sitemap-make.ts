import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { MakeTarget } from '#engine/sitemaps/make/make-sitemap.ts';
import { lastmodSources, mostSitemapBytes, mostSitemapUrls, type SitemapMade } from '#shared/model/sitemap-make.ts';
import { type Arguments, choice, wholeNumber } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { jsonDocument } from '../json.ts';
import { madeText } from '../text/sitemap-make.ts';
import { requireFile } from '../with-session.ts';

const progressEveryMs = 200;
const fewestBytes = 1_000;

/** The file that readers start with. A name with another ending than .xml and .xml.gz is a folder, which is made. */
function mainFile(out: string, gzip: boolean): { readonly main: string; readonly folder: string | null } {
  const isFolder = statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder && /\.xml$/i.test(out) && gzip) usage(`sitemap make: a packed file ends in .gz: --out ${out}.gz`);
  if (!isFolder && /\.xml(\.gz)?$/i.test(out)) return { main: out, folder: null };
  return { main: join(out, gzip ? 'sitemap.xml.gz' : 'sitemap.xml'), folder: out };
}

/** Null: Ctrl+C ended it. */
async function makeWithProgress(io: Io, target: MakeTarget): Promise<SitemapMade | null> {
  const { makeSitemap } = await import('#engine/sitemaps/make/make-sitemap.ts');
  let isCancelled = false;
  const unhook = io.onInterrupt(() => {
    isCancelled = true;
  });
  let said = 0;
  try {
    return await makeSitemap(target, {
      report({ done, total }) {
        const now = performance.now();
        if (io.stderr.isTerminal && total > 0 && now - said > progressEveryMs) {
          said = now;
          void io.stderr.write(`\r${target.path}: ${Math.floor((100 * done) / total)} %\u001b[K`);
        }
        return isCancelled ? 'cancel' : 'go-on';
      },
    });
  } finally {
    unhook();
    if (io.stderr.isTerminal) await io.stderr.write('\r\u001b[K');
  }
}

async function baseOf(args: Arguments): Promise<string | null> {
  const base = args.one('base');
  if (base === undefined) return null;
  const { baseFault } = await import('#engine/sitemaps/make/make-sitemap.ts');
  const fault = baseFault(base);
  return fault === '' ? base : usage(`sitemap make: --base ${base}: ${fault}`);
}

export const sitemapMake: Command = {
  name: 'sitemap make',
  summary: 'write sitemap files of the URLs of a crawl that may be listed',
  takes: 'F.crawl --out FOLDER|FILE',
  positionals: { min: 1, max: 1 },
  options: {
    out: { value: 'FOLDER|FILE', help: 'where to write; a FILE ends in .xml or .xml.gz' },
    base: { value: 'URL', help: 'the folder where the files will be (default: the root of the origin with the most URLs)' },
    where: { value: 'FILTER', help: 'only URLs that match, as in crawlscope urls' },
    images: { value: '', help: 'list the images of each page' },
    hreflang: { value: '', help: 'list the language versions of each page that link to each other' },
    lastmod: { value: 'header|content|none', help: 'Last-Modified (default), the date that the page states, or no dates' },
    gzip: { value: '', help: 'pack the files' },
    'max-urls': { value: 'N', help: `at most N URLs a file (default and limit: ${mostSitemapUrls})` },
    'max-bytes': { value: 'N', help: `at most N bytes a file before packing (default and limit: ${mostSitemapBytes})` },
    force: { value: '', help: 'replace files of the same names' },
    ...jsonOption,
  },
  notes: [
    'A URL is listed if it is an internal HTML page with status 200, may be indexed, is its own canonical or has none, and is allowed by',
    'robots.txt, as this crawl found it. Every other internal URL is counted under the first reason that keeps it out.',
    'A sitemap lists URLs of its own host and folder. For a second host, run the command again with its --base.',
    'Several files get an index: sitemap.xml lists sitemap-1.xml, sitemap-2.xml, … The files appear when all are complete.',
    'A Last-Modified that is the time of the response, before 1990 or in the future is left out.',
    'Exit code 3: no URL may be listed, and nothing is written.',
  ],
  examples: [
    'crawlscope sitemap make site.crawl --out sitemaps --gzip',
    'crawlscope sitemap make site.crawl --out blog.xml --base https://example.com/blog/ --images --lastmod content',
  ],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const out = args.one('out');
    if (out === undefined || out === '')
      return usage('sitemap make: --out FOLDER|FILE is missing. See: crawlscope sitemap make --help');
    requireFile(path);
    const gzip = args.has('gzip') || /\.gz$/i.test(out);
    const { main, folder } = mainFile(out, gzip);
    const target: MakeTarget = {
      path,
      main,
      filter: args.one('where') ?? '',
      base: await baseOf(args),
      images: args.has('images'),
      hreflang: args.has('hreflang'),
      lastmod: choice(args, 'lastmod', lastmodSources) ?? 'header',
      gzip,
      maxUrls: wholeNumber(args, 'max-urls', 1, mostSitemapUrls) ?? mostSitemapUrls,
      maxBytes: wholeNumber(args, 'max-bytes', fewestBytes, mostSitemapBytes) ?? mostSitemapBytes,
      replace: args.has('force') ? 'all' : 'none',
    };
    const isNew = folder !== null && mkdirSync(folder, { recursive: true }) !== undefined;
    const made = await makeWithProgress(io, target).finally(() => {
      if (isNew && readdirSync(folder).length === 0) rmdirSync(folder);
    });
    if (made === null) {
      await io.stderr.write('Cancelled. Nothing was written.\n');
      return exit.unfinished;
    }
    await io.stdout.write(args.has('json') ? jsonDocument(made) : madeText(made, target));
    if (made.files.length > 0) return exit.done;
    await io.stderr.write('crawlscope: no URL may be listed, so nothing was written.\n');
    return exit.unfinished;
  },
};
