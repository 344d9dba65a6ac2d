import { existsSync, realpathSync } from 'node:fs';
import { historicCrawlers } from '#core/crawlers/historic.ts';
import { type Shortened, shortening } from '#core/robots/shorten/shorten.ts';
import { originOf } from '#core/url/authority.ts';
import { writeWhole } from '../../export/whole-file.ts';
import type { Arguments } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { jsonDocument } from '../json.ts';
import { outputOptions } from '../output-file.ts';
import { readRobots } from '../read-robots.ts';
import { requireDialect } from '../robots-choice.ts';
import { shortenText } from '../text/shorten.ts';
import { withSession } from '../with-session.ts';

/** Dialects of crawlers that no longer run. */
const historicDialects = [...new Set(historicCrawlers.map(({ dialect }) => dialect))];

/** URLs of a crawl that are compared at most. */
const mostUrls = 200_000;

/** URLs of one origin of the crawl: of `--origin`, else of the first start URL. */
async function urlsOf(args: Arguments, io: Io): Promise<readonly string[]> {
  const file = args.one('crawl');
  const named = args.one('origin')?.replace(/\/$/, '');
  if (file === undefined) {
    if (named !== undefined) return usage('robots shorten: --origin goes with --crawl.');
    return [];
  }
  return await withSession(io, file, async session => {
    const origin = named ?? originOf(session.settings().seeds[0] ?? '')?.key;
    const urls: string[] = [];
    for (const { url } of session.urls({ filter: '' })) {
      if (originOf(url)?.key === origin) urls.push(url);
      if (urls.length === mostUrls) break;
    }
    if (urls.length === 0)
      usage(`robots shorten: ${file} has no URL of ${origin ?? 'that origin'}. Name one of its hosts with --origin.`);
    return urls;
  });
}

/** Runs the work with progress on a terminal. Null: Ctrl+C ended it. */
async function shortened(io: Io, work: Generator<number, Shortened>): Promise<Shortened | null> {
  let isStopped = false;
  let said = performance.now();
  const forget = io.onInterrupt(() => {
    isStopped = true;
  });
  try {
    for (let step = work.next(); ; step = work.next()) {
      if (step.done === true) return step.value;
      // Signals arrive between two comparisons.
      await new Promise(setImmediate);
      if (isStopped) {
        await io.stderr.write('Stopped. Nothing was written.\n');
        return null;
      }
      if (io.stderr.isTerminal && performance.now() - said > 200) {
        said = performance.now();
        await io.stderr.write(`\r\u001b[KComparing what crawlers make of it, ${step.value} times …`);
      }
    }
  } finally {
    forget();
    if (io.stderr.isTerminal) await io.stderr.write('\r\u001b[K');
  }
}

export const robotsShorten: Command = {
  name: 'robots shorten',
  summary: 'a shorter robots.txt with the same verdict for every URL, and the proof',
  takes: 'FILE|URL',
  positionals: { min: 1, max: 1 },
  options: {
    ...outputOptions,
    out: { value: 'FILE', help: 'write the shorter file to FILE instead of standard output' },
    crawl: { value: 'F.crawl', help: 'also compare the verdicts on the URLs of this crawl' },
    origin: { value: 'O', help: 'with --crawl: the host of the file (default: that of the first start URL)' },
    except: {
      value: 'D',
      help: 'do not compare this dialect, or “historic”: all of crawlers that no longer run; they may then decide otherwise',
      repeatable: true,
    },
    ...jsonOption,
  },
  notes: [
    '- is standard input. The report goes to standard error, with --json the file and the report to standard output.',
    'It takes out comments, white space, empty, duplicate and covered rules and Allow lines that open nothing, and joins groups with the same rules or names.',
    'By RFC 9309 no such step changes a verdict. A step that changes one in any other dialect that Crawlscope plays is left out, and named.',
    'Exit code 1: crawlers read only a part of the file, so a shorter one would bring other rules into force.',
  ],
  examples: [
    'crawlscope robots shorten robots.txt --out shorter.txt',
    'crawlscope robots shorten robots.txt --except historic --except heritrix',
    'crawlscope robots shorten https://example.com/robots.txt --crawl site.crawl --json',
  ],
  async run(args, io) {
    const source = args.positionals[0] ?? '';
    const out = args.one('out');
    const urls = await urlsOf(args, io);
    const bytes = await readRobots(source);
    const except = args.all('except').flatMap(id => (id === 'historic' ? historicDialects : [requireDialect(id).id]));
    if (except.includes('rfc9309')) return usage('robots shorten: --except rfc9309 would leave nothing to prove.');
    const result = await shortened(io, shortening(bytes, { urls, except }));
    if (result === null) return exit.unfinished;
    if (args.has('json')) {
      const { bytes: shorter, ...rest } = result;
      const text = new TextDecoder().decode(shorter);
      await io.stdout.write(jsonDocument({ robots: source, before: bytes.length, after: shorter.length, ...rest, text }));
    } else {
      await io.stderr.write(shortenText(bytes.length, result));
      if (out === undefined) await io.stdout.write(result.bytes);
    }
    if (out !== undefined) writeWhole(existsSync(out) ? realpathSync(out) : out, result.bytes);
    return result.refused === '' ? exit.done : exit.checkFailed;
  },
};
