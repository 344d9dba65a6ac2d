// What `npm start` does without a window: it crawls (or opens a crawl file) in the terminal and explains three URLs.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Stop, say } from './bootstrap.mjs';
import { askCommand } from './command-line.mjs';
import { runCommand } from './run-command.cjs';

const EXPLAINED = 3;
const DEMO = 'the demo site, served by this machine (about 25 s)';
/** How many URLs, the first ones found, are looked at for telling ones. */
const LOOKED_AT = 5_000;
/** What tells most comes first; one URL of each kind is explained. */
const KINDS = [
  row => row.reason === 'robots-disallow',
  row => row.reason.includes('noindex'),
  row => row.status >= 300 && row.status < 400,
  row => row.state === 'failed' || row.status >= 400,
  row => row.reason === 'fetched',
  () => true,
  () => true,
  () => true,
];
const QUESTIONS = [
  ['May it be fetched?', 'may_fetch'],
  ['May it be listed?', 'may_list'],
  ['Were its links followed?', 'links_followed'],
];

const isCrawlFile = word => /\.crawl$/i.test(word);
const quoted = path => (/^[\w./~+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
/** Options of `crawl` without a value; every other one is followed by its value. */
const isAlone = option => /=|^--no-|^--demo$|^--json$/.test(option);

/** The words of a command line that are neither options nor their values. */
export function positionals(args) {
  return args.filter((word, index) => {
    const before = args[index - 1] ?? '';
    return !word.startsWith('-') && !(before.startsWith('--') && !isAlone(before));
  });
}

/** The first of `name.crawl`, `name-2.crawl`, `name-3.crawl`, … that is not there yet. */
export function freeName(wanted, folder) {
  const stem = wanted.replace(/\.crawl$/, '');
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${stem}-${number}.crawl`;
    if (!existsSync(resolve(folder, name))) return name;
  }
}

function nameFor(seed, isDemo) {
  if (isDemo) return 'demo.crawl';
  if (seed === undefined) return 'site.crawl';
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(seed) ? seed : `http://${seed}`;
  const host = URL.canParse(address) ? new URL(address).host.replace(/[^A-Za-z0-9.-]+/g, '-') : '';
  return `${host.replace(/^[-.]+|[-.]+$/g, '') || 'site'}.crawl`;
}

/** `npm start`'s words as the arguments of `crawl`, with a file that replaces no other. */
function crawlArguments(args, folder) {
  const seeds = positionals(args);
  const isListed = args.some(word => /^--list(=|$)/.test(word));
  const isDemo = args.includes('--demo') || (seeds.length === 0 && !isListed);
  const rest = args.filter(word => word !== '--no-window' && word !== '--demo');
  const named = rest.findIndex(word => word === '--out' || word.startsWith('--out='));
  const given = named < 0 ? undefined : rest[named].startsWith('--out=') ? rest[named].slice(6) : rest[named + 1];
  const file = given ?? freeName(nameFor(seeds[0], isDemo), folder);
  const words = ['crawl', ...(isDemo ? ['--demo'] : []), ...rest, ...(given === undefined ? ['--out', file] : [])];
  return { file, what: isDemo ? DEMO : seeds.join(' ') || 'the listed URLs', words };
}

/** The URLs worth an explanation. */
function tellingUrls(file, folder) {
  const columns = ['--columns', 'url,status,state,reason', '--format', 'jsonl', '--limit', String(LOOKED_AT)];
  const lines = askCommand(['urls', file, ...columns], folder).trimEnd();
  const rows = lines === '' ? [] : lines.split('\n').map(line => JSON.parse(line));
  const found = new Set();
  for (const isOfKind of KINDS) {
    const row = rows.find(each => isOfKind(each) && !found.has(each.url));
    if (row && found.size < EXPLAINED) found.add(row.url);
  }
  return [...found];
}

function explain(file, folder) {
  const urls = tellingUrls(file, folder);
  if (urls.length === 0) return;
  process.stdout.write(`\nWhy: ${urls.length} of its URLs, explained\n`);
  for (const url of urls) {
    const told = JSON.parse(askCommand(['info', file, url, '--json'], folder));
    process.stdout.write(`\n${told.url}\n  ${told.headline}\n`);
    for (const [question, key] of QUESTIONS) {
      const { verdict, sentence } = told[key];
      const more = told.headline.includes(sentence) ? '' : `  ${sentence}`;
      process.stdout.write(`  ${question.padEnd(25)} ${verdict.padEnd(8)}${more}`.trimEnd());
      process.stdout.write('\n');
    }
  }
}

function sayHowToGoOn(file, folder) {
  const path = quoted(resolve(folder, file));
  process.stdout.write(
    `\nThe whole crawl is in ${path}\n` +
      `  any URL explained in full:  npm run --silent crawlscope -- info ${path} URL\n` +
      `  in a window, on a machine with a display:  npm start -- ${path}\n`,
  );
}

/**
 * Crawls the demo site or the URLs in `args`, or opens the crawl file they name, prints the summary and three explanations.
 * Resolves with the exit code and the file: 0 when it is done or was stopped by Ctrl+C, else the command's own.
 */
export async function runInTerminal(args, folder) {
  const [first] = positionals(args);
  if (first !== undefined && isCrawlFile(first)) {
    if (!existsSync(resolve(folder, first))) throw new Stop(`there is no file ${first}`);
    const { code } = await runCommand(['status', first], folder);
    if (code !== 0) return { code, file: first };
    explain(first, folder);
    sayHowToGoOn(first, folder);
    return { code: 0, file: first };
  }
  const { file, what, words } = crawlArguments(args, folder);
  say(`crawling ${what} into ${resolve(folder, file)}. Ctrl+C stops in order …`);
  const { code, interrupted } = await runCommand(words, folder);
  const isThere = existsSync(resolve(folder, file));
  if (interrupted && isThere) {
    say(`stopped. To go on: npm run --silent crawlscope -- resume ${quoted(resolve(folder, file))}`);
    return { code: 0, file };
  }
  if (code !== 0) return { code, file };
  explain(file, folder);
  sayHowToGoOn(file, folder);
  return { code: 0, file };
}

/** True when `args` mean a crawl of URLs, which the terminal does even where a window can open. */
export const namesUrls = args => positionals(args).some(word => !isCrawlFile(word));
