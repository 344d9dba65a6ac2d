import type { FindingItem } from '#shared/model/audit.ts';
import { type AuditUrl, type Check, type FactsPage, pageCheck, responseCheck, threshold } from '../check.ts';
import { codeSize } from '../code-size.ts';
import { bitsOfKinds } from '../link-form.ts';

const scripts = /^(text|application)\/(x-)?(java|ecma)script$/;

export const unminifiedCheck: Check = responseCheck({
  id: 'perf.unminified',
  name: 'CSS or JS not minified',
  group: 'perf',
  type: 'opportunity',
  priority: 'L',
  population: 'resources',
  trigger:
    'White space and comments are more than 15 % of a style sheet or script of more than 2 KB. Only files whose text is stored can be checked: those that the crawl fetched because a link leads to them.',
  why: 'The file could be smaller.',
  fix: 'Minify files when the site is built.',
  sources: ['Lighthouse docs, Minify JavaScript', 'Lighthouse docs, Minify CSS'],
  thresholds: {
    percent: threshold(15, 'White space and comments above', '%', 1, 100),
    bytes: threshold(2_048, 'Files above', 'bytes', 0),
  },
  applies: ({ url }) => url.mime === 'text/css' || scripts.test(url.mime),
  test({ url }, { percent, bytes }, site) {
    const body = site.source.body(url.id);
    if (body === null) return 'no-body';
    if (body.length <= bytes) return null;
    const size = codeSize(new TextDecoder().decode(body), url.mime === 'text/css' ? 'css' : 'js');
    if (size === null || size.spare * 100 <= size.all * percent) return null;
    return [{ value: `${Math.round((size.spare * 100) / size.all)} % of ${body.length} bytes` }];
  },
});

/**
 * Grams of CO2 equivalent for a transferred gigabyte (10^9 bytes): Sustainable Web Design Model, version 4.
 * Kilowatt-hours of data centres (0.055 + 0.012), networks (0.059 + 0.013) and devices (0.080 + 0.081), for operation
 * and manufacture. Multiplied by 494 g, the world average of 2022. Browser caches are not subtracted.
 */
const gramsOfGigabyte = (0.055 + 0.012 + 0.059 + 0.013 + 0.08 + 0.081) * 494;

const fileBits = bitsOfKinds('image', 'stylesheet', 'script');

/** The style sheets, scripts and images that the page loads at once; of an image with several candidates the first. */
function filesOf(page: FactsPage): readonly AuditUrl[] {
  if ((page.marks.kinds & fileBits) === 0) return [];
  const { links, facts } = page;
  const { images = [] } = facts;
  const elements = new Set(images.map(({ at }) => at[0]));
  const files = new Map<number, AuditUrl>();
  for (const { kind, to, start } of links) {
    const isImage = kind === 'image' && elements.delete(start);
    if (isImage || kind === 'stylesheet' || kind === 'script') files.set(to.id, to);
  }
  return [...files.values()];
}

export const carbonCheck: Check = pageCheck({
  id: 'val.carbon',
  name: 'High transfer weight',
  group: 'val',
  type: 'opportunity',
  priority: 'L',
  population: 'pages',
  trigger:
    'The page and its style sheets, scripts and images cause more than 0.359 g of CO2 equivalent a view. That is the end of rating E, at 148.2 g per transferred gigabyte. Files count with their Content-Length.',
  why: 'Each byte costs energy, and time on slow connections.',
  fix: 'Make images, scripts and fonts smaller.',
  sources: ['Sustainable Web Design, Estimating Digital Emissions, version 4', 'Sustainable Web Design, Digital carbon ratings'],
  thresholds: { grams: threshold(0.359, 'Grams a view above', 'g', 0, 1_000) },
  test(page, { grams }) {
    const { wireBytes } = page.response;
    if (wireBytes === null) return 'no-body';
    const files = filesOf(page);
    let bytes = wireBytes;
    let unknown = 0;
    for (const { bytes: size, status, isBroken } of files) {
      if (isBroken || (status !== null && status >= 300)) continue;
      if (size === null || status === null) unknown += 1;
      else bytes += size;
    }
    const sum = (bytes / 1e9) * gramsOfGigabyte;
    const items: FindingItem[] = [{ value: `${sum.toFixed(3)} g` }, { value: `${bytes} bytes` }];
    if (sum > grams) return unknown > 0 ? [...items, { value: 'files of unknown size', count: unknown }] : items;
    return unknown > 0 ? 'not-asked' : null;
  },
});
