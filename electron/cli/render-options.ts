import { type CrawlSettings, defaultSettings, renderThirdParties } from '#shared/model/crawl.ts';
import { renderDevices, renderScopes } from '#shared/model/rendering.ts';
import { type Arguments, choice, type OptionTable, wholeNumber } from './arguments.ts';

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
  'render' | 'renderSample' | 'renderDevice' | 'renderWait' | 'renderLocale' | 'renderThirdParty' | 'renderScreenshots'
>;

export const readRendering = (args: Arguments, base: RenderSettings): RenderSettings => ({
  render: choice(args, 'render', renderScopes) ?? base.render,
  renderSample: wholeNumber(args, 'render-sample', 1, 1_000) ?? base.renderSample,
  renderDevice: choice(args, 'render-device', renderDevices) ?? base.renderDevice,
  renderWait: args.one('render-wait') ?? base.renderWait,
  renderLocale: args.one('render-locale') ?? base.renderLocale,
  renderThirdParty: choice(args, 'render-third-party', renderThirdParties) ?? base.renderThirdParty,
  renderScreenshots: args.has('render-screenshots') || base.renderScreenshots,
});
