import { parseRetryAfter } from '#core/frontier/politeness.ts';
import { contentTypeOf } from '#core/headers/content-type.ts';
import { charsetParameter, encodingOfLabel, metaCharset } from '#core/html/charset.ts';
import { documentBaseUrl } from '#core/html/href.ts';
import { originOf } from '#core/url/authority.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { readStoredSettings } from '#storage/tables/stored-settings.ts';
import { hold } from './fuzz-robots.ts';

const PAGE = 'https://a.test/p';
const NOW = Date.UTC(2026, 10, 24);

export const addressSeeds = [
  'https://user@a.test:80/%7e/../b?q#f',
  'http://[::1]:8080/a b?%zz=%C3%A9',
  '//b.test\\..\\x;y=1',
  'HTTP://xn--bcher-kva.test./?a=1&a=2',
];

export function fuzzAddress(text: string): void {
  documentBaseUrl(text, PAGE);
  originOf(text);
  const found = normalizeUrl(text, PAGE);
  if (found.kind !== 'url') return;
  const again = normalizeUrl(found.url);
  hold(again.kind === 'url' && again.url === found.url, `normalizing twice changes nothing: ${found.url}`);
}

export const contentTypeSeeds = [
  'text/html; charset="utf-8"',
  'text/html;charset=iso-8859-1; x=y, text/plain',
  'text/html; charset=',
  'a/b; x="\\",", text/html;charset=shift_jis',
];

export function fuzzContentType(text: string): void {
  const type = contentTypeOf([
    ['content-type', 'text/html;charset=latin1'],
    ['Content-Type', text],
  ]);
  const isClosed = text.split('"').length % 2 === 1 && !text.includes('\\');
  const again = type === null ? null : contentTypeOf([['content-type', type]]);
  hold(type !== null && (again === type || !isClosed), `a content type that was read reads the same: ${type}`);
  encodingOfLabel(charsetParameter(text));
  metaCharset(null, 'content-type', text);
}

export const retrySeeds = ['120', 'Wed, 25 Nov 2026 10:00:00 GMT', '-1', '1e9', ' 0 ', '99999999999999999999'];

export function fuzzRetryAfter(text: string): void {
  const wait = parseRetryAfter(text, NOW, Date.parse);
  hold(wait === null || (Number.isFinite(wait) && wait >= 0), `a wait is a time: ${wait}`);
}

export const settingsSeeds = [
  JSON.stringify({ seeds: ['https://a.test/'], maxPages: 5, delayMs: 1e99, siteRules: [{ pattern: '/a', robots: 'always' }] }),
  '{"seeds":["http://a.test/"],"scope":"host","hostLimits":[{"host":"a.test","pages":3}],"login":null,"headers":[]}',
  '{"__proto__":{"maxPages":"x"},"seeds":[],"userAgent":"\\u0000","connections":-5,"renderScreenshots":true}',
  JSON.stringify(defaultSettings),
];

/** Settings of a file are read, or the file is called damaged; what was read reads the same again. */
export function fuzzSettings(text: string): void {
  try {
    const read = readStoredSettings(text, 'F.crawl');
    hold(
      Object.keys(defaultSettings).every(key => key in read),
      'all settings',
    );
    const again = readStoredSettings(JSON.stringify(read), 'F.crawl');
    hold(JSON.stringify(again) === JSON.stringify(read), 'settings that were read read the same');
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    hold(/^F\.crawl is damaged: its settings cannot be read \(.{1,200}\)\.$/s.test(error.message), error.message.slice(0, 300));
  }
}
