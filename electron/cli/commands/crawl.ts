import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Session } from '#engine/session/session.ts';
import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';
import { loginExcludes } from '#shared/model/login-excludes.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Arguments } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { crawlToEnd } from '../crawl-run.ts';
import { changeSettings, readSettings } from '../crawl-settings.ts';
import { readSecrets, refuseSharedInput } from '../credentials.ts';
import { type ExitCode, usage } from '../exit.ts';
import type { Engine, Io } from '../io.ts';
import { browserOf, browserOptions, refuseWithoutBrowser, storedRender } from '../render-options.ts';
import { addRules, givenRules, rulesOption } from '../rule-files.ts';
import { refuseProblems, settingOptions } from '../setting-options.ts';
import { shellWord } from '../shell-words.ts';
import { missedPorts, ownRobotsOption, readOwnRobots } from '../site-rules.ts';
import { defaultFile, readSeeds } from '../start-urls.ts';
import { isUnfinished } from '../text/status.ts';
import { withSession } from '../with-session.ts';

const sameSeeds = (a: readonly string[], b: readonly string[]): boolean => {
  const plain = (seeds: readonly string[]): string =>
    [...new Set(seeds.map(url => new URL(url).href.replace(/#.*$/, '')))].sort().join('\n');
  return plain(a) === plain(b);
};

/** Opens the existing crawl at `path` when it can continue with these seeds; refuses otherwise. */
async function continueExisting(
  engine: Engine,
  path: string,
  { seeds, args, earlier }: CrawlKind & { readonly seeds: readonly string[]; readonly args: Arguments },
): Promise<Session> {
  const other = 'Choose another --out, or delete the file first.';
  let session: Session;
  try {
    const openBrowser = browserOf(args);
    session = engine.openSession(path, earlier === undefined ? { openBrowser } : { openBrowser, earlier });
  } catch (error) {
    if (error instanceof RpcError && error.code !== 'internal') return usage(`${path} is in the way: ${error.message} ${other}`);
    throw error;
  }
  const { seeds: stored } = session.settings();
  const goesOn = session.state() !== 'finished' || isUnfinished(session.status());
  if (sameSeeds(stored, seeds) && goesOn) return session;
  await session.close();
  const [first = 'other seeds'] = stored;
  const more = stored.length > 1 ? ` and ${stored.length - 1} more` : '';
  const kind = goesOn ? 'an unfinished crawl' : 'a finished crawl';
  return usage(`${path} already contains ${kind} of ${first}${more}. ${other}`);
}

/** What a crawl is besides its settings. */
interface CrawlKind {
  readonly demo?: boolean;
  /** Path of the crawl that it repeats. */
  readonly earlier?: string;
}

async function crawlSeeds(
  io: Io,
  path: string,
  settings: CrawlSettings,
  { args, ...kind }: CrawlKind & { readonly args: Arguments },
): Promise<ExitCode> {
  const engine = await io.engine();
  refuseProblems(engine.checkSettings(settings));
  const rules = await givenRules(args);
  const secrets = await readSecrets(args, io, settings);
  if (settings.exclude.includes(loginExcludes[0] ?? '') && !args.has('exclude'))
    await io.stderr.write(
      `Because of the login, URLs that log out, delete or buy are not crawled. To crawl them: --exclude ''\n`,
    );
  for (const sentence of missedPorts(settings.siteRules, settings.seeds)) await io.stderr.write(`${sentence}\n`);
  const resuming = existsSync(path);
  if (resuming && args.has('robots-file'))
    usage(
      `${path} already exists, and --robots-file is for a new crawl: choose another --out. The texts of a crawl stay as they are.`,
    );
  if (resuming && statSync(path).isDirectory()) usage(`--out ${path} is a folder. Name a file in it.`);
  if (!existsSync(dirname(path))) usage(`--out ${path}: there is no folder ${dirname(path)}. Make it first.`);
  if (!resuming) await refuseWithoutBrowser(args, settings.render);
  const session = resuming
    ? await continueExisting(engine, path, { seeds: settings.seeds, args, ...kind })
    : engine.createSession(path, settings, { ...kind, openBrowser: browserOf(args) });
  try {
    if (resuming) await refuseWithoutBrowser(args, storedRender(session));
    if (resuming) changeSettings(session, args);
    if (secrets.length > 0) session.giveSecrets(secrets);
    // These start URLs were just typed.
    if (resuming) session.allow({ hosts: settings.seeds.map(seed => new URL(seed).hostname) });
    if (resuming)
      await io.stderr.write(
        `Continuing the unfinished crawl in ${shellWord(path)}, with its own settings where none are given.\n`,
      );
    await addRules(session, rules);
    return await crawlToEnd(session, io, args.has('json'));
  } finally {
    await session.close();
  }
}

/** The settings that the options change: the defaults, or those of `--settings`. */
async function baseSettings(args: Arguments): Promise<Omit<CrawlSettings, 'seeds'>> {
  const path = args.one('settings');
  if (path === undefined) return defaultSettings;
  const { readSettingsFrom } = await import('#engine/session/settings-files.ts');
  const settings = { ...defaultSettings, ...readSettingsFrom(path) };
  const given = args.all('robots');
  const unnamed = settings.siteRules.find(({ robots, pattern }) => robots === 'never' && !given.includes(`never:${pattern}`));
  if (unnamed)
    usage(
      `--settings ${path} does not obey robots.txt on ${unnamed.pattern}. If you run that site or have its owner’s consent, add --robots never:${unnamed.pattern}`,
    );
  const decided = args.all('robots-file');
  const text = settings.ownRobots.find(
    ({ origin }) => !decided.includes('') && !decided.some(each => each.startsWith(`${origin}=`)),
  );
  if (text)
    usage(
      `--settings ${path} has a robots.txt text that decides in place of the one of ${text.origin}. If you run that site or have its owner’s consent, add --robots-file ${shellWord(`${text.origin}=FILE`)}; to leave it out, --robots-file ''.`,
    );
  return settings;
}

/** `--again F.crawl --out G.crawl`: the settings of a crawl, changed by the other options, in a new file. */
async function crawlAgain(io: Io, args: Arguments): Promise<ExitCode> {
  const path = args.one('again') ?? '';
  const out = args.one('out') ?? usage('--again needs the name of the new file: --out G.crawl.');
  const other = args.positionals[0] ?? ['list', 'settings'].filter(name => args.has(name)).map(name => `--${name}`)[0];
  if (other !== undefined) usage(`--again takes start URLs and settings from ${path}; leave out ${other}.`);
  const { before, waiting } = await withSession(io, path, async session => ({
    before: session.settings(),
    waiting: session.waiting(),
  }));
  if (waiting)
    usage(
      `${path} was made by another installation, and has settings that you have not allowed. Open it in the window and allow them, then crawl again.`,
    );
  const settings = await withOwnRobots(args, readSettings(args, before.seeds, before, false));
  return await crawlSeeds(io, out, settings, { args, earlier: path });
}

const withOwnRobots = async (args: Arguments, settings: CrawlSettings): Promise<CrawlSettings> => ({
  ...settings,
  ...(await readOwnRobots(args, settings)),
});

export const crawl: Command = {
  name: 'crawl',
  summary: 'crawl a site politely and store every page and every decision in one file',
  takes: '<seed…>|--demo',
  positionals: { min: 0, max: 1_000 },
  options: {
    out: { value: 'F.crawl', help: 'file to write (default: <host>.crawl); an unfinished crawl of the same seeds is continued' },
    again: {
      value: 'F.crawl',
      help: 'crawl again what F.crawl crawled, with its start URLs and settings, into a new file (--out); what the server confirms with 304 is taken from F.crawl',
    },
    demo: { value: '', help: 'crawl the built-in demo site; needs no network' },
    list: { value: 'FILE', help: 'more seeds, one a line; - is standard input', repeatable: true },
    ...rulesOption,
    settings: {
      value: 'FILE',
      help: 'start with the settings of this file, or of a .crawl file; the other options change them (crawlscope settings writes one)',
    },
    ...settingOptions,
    ...ownRobotsOption,
    ...browserOptions,
    ...jsonOption,
  },
  notes: [
    'Secrets are read from the environment or standard input, sent to their own origin only, and never stored. Stored pages of a login may be private.',
    'A URL without a scheme gets https://; localhost and IP addresses get http://. Ctrl+C stops after the requests in progress; Ctrl+C twice stops at once.',
  ],
  examples: [
    'crawlscope crawl example.com',
    'crawlscope crawl https://example.com/docs/ --scope prefix --max-pages 500 --out docs.crawl',
    'crawlscope crawl --again site.crawl --out site-2.crawl',
    'crawlscope crawl --demo --out demo.crawl',
  ],
  async run(args, io) {
    if (args.has('demo')) {
      if (args.positionals.length > 0 || args.has('list')) return usage('--demo crawls the built-in site; leave out the seeds.');
      const out = args.one('out') ?? 'demo.crawl';
      // Refused before the demo site starts: its address is new each time; `resume` serves it at the old one.
      if (existsSync(out))
        return usage(
          `${out} already exists. To go on with it: crawlscope resume ${shellWord(out)}. For a new one choose another --out.`,
        );
      const { startDemoSite } = await import('../../demo/server.ts');
      if (args.has('settings')) usage('--demo has its own settings; leave out --settings.');
      if (args.has('again')) usage('--demo and --again exclude each other; use one of them.');
      const { settingsForDemo } = await import('#engine/session/demo.ts');
      const site = await startDemoSite();
      try {
        return await crawlSeeds(io, out, await withOwnRobots(args, readSettings(args, [site.url], settingsForDemo(site.url))), {
          args,
          demo: true,
        });
      } finally {
        await site.close();
      }
    }
    refuseSharedInput(args);
    if (args.has('again')) return await crawlAgain(io, args);
    const seeds = readSeeds(args);
    const [first] = seeds;
    if (first === undefined)
      return usage('crawl: no seed given. Name a site, such as crawlscope crawl https://example.com, or use --demo.');
    const settings = await withOwnRobots(args, readSettings(args, seeds, await baseSettings(args)));
    return await crawlSeeds(io, args.one('out') ?? defaultFile(first), settings, { args });
  },
};
