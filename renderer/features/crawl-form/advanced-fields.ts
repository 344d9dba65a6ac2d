import type { FieldGroup } from './field-spec.ts';
import { followedFields, limitFields, urlFields } from './fields.ts';

export const advancedFields: readonly FieldGroup[] = [
  {
    title: 'Limits',
    columns: 2,
    fields: [
      {
        kind: 'text',
        name: 'maxTime',
        setting: 'maxDurationMs',
        label: 'Time limit',
        unit: 'minutes',
        testId: 'max-time',
        hint: 'Time of crawling, without pauses. 0: no limit.',
      },
      {
        kind: 'text',
        name: 'maxTotal',
        setting: 'maxTotalBytes',
        label: 'Limit for bytes',
        unit: 'MiB',
        testId: 'max-total',
        hint: 'All bytes that come over the network. 0: no limit.',
      },
      {
        kind: 'text',
        name: 'hostLimits',
        setting: 'hostLimits',
        label: 'Limits per host',
        testId: 'host-limits',
        rows: 2,
        placeholder: 'example.com connections=2 rate=5/min delay=1 pages=100',
        hint: 'One host per line: example.com, *.example.com or *. The first that matches counts. A longer Crawl-delay of robots.txt still applies, and several connections need a delay of 0.',
      },
      {
        kind: 'text',
        name: 'prefixLimits',
        setting: 'prefixLimits',
        label: 'Limits per path',
        testId: 'prefix-limits',
        rows: 2,
        placeholder: '/blog/ 100',
        hint: 'The path and its pages, one per line: /blog/ 100 for every host, https://example.com/blog/ 100 for one.',
      },
      {
        kind: 'order',
        setting: 'crawlOrder',
        label: 'Order',
        hint: 'Which URL of a host is requested next. Hosts take turns.',
      },
      {
        kind: 'text',
        name: 'failureGuard',
        setting: 'failureGuard',
        label: 'Failure guard',
        testId: 'failure-guard',
        unit: 'responses',
        hint: '40/50: when 40 of the last 50 responses of a host failed, it pauses, and is given up after two pauses. Empty: no guard.',
      },
      {
        kind: 'text',
        name: 'slowFactor',
        setting: 'slowFactor',
        label: 'Slow-server guard',
        testId: 'slow-guard',
        unit: 'times its usual time',
        hint: 'A host that takes longer to respond is requested less often until it recovers. 0: no guard.',
      },
    ],
  },
  {
    title: 'Speed',
    columns: 2,
    fields: [
      {
        kind: 'text',
        name: 'connections',
        setting: 'connections',
        label: 'Connections',
        unit: 'at once',
        hint: 'Total over all hosts. A host with a delay gets one connection.',
      },
      {
        kind: 'text',
        name: 'maxDelay',
        setting: 'maxDelayMs',
        label: 'Longest Crawl-delay',
        unit: 'seconds',
        hint: 'A longer Crawl-delay pauses the host. Crawlscope never shortens it.',
      },
      {
        kind: 'text',
        name: 'networkWait',
        setting: 'networkWaitMs',
        label: 'Wait for the network',
        unit: 'minutes',
        hint: 'When the network of this computer is down, the crawl waits this long and uses up no attempt. Then it stops. 0: no wait.',
      },
      {
        kind: 'text',
        name: 'diskWait',
        setting: 'diskWaitMs',
        label: 'Wait for room on the disk',
        unit: 'minutes',
        hint: 'When the disk with the crawl file is full, the crawl waits this long for room and goes on by itself. Then it ends and can be resumed. 0: no wait.',
      },
      {
        kind: 'flag',
        name: 'delayByAddress',
        setting: 'delayBy',
        label: 'Names of one IP address share the delay',
        hint: 'Several hosts on one server are then requested one after the other, as one host would be.',
      },
    ],
  },
  {
    title: 'Checks of URLs that are not crawled',
    columns: 2,
    fields: [
      { kind: 'flag', name: 'checkExternal', setting: 'checkExternal', label: 'Check external links' },
      {
        kind: 'flag',
        name: 'checkResources',
        setting: 'checkResources',
        label: 'Check images, style sheets, scripts and other resources',
      },
      {
        kind: 'flag',
        name: 'probe',
        setting: 'probe',
        label: 'Probe each host after its pages',
        hint: 'Sends about 16 more requests a host: a random path, the home page over http and with or without www, llms.txt, the favicon, and five pages as a phone and as a desktop browser.',
      },
      {
        kind: 'text',
        name: 'checkDelay',
        setting: 'checkDelayMs',
        label: 'Delay for other sites',
        unit: 'seconds',
        hint: 'Shortest time between two requests to a host outside the crawl.',
      },
      {
        kind: 'text',
        name: 'maxChecks',
        setting: 'maxChecksPerHost',
        label: 'Checks per other site',
        unit: 'URLs',
        hint: 'Crawlscope checks no more URLs of a host outside the crawl.',
      },
    ],
  },
  {
    title: 'Rendering',
    columns: 2,
    fields: [
      {
        kind: 'render',
        setting: 'render',
        label: 'Render pages',
        hint: 'A browser runs the scripts of these pages, and the crawl goes on from the links that they write. Their resources are requested as pages are: robots.txt and delays apply.',
      },
      {
        kind: 'text',
        name: 'renderSample',
        setting: 'renderSample',
        label: 'Rendered pages per template',
        unit: 'pages',
        testId: 'render-sample',
        hint: 'Pages in the same folder with the same parameters count as one template.',
      },
      {
        kind: 'render-device',
        setting: 'renderDevice',
        label: 'Device',
        hint: "Screen and user agent that pages see, as Google's crawlers report them.",
      },
      {
        kind: 'text',
        name: 'renderWait',
        setting: 'renderWait',
        label: 'Rendering ends',
        testId: 'render-wait',
        hint: 'idle: no request for 500 ms after the load event; load; selector:#content; fixed:2s. The clock stands still while requests are on their way.',
      },
      {
        kind: 'throttle',
        setting: 'renderThrottle',
        label: 'Line',
        hint: 'How fast answers arrive on the clock of the page. Nothing is requested more slowly.',
      },
      {
        kind: 'third-party',
        setting: 'renderThirdParty',
        label: 'Resources of other sites',
        hint: 'Their robots.txt is obeyed, and they get at most one request a second.',
      },
      {
        kind: 'text',
        name: 'renderLocale',
        setting: 'renderLocale',
        label: 'Language',
        testId: 'render-locale',
        hint: 'As pages see it: en-GB, de, pt-BR.',
      },
      {
        kind: 'flag',
        name: 'renderScreenshots',
        setting: 'renderScreenshots',
        label: 'Keep screenshots',
        hint: 'Of the window of the device, and of the whole page.',
      },
    ],
  },
  {
    title: 'Links',
    columns: 2,
    fields: [
      ...followedFields,
      {
        kind: 'flag',
        name: 'trapGuards',
        setting: 'trapGuards',
        label: 'Stop at endless calendars, session ids and filters',
      },
    ],
  },
  urlFields,
  {
    title: 'Content',
    columns: 2,
    fields: [
      { kind: 'flag', name: 'sitemaps', setting: 'sitemaps', label: 'Read sitemaps' },
      { kind: 'flag', name: 'storeBodies', setting: 'storeBodies', label: 'Store page contents, to show the source later' },
      {
        kind: 'text',
        name: 'maxStored',
        setting: 'maxStoredBytes',
        label: 'Limit for stored pages',
        unit: 'MiB',
        testId: 'max-stored',
        hint: 'Compressed. Later pages are crawled and judged; their text is not stored. 0: no limit.',
      },
      {
        kind: 'text',
        name: 'contentInclude',
        setting: 'contentInclude',
        label: 'Main content',
        rows: 2,
        hint: 'Elements whose text is main content, one per line: main, .post, #content, div.post. Empty: main, article, or all but menus.',
      },
      {
        kind: 'text',
        name: 'contentExclude',
        setting: 'contentExclude',
        label: 'Not main content',
        rows: 2,
        hint: 'Elements whose text is never main content, one per line.',
      },
    ],
  },
];

/** Below these, the form has the credentials. */
export const requestFields: FieldGroup = {
  title: 'Requests',
  columns: 1,
  fields: [
    {
      kind: 'text',
      name: 'headers',
      setting: 'headers',
      label: 'Headers',
      testId: 'headers',
      rows: 2,
      placeholder: 'Accept-Language: de',
      hint: 'One per line, sent to the origins of the start URLs; for another origin: https://example.com Name: value. They are stored in the file, so enter secrets as credentials below.',
    },
  ],
};

export const connectionFields: FieldGroup = {
  title: 'Connections',
  columns: 2,
  fields: [
    {
      kind: 'text',
      name: 'proxy',
      setting: 'proxy',
      label: 'Proxy',
      placeholder: 'http://proxy.example:3128',
      hint: 'An HTTP proxy for all requests. Add its password as a credential above.',
    },
    { kind: 'family', setting: 'ipFamily', label: 'Addresses' },
    {
      kind: 'http2',
      setting: 'http2',
      label: 'HTTP version',
      hint: 'The delay, the limits and one request at a time on a connection are the same for both.',
    },
    {
      kind: 'text',
      name: 'extraCertificates',
      setting: 'extraCertificates',
      label: 'Extra root certificates',
      rows: 2,
      placeholder: '-----BEGIN CERTIFICATE-----',
      hint: 'PEM, of your own authority. They are stored in the crawl file.',
    },
    {
      kind: 'text',
      name: 'untrustedHosts',
      setting: 'untrustedHosts',
      label: 'Hosts with an invalid certificate',
      rows: 2,
      placeholder: 'test.example.com',
      hint: 'One per line. Crawlscope requests them, records what is wrong with each request, and sends them no credentials.',
    },
  ],
};

/** Settings whose fields are folded away at first. */
export const advancedSettings: ReadonlySet<string> = new Set([
  ...[...advancedFields, requestFields, connectionFields].flatMap(({ fields }) => fields.map(({ setting }) => setting)),
  'credentials',
  'siteRules',
  'robotsDefault',
  'ownRobots',
]);

/** Settings that have a field: problems of others are shown by themselves. */
export const shownSettings: ReadonlySet<string> = new Set([
  ...[limitFields, requestFields, connectionFields, ...advancedFields].flatMap(({ fields }) =>
    fields.map(({ setting }) => setting),
  ),
  'credentials',
  'seeds',
  'userAgent',
  'profile',
  'profiles',
  'siteRules',
  'ownRobots',
]);
