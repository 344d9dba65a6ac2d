import { type Check, type FactsPage, pageCheck, responseCheck, siteCheck, threshold } from '../check.ts';
import { internalHosts } from '../hosts.ts';
import { ofHeader, ofNumber, placedHref } from '../items.ts';
import { bitsOfKinds } from '../link-form.ts';
import { chainOf, hops } from '../redirects.ts';
import { http1Check } from './http1.ts';
import { notedElements } from './val-document.ts';
import { unminifiedCheck } from './weight.ts';

const ofPages = { group: 'perf', population: 'pages' } as const;
const isText = (mime: string): boolean => mime.startsWith('text/') || /json|javascript|xml/.test(mime);
const compressed = /\b(gzip|br|zstd|deflate)\b/i;

/** Whether the page loads a script or a style sheet. */
const loadsCode = (page: FactsPage): boolean => (page.marks.kinds & codeBits) !== 0;
const codeBits = bitsOfKinds('script', 'stylesheet');

export const speedChecks: readonly Check[] = [
  responseCheck({
    ...ofPages,
    id: 'perf.ttfb',
    name: 'Slow first byte',
    type: 'warning',
    priority: 'M',
    trigger: 'The first byte of the page came more than 800 ms after the start of the request.',
    why: 'Nothing can be shown before. Crawlers request less of a slow server.',
    fix: 'Cache pages, and look for slow queries.',
    sources: ['web.dev, Time to First Byte'],
    thresholds: { ms: threshold(800, 'Milliseconds above', 'ms', 1) },
    test({ response: { firstByteMs } }, { ms }) {
      if (firstByteMs === null) return 'no-response';
      return firstByteMs > ms ? [ofNumber(firstByteMs)] : null;
    },
  }),
  responseCheck({
    ...ofPages,
    id: 'perf.slow',
    name: 'Slow response',
    type: 'warning',
    priority: 'M',
    trigger: 'The whole response took more than 1,000 ms.',
    why: 'Visitors wait. Crawlers request less of a slow server.',
    fix: 'Cache and compress the page, or make it smaller.',
    sources: ['Google Search Central, Crawl budget for large sites'],
    thresholds: { ms: threshold(1_000, 'Milliseconds above', 'ms', 1) },
    test({ response: { totalMs } }, { ms }) {
      if (totalMs === null) return 'no-response';
      return totalMs > ms ? [ofNumber(totalMs)] : null;
    },
  }),
  responseCheck({
    id: 'perf.uncompressed',
    name: 'Not compressed',
    group: 'perf',
    type: 'warning',
    priority: 'M',
    population: 'fetched',
    trigger: 'A text file of more than 1,024 bytes came without gzip, deflate, br or zstd.',
    why: 'Text shrinks to a third and less, so the page would come sooner.',
    fix: 'Turn on compression in the server.',
    sources: ['RFC 9110, 8.4 Content-Encoding'],
    thresholds: { bytes: threshold(1_024, 'Bytes above', 'bytes', 0) },
    applies: ({ url }) => isText(url.mime),
    test(page, { bytes }) {
      const { bodyBytes } = page.response;
      if (bodyBytes === null) return 'no-body';
      if (bodyBytes <= bytes || compressed.test(page.header('content-encoding')?.value ?? '')) return null;
      return [ofNumber(bodyBytes)];
    },
  }),
  pageCheck({
    ...ofPages,
    id: 'perf.dom_size',
    name: 'Big DOM',
    type: 'warning',
    priority: 'L',
    trigger: 'The page has more than 1,500 elements.',
    why: 'Browsers need more memory and time for each change.',
    fix: 'Remove wrappers, and load long lists in parts.',
    sources: ['Lighthouse docs, Avoid an excessive DOM size'],
    thresholds: { elements: threshold(1_500, 'Elements above', 'elements', 1) },
    test: ({ facts }, { elements }) => (facts.elements > elements ? [ofNumber(facts.elements)] : null),
  }),
  pageCheck({
    ...ofPages,
    id: 'perf.dom_depth',
    name: 'Deep DOM',
    type: 'opportunity',
    priority: 'L',
    trigger: 'Elements of the page are nested more than 32 deep.',
    why: 'Layout takes longer in deep trees.',
    fix: 'Remove wrappers.',
    sources: ['Lighthouse docs, Avoid an excessive DOM size'],
    thresholds: { depth: threshold(32, 'Depth above', 'levels', 1) },
    test: ({ facts }, { depth }) => (facts.deepest > depth ? [ofNumber(facts.deepest)] : null),
  }),
  responseCheck({
    ...ofPages,
    id: 'perf.page_weight',
    name: 'Heavy page',
    type: 'warning',
    priority: 'M',
    trigger: 'The HTML of the page is larger than 1 MB (1,048,576 bytes) after decoding.',
    why: 'It takes long to load and to read.',
    fix: 'Move scripts, styles and data into separate files.',
    sources: ['web.dev, Optimize the encoding and transfer size of text-based assets'],
    thresholds: { bytes: threshold(1_048_576, 'Bytes above', 'bytes', 1) },
    test({ response: { bodyBytes } }, { bytes }) {
      if (bodyBytes === null) return 'no-body';
      return bodyBytes > bytes ? [ofNumber(bodyBytes)] : null;
    },
  }),
  pageCheck({
    ...ofPages,
    id: 'perf.many_requests',
    name: 'Many CSS and JS files',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The page loads more than 100 different style sheets and scripts.',
    why: 'Each file costs a request.',
    fix: 'Bundle files, and remove those that the page does not need.',
    sources: ['Lighthouse docs, Keep request counts low'],
    thresholds: { files: threshold(100, 'Files above', 'files', 1) },
    test(page, { files }) {
      if (page.marks.count <= files || !loadsCode(page)) return null;
      const found = new Set(page.links.filter(({ kind }) => kind === 'script' || kind === 'stylesheet').map(({ to }) => to.id));
      return found.size > files ? [ofNumber(found.size)] : null;
    },
  }),
  pageCheck({
    ...ofPages,
    id: 'perf.css_js_total',
    name: 'Heavy CSS and JS',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The style sheets and scripts of the page whose size is known have more than 2 MB (2,097,152 bytes) together.',
    why: 'The page waits for them.',
    fix: 'Load only what the page needs.',
    sources: ['Lighthouse docs, Avoid enormous network payloads'],
    thresholds: { bytes: threshold(2_097_152, 'Bytes above', 'bytes', 1) },
    applies: loadsCode,
    test({ links }, { bytes }) {
      const files = new Map(links.filter(({ kind }) => kind === 'script' || kind === 'stylesheet').map(({ to }) => [to.id, to]));
      const known = [...files.values()].filter(to => to.bytes !== null);
      const total = known.reduce((sum, to) => sum + (to.bytes ?? 0), 0);
      const declared = known.filter(({ check }) => check !== '').length;
      if (total > bytes)
        return [ofNumber(total), ...(declared > 0 ? [{ value: 'files by Content-Length', count: declared }] : [])];
      return known.length < files.size ? 'not-asked' : null;
    },
  }),
  pageCheck({
    ...ofPages,
    id: 'perf.render_blocking',
    name: 'Render-blocking head',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The head has at least five style sheets for all screens and scripts without async or defer.',
    why: 'Nothing is shown before they have come.',
    fix: 'Defer scripts, and load style sheets that are not needed at once later.',
    sources: ['Lighthouse docs, Eliminate render-blocking resources'],
    thresholds: { files: threshold(5, 'Files from', 'files', 1) },
    test({ facts: { notes = [] } }, { files }) {
      const found = notes.filter(({ kind }) => kind === 'blocking-script' || kind === 'blocking-stylesheet');
      return found.length >= files ? found.map(({ text, at }) => placedHref({ href: text, at })) : null;
    },
  }),
  notedElements(['large-svg'], {
    group: 'perf',
    id: 'perf.inline_svg',
    name: 'Large inline SVG',
    type: 'opportunity',
    priority: 'L',
    trigger: 'An inline SVG of the page is larger than 5,120 bytes.',
    why: 'Browsers load it again with each page instead of from the cache.',
    fix: 'Move the SVG into a file.',
    sources: ['web.dev, Optimize the encoding and transfer size of text-based assets'],
  }),
];

/** Pages of a host that are looked at: compression is a setting of the server. */
const sample = 200;
const staticFile = /^(text\/css|(text|application)\/(x-)?(java|ecma)script|image\/|font\/|application\/(x-)?font)/;

export const transferChecks: readonly Check[] = [
  siteCheck({
    id: 'perf.no_brotli',
    name: 'Only gzip',
    group: 'perf',
    type: 'opportunity',
    priority: 'L',
    population: 'hosts',
    trigger:
      'More than 50 % of the compressed pages among the first 200 of the host came without br or zstd, though the crawler offers both.',
    why: 'Brotli makes text about 15 % smaller than gzip.',
    fix: 'Turn on Brotli in the server or CDN.',
    sources: ['RFC 7932, Brotli Compressed Data Format'],
    thresholds: { percent: threshold(50, 'Share above', '%', 0, 100) },
    *run(site, { percent }) {
      const all = new Map<number, { looked: number; pages: number; old: number }>();
      for (const url of site.urls()) {
        if (!url.isPage) continue;
        const counts = all.get(url.originId) ?? { looked: 0, pages: 0, old: 0 };
        all.set(url.originId, counts);
        if (counts.looked >= sample) continue;
        counts.looked += 1;
        const value = site.page(url.id)?.header('content-encoding')?.value ?? '';
        if (!compressed.test(value)) continue;
        counts.pages += 1;
        if (!/\b(br|zstd)\b/i.test(value)) counts.old += 1;
      }
      for (const { origin, originId } of internalHosts(site)) {
        const counts = all.get(originId);
        if (counts === undefined) yield { url: origin, id: 0, verdict: 'not-requested' };
        else {
          const isHit = counts.old * 100 > counts.pages * percent;
          yield { url: origin, id: 0, verdict: isHit ? [{ value: `${counts.old} of ${counts.pages}` }] : null };
        }
      }
    },
  }),
  responseCheck({
    id: 'perf.no_cache',
    name: 'Static file without caching',
    group: 'perf',
    type: 'opportunity',
    priority: 'L',
    population: 'resources',
    trigger: 'A style sheet, script, image (og:image too) or font has neither max-age of at least seven days nor an ETag.',
    why: 'Browsers, and services that show shared links, load the file again each time.',
    fix: 'Send Cache-Control with a long max-age.',
    sources: ['RFC 9111, 5.2.2.1 max-age'],
    thresholds: { seconds: threshold(604_800, 'max-age from', 'seconds', 1) },
    applies: ({ url }) => staticFile.test(url.mime) && url.status === 200,
    test(page, { seconds }) {
      if (page.header('etag') !== null) return null;
      const header = page.header('cache-control');
      const age = Number(/max-age\s*=\s*"?(\d{1,12})/i.exec(header?.value ?? '')?.[1] ?? 0);
      if (age >= seconds) return null;
      return header === null ? [] : [ofHeader(header)];
    },
  }),
  unminifiedCheck,
  http1Check,
  siteCheck({
    id: 'perf.redirect_cost',
    name: 'Home page after redirects',
    group: 'perf',
    type: 'opportunity',
    priority: 'L',
    population: 'hosts',
    trigger: 'The home page of the host leads over at least two redirects.',
    why: 'Visitors who type the address wait for each of them.',
    fix: 'Redirect straight to the last address.',
    sources: ['RFC 9110, 15.4 Redirection 3xx'],
    thresholds: { hops: threshold(2, 'Redirects from', 'redirects', 1, 20) },
    *run(site, { hops: least }) {
      for (const { origin } of internalHosts(site)) {
        const home = site.byAddress(`${origin}/`);
        if (home === null || home.status === null) yield { url: origin, id: 0, verdict: 'not-requested' };
        else {
          const chain = chainOf(home, site);
          yield { url: origin, id: 0, verdict: !chain.loops && chain.targets.length >= least ? hops(chain) : null };
        }
      }
    },
  }),
];
