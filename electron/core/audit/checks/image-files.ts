import { type AuditSite, type AuditUrl, type Check, threshold, type UrlCheck, urlCheck } from '../check.ts';
import { linkers, ofUrl, statusAndLinkers } from '../items.ts';
import { robotsOfSite } from '../robots/site-robots.ts';
import { blockOf, isRedirect, noResponseOf, statusOf } from '../targets.ts';

const isImage = (url: AuditUrl, site: AuditSite): boolean => site.isLinkedAs(url.id, 'image');
const isOwn = (url: AuditUrl, site: AuditSite): boolean => robotsOfSite(site).isOwn(url.originId);

/** A check of the image files that pages embed. `applies` narrows them. */
const fileCheck = <T extends string>(head: Omit<UrlCheck<T>, 'scope' | 'group' | 'population'>): Check =>
  urlCheck<T>({
    ...head,
    group: 'img',
    population: 'images',
    applies: (url, site) => isImage(url, site) && (head.applies === undefined || head.applies(url, site)),
  });

const brokenCheck = (head: Omit<UrlCheck<never>, 'scope' | 'group' | 'population' | 'test'>): Check =>
  fileCheck<never>({
    ...head,
    test: (url, _, site) => noResponseOf(url) ?? (url.isBroken ? statusAndLinkers(url, site) : null),
  });

/** The files of images, as far as the crawl requested resources. */
export const imageSizeChecks: readonly Check[] = [
  fileCheck({
    id: 'img.over_kb',
    name: 'Large image',
    type: 'opportunity',
    priority: 'M',
    trigger: 'The file of an embedded image has more bytes than the threshold.',
    why: 'Large images make pages slow.',
    fix: 'Compress the image, scale it to the size it is shown in, or use a modern format.',
    sources: ['web.dev, Choose the correct level of compression'],
    thresholds: { bytes: threshold(102_400, 'Size', 'bytes', 0, 1_000_000_000) },
    test(url, { bytes }, site) {
      const missing = noResponseOf(url);
      if (missing !== null) return missing;
      if (url.status === null || url.status >= 300) return null;
      if (url.bytes === null) return 'not-asked';
      return url.bytes > bytes ? [{ value: `${url.bytes} bytes` }, ...linkers(site, url.id)] : null;
    },
  }),
];

export const imageTargetChecks: readonly Check[] = [
  brokenCheck({
    id: 'img.broken',
    name: 'Broken image',
    type: 'issue',
    priority: 'H',
    trigger: 'A page embeds an image on a host of the crawl that returned status 4xx or 5xx or did not respond.',
    why: 'Visitors see a broken image.',
    fix: 'Upload the image, or correct or remove the element.',
    sources: ['RFC 9110, 15.5'],
    applies: isOwn,
  }),
  brokenCheck({
    id: 'img.ext_broken',
    name: 'Broken external image',
    type: 'warning',
    priority: 'M',
    trigger:
      'A page embeds an image on another host that returned status 4xx or 5xx or did not respond; hosts that refuse checks do not count.',
    why: 'Visitors see a broken image.',
    fix: 'Put the image on the site itself, or remove the element.',
    sources: ['RFC 9110, 15.5'],
    applies: (url, site) => !isOwn(url, site),
  }),
  fileCheck({
    id: 'img.redirect',
    name: 'Image redirects',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The URL of an embedded image returned status 3xx.',
    why: 'Each redirect is a further request before the image appears.',
    fix: 'Embed the target of the redirect.',
    sources: ['RFC 9110, 15.4'],
    test(url, _, site) {
      const missing = noResponseOf(url);
      if (missing !== null) return missing;
      if (!isRedirect(url)) return null;
      const target = site.url(url.redirectId);
      return [target ? ofUrl(target, statusOf(url)) : { value: statusOf(url) }, ...linkers(site, url.id)];
    },
  }),
];

export const imageBlockChecks: readonly Check[] = [
  fileCheck({
    id: 'img.blocked',
    name: 'Image blocked by robots.txt',
    type: 'warning',
    priority: 'M',
    trigger: 'robots.txt blocks an embedded image for the crawl’s own crawler.',
    why: 'Search engines cannot show the image or render the page as visitors see it.',
    fix: 'Allow the image.',
    sources: ['RFC 9309, 2.2.2', 'Google Search Central, Image SEO best practices'],
    test(url, _, site) {
      const block = blockOf(url, site);
      if (typeof block === 'string') return block;
      if (!block.isBlocked) return null;
      return [{ value: 'robots.txt', ...(block.line > 0 ? { line: block.line } : {}) }, ...linkers(site, url.id)];
    },
  }),
];
