import { type BrowserChoice, chosenBrowser, requireChosenBrowser } from '#engine/session/browser.ts';
import type { OpenBrowser } from '#engine/session/network.ts';
import type { Session } from '#engine/session/session.ts';
import { type CrawlSettings, defaultSettings, renderThirdParties } from '#shared/model/crawl.ts';
import { renderDevices, renderScopes, renderThrottles } from '#shared/model/rendering.ts';
import { type Arguments, choice, type OptionTable, wholeNumber } from './arguments.ts';

/** The browser that renders. It is no setting of a crawl: another computer has another one. */
export const browserOptions = {
  browser: {
    value: 'chrome|msedge|chromium|PATH',
    help: 'the browser that renders pages (default: the one of the installed app, else one that is installed)',
  },
  unsandboxed: { value: '', help: 'render as root, where a browser has no sandbox: only for pages that you trust' },
} as const satisfies OptionTable;

/** Starts the browser of the options when a page is to be rendered. */
export const browserOf = (args: Arguments): OpenBrowser => chosenBrowser(browserChoice(args));

const browserChoice = (args: Arguments): BrowserChoice => ({
  browser: args.one('browser') ?? null,
  unsandboxed: args.has('unsandboxed'),
});

/**
 * Refuses a crawl that renders where its browser cannot be used. Call it before a file or settings are written: a refused start changes
 * nothing. `stored`: the setting where the options give none.
 */
export async function refuseWithoutBrowser(args: Arguments, stored: CrawlSettings['render']): Promise<void> {
  if ((choice(args, 'render', renderScopes) ?? stored) !== 'never') await requireChosenBrowser(browserChoice(args));
}

/** What a file renders as it stands: nothing, if it comes from another installation and rendering is not allowed yet. */
export const storedRender = (session: Pick<Session, 'settings' | 'waiting'>): CrawlSettings['render'] =>
  session.waiting()?.render ? 'never' : session.settings().render;

/** How a browser renders pages: settings of a crawl. */
export const renderOptions = {
  render: {
    value: renderScopes.join('|'),
    help: 'render pages in a browser and crawl on from the links that scripts write: some of each template, those and all where the page differs, or all (default: never)',
  },
  'render-sample': {
    value: 'N',
    help: `pages rendered of each template with --render sample and different (default: ${defaultSettings.renderSample})`,
  },
  'render-device': {
    value: renderDevices.join('|'),
    help: `screen and user agent that pages see, as Google's crawlers report them (default: ${defaultSettings.renderDevice})`,
  },
  'render-wait': {
    value: 'idle|load|selector:CSS|fixed:2s',
    help: `when a page counts as rendered, on its own clock (default: ${defaultSettings.renderWait})`,
  },
  'render-locale': { value: 'TAG', help: `language that pages see, as in en-GB (default: ${defaultSettings.renderLocale})` },
  'render-throttle': {
    value: renderThrottles.join('|'),
    help: `how slowly answers arrive on the clock of rendered pages; requests keep their pace (default: ${defaultSettings.renderThrottle})`,
  },
  'render-third-party': {
    value: renderThirdParties.join('|'),
    help: `resources of hosts outside the crawl: all but known analytics and advertising, all, or none (default: ${defaultSettings.renderThirdParty})`,
  },
  'render-screenshots': {
    value: '',
    help: 'keep a screenshot of each rendered page: the window of the device, and the whole page',
  },
} as const satisfies OptionTable;

type RenderSettings = Pick<
  CrawlSettings,
  | 'render'
  | 'renderSample'
  | 'renderDevice'
  | 'renderWait'
  | 'renderLocale'
  | 'renderThrottle'
  | 'renderThirdParty'
  | 'renderScreenshots'
>;

export const readRendering = (args: Arguments, base: RenderSettings): RenderSettings => ({
  render: choice(args, 'render', renderScopes) ?? base.render,
  renderSample: wholeNumber(args, 'render-sample', 1, 1_000) ?? base.renderSample,
  renderDevice: choice(args, 'render-device', renderDevices) ?? base.renderDevice,
  renderWait: args.one('render-wait') ?? base.renderWait,
  renderLocale: args.one('render-locale') ?? base.renderLocale,
  renderThrottle: choice(args, 'render-throttle', renderThrottles) ?? base.renderThrottle,
  renderThirdParty: choice(args, 'render-third-party', renderThirdParties) ?? base.renderThirdParty,
  renderScreenshots: args.has('render-screenshots') || base.renderScreenshots,
});
