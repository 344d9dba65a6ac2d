/** Hosts that measure visitors or serve advertising, and the vendor's page that names them. */
interface NoiseHost {
  /** With all its subdomains. */
  readonly host: string;
  readonly vendor: string;
  readonly source: string;
}

const googleTags = 'https://developers.google.com/tag-platform/security/guides/csp';

/**
 * Analytics and advertising that change nothing a crawler reads. Tag managers are not here: they may write links and structured data.
 * Consent banners are not here either: some hold back the page.
 */
export const knownNoise: readonly NoiseHost[] = [
  { host: 'google-analytics.com', vendor: 'Google Analytics', source: googleTags },
  { host: 'analytics.google.com', vendor: 'Google Analytics', source: googleTags },
  { host: 'doubleclick.net', vendor: 'Google Ads', source: googleTags },
  { host: 'googleadservices.com', vendor: 'Google Ads', source: googleTags },
  { host: 'googlesyndication.com', vendor: 'Google AdSense', source: googleTags },
  { host: 'connect.facebook.net', vendor: 'Meta Pixel', source: 'https://developers.facebook.com/docs/meta-pixel/get-started' },
  {
    host: 'clarity.ms',
    vendor: 'Microsoft Clarity',
    source: 'https://learn.microsoft.com/en-us/clarity/setup-and-installation/clarity-csp',
  },
  {
    host: 'bat.bing.com',
    vendor: 'Microsoft Advertising',
    source: 'https://learn.microsoft.com/en-us/clarity/setup-and-installation/clarity-csp',
  },
  { host: 'hotjar.com', vendor: 'Hotjar', source: 'https://help.hotjar.com/hc/en-us/articles/115011640307' },
  { host: 'hotjar.io', vendor: 'Hotjar', source: 'https://help.hotjar.com/hc/en-us/articles/115011640307' },
  { host: 'plausible.io', vendor: 'Plausible', source: 'https://plausible.io/docs/plausible-script' },
  {
    host: 'cloudflareinsights.com',
    vendor: 'Cloudflare Web Analytics',
    source: 'https://developers.cloudflare.com/web-analytics/',
  },
  { host: 'matomo.cloud', vendor: 'Matomo', source: 'https://developer.matomo.org/guides/tracking-javascript-guide' },
  { host: 'mc.yandex.ru', vendor: 'Yandex Metrica', source: 'https://yandex.com/support/metrica/code/install-counter-csp.html' },
  { host: 'hm.baidu.com', vendor: 'Baidu Tongji', source: 'https://tongji.baidu.com/' },
  {
    host: 'px.ads.linkedin.com',
    vendor: 'LinkedIn Insight Tag',
    source: 'https://learn.microsoft.com/en-us/linkedin/marketing/',
  },
  { host: 'analytics.tiktok.com', vendor: 'TikTok Pixel', source: 'https://ads.tiktok.com/help/' },
  { host: 'ads-twitter.com', vendor: 'X Pixel', source: 'https://business.x.com/en/help' },
  {
    host: 'segment.io',
    vendor: 'Segment',
    source: 'https://segment.com/docs/connections/sources/catalog/libraries/website/javascript/',
  },
  { host: 'mixpanel.com', vendor: 'Mixpanel', source: 'https://docs.mixpanel.com/docs/tracking-methods/sdks/javascript' },
  { host: 'amplitude.com', vendor: 'Amplitude', source: 'https://amplitude.com/docs/sdks/analytics/browser/browser-sdk-2' },
  {
    host: 'nr-data.net',
    vendor: 'New Relic',
    source: 'https://docs.newrelic.com/docs/new-relic-solutions/get-started/networks/',
  },
];

const hosts: ReadonlySet<string> = new Set(knownNoise.map(({ host }) => host));

/** Whether a host (as in URL.hostname) or a domain above it is known for analytics or advertising only. */
export function isKnownNoise(hostname: string): boolean {
  for (let at = 0; at >= 0; ) {
    if (hosts.has(hostname.slice(at))) return true;
    const dot = hostname.indexOf('.', at);
    at = dot < 0 ? -1 : dot + 1;
  }
  return false;
}
