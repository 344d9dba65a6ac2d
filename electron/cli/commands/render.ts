import type { Session } from '#engine/session/session.ts';
import type { CrawlSettings, SiteRule } from '#shared/model/crawl.ts';
import { renderThirdParties } from '#shared/model/crawl.ts';
import { renderDevices, renderThrottles } from '#shared/model/rendering.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { printable } from '../../export/text-width.ts';
import { openWhole } from '../../export/whole-file.ts';
import { type Arguments, choice } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { allowOptions, settleFileRequests } from '../file-requests.ts';
import type { Io } from '../io.ts';
import { jsonDocument } from '../json.ts';
import { browserOf, browserOptions, refuseWithoutBrowser } from '../render-options.ts';
import { refuseFreeingNothing, refuseWhatIsNoPage } from '../render-refusals.ts';
import { readSiteRules, siteRuleOptions } from '../site-rules.ts';
import { urlFromWithin } from '../url-argument.ts';
import { openForWriting, requireFile } from '../with-session.ts';

type Rendering = NonNullable<ReturnType<Session['rendering']>>;
const mostPages = 1_000;
const mostRequests = 20;

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** How a page was rendered, and which of its requests got no answer. */
function renderingText({ url, state, result, detail, endedBy, links, linksAdded, linksRemoved, ...page }: Rendering): string {
  const isRendered = state === 'done';
  const blocked = page.requests.filter(({ outcome }) => outcome === 'blocked');
  const failed = page.requests.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused');
  const lines = [
    printable(url),
    isRendered
      ? `  rendered (${endedBy}) by ${page.browser} as ${page.device}`
      : `  not rendered: ${result}. ${printable(detail)}${page.movedTo === null ? '' : ` To ${printable(page.movedTo)}`}`,
    ...(isRendered
      ? [
          // Counted by target, as in `info`. Without a comparison: all elements that name a URL.
          linksAdded === null
            ? `  ${plural(links ?? 0, 'link element')}`
            : `  links: ${linksAdded} only after rendering, ${linksRemoved ?? 0} of the response gone`,
          ...(detail === '' ? [] : [`  ${printable(detail)}`]),
          `  ${page.words ?? 'unknown'} words, ${page.wordsBefore ?? 'unknown'} in the response`,
        ]
      : []),
    `  ${plural(page.requests.length, 'request')}: ${blocked.length} blocked, ${failed.length} without an answer`,
    ...[...blocked, ...failed].slice(0, mostRequests).map(({ url: resource, outcome, detail: why, robotsLine }) => {
      const line = robotsLine ? ` (robots.txt line ${robotsLine})` : '';
      return `    ${outcome} ${printable(resource)}: ${printable(why)}${line}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}

function renderingDocument({ html: _html, screenshot: _screenshot, ...page }: Rendering): object {
  return page;
}

interface Page {
  readonly id: number;
  readonly url: string;
}

/** The URLs of the arguments, which the file must have. */
function pagesOf(session: Session, args: Arguments): Page[] {
  const [path = '', ...texts] = args.positionals;
  const [seed] = session.settings().seeds;
  return texts.map(text => {
    const url = urlFromWithin(text, seed);
    const id = session.urlId(url);
    return id === null ? usage(`${path} has not seen ${url}. Only stored pages can be rendered: crawl it first.`) : { id, url };
  });
}

type How = NonNullable<Parameters<Session['render']>[1]>;

function howOf(args: Arguments, settings: CrawlSettings): How {
  const device = choice(args, 'device', renderDevices);
  const throttle = choice(args, 'throttle', renderThrottles);
  const thirdParty = choice(args, 'third-party', renderThirdParties);
  const [wait, locale] = [args.one('wait'), args.one('locale')];
  return {
    ...(device ? { renderDevice: device } : {}),
    ...(throttle ? { renderThrottle: throttle } : {}),
    ...(thirdParty ? { renderThirdParty: thirdParty } : {}),
    ...(wait ? { renderWait: wait } : {}),
    ...(locale ? { renderLocale: locale } : {}),
    ...(args.has('screenshot') ? { renderScreenshots: true } : {}),
    ...(args.has('freed') ? { siteRules: readSiteRules(args, { ...settings, siteRules: [] }).siteRules } : {}),
  };
}

/** The rules of a rendering: those given, and those of the file, without those that the user has not allowed of a file from elsewhere. */
function usableRules(session: Session, { siteRules: given = [] }: How): readonly SiteRule[] {
  const { siteRules } = session.settings();
  const left = new Set([...(session.waiting()?.ignoreRobots ?? []), ...given.map(({ pattern }) => pattern)]);
  return [...given, ...siteRules.filter(({ pattern, robots }) => robots !== 'never' || !left.has(pattern))];
}

async function writeResult(io: Io, path: string, bytes: Uint8Array): Promise<void> {
  const file = openWhole(path);
  try {
    file.write(bytes);
    file.finish();
  } finally {
    file.discard();
  }
  await io.stderr.write(`Wrote ${path}.\n`);
}

async function renderAll(session: Session, args: Arguments, io: Io): Promise<Rendering[]> {
  const settings = session.settings();
  const pages = pagesOf(session, args);
  const urls = pages.map(({ id }) => id);
  const variant = args.has('freed') ? 'freed' : 'obeying';
  const how = howOf(args, settings);
  const { checkSettings } = await io.engine();
  const [problem] = Object.values(checkSettings({ ...settings, ...how, render: 'all', storeBodies: true }));
  if (problem) usage(problem);
  await refuseWhatIsNoPage(
    session,
    pages.map(({ url }) => url),
  );
  if (variant === 'freed') {
    const warning = refuseFreeingNothing(session, urls, { ...settings, siteRules: usableRules(session, how) });
    if (warning !== '') await io.stderr.write(warning);
  }
  const isOffline = args.has('offline');
  if (!isOffline) await settleFileRequests(session, args, io, 'rendering');
  const release = io.onInterrupt(() => void session.stop());
  try {
    await session.render({ urls, variant, isOffline }, how);
  } finally {
    release();
  }
  return urls.flatMap(id => session.rendering(id, variant) ?? []);
}

export const render: Command = {
  name: 'render',
  summary: 'render stored pages in a browser: what a crawler sees after the scripts ran, and what it could not load',
  takes: 'F.crawl URL…',
  positionals: { min: 2, max: mostPages + 1 },
  options: {
    device: { value: renderDevices.join('|'), help: 'screen and user agent that the page sees (default: as the crawl)' },
    wait: { value: 'idle|load|selector:CSS|fixed:2s', help: 'when the page counts as rendered (default: as the crawl)' },
    locale: { value: 'TAG', help: 'language that the page sees, as in en-GB (default: as the crawl)' },
    throttle: {
      value: renderThrottles.join('|'),
      help: 'how slowly answers arrive on the clock of the page (default: as the crawl)',
    },
    'third-party': { value: renderThirdParties.join('|'), help: 'resources of hosts outside the crawl (default: as the crawl)' },
    screenshot: { value: 'FILE.png', help: 'write a picture of the whole page; for one URL' },
    html: { value: 'FILE', help: 'write the document that came out; for one URL' },
    offline: { value: '', help: 'request nothing: what the file does not have fails, and is listed' },
    freed: {
      value: '',
      help: 'also request resources that robots.txt blocks, on hosts of --robots never:HOST or of such a rule in the file',
    },
    ...siteRuleOptions,
    ...browserOptions,
    ...allowOptions,
    ...jsonOption,
  },
  notes: [
    'Requests robots.txt and resources that the file does not have, as politely as the crawl; no page is requested again. The result is stored in the file.',
    'Links that are new wait in the file: crawlscope resume crawls them. Exit code 3: a page could not be rendered.',
  ],
  examples: ['crawlscope render site.crawl / --screenshot home.png', 'crawlscope render site.crawl /shop --offline --json'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const [picture, html] = [args.one('screenshot'), args.one('html')];
    if ((picture !== undefined || html !== undefined) && args.positionals.length > 2)
      return usage('--screenshot and --html write one page. Name one URL.');
    if (args.has('robots') && !args.has('freed')) return usage('--robots goes with --freed, which is not given.');
    requireFile(path);
    await refuseWithoutBrowser(args, 'all');
    const session = await openForWriting(io, path, { openBrowser: browserOf(args) });
    try {
      const pages = await renderAll(session, args, io);
      if (args.has('json')) await io.stdout.write(jsonDocument(pages.map(renderingDocument)));
      else for (const page of pages) await io.stdout.write(renderingText(page));
      const [only] = pages;
      const shot = picture === undefined ? null : (only?.screenshot('page') ?? only?.screenshot('viewport') ?? null);
      const document = html === undefined ? null : (only?.html() ?? null);
      if (picture !== undefined && shot) await writeResult(io, picture, shot);
      if (html !== undefined && document) await writeResult(io, html, document);
      if (pages.some(({ state }) => state !== 'done')) throw new RpcError('unavailable', 'not all pages could be rendered.');
      return exit.done;
    } finally {
      await session.close();
    }
  },
};
