import { append } from '#shared/lists.ts';
import type { FindingItem } from '#shared/model/audit.ts';
import { type AuditSite, type AuditUrl, type Check, type FactsPage, pageCheck, urlCheck } from '../check.ts';
import { canonicalsOf, targetAt } from '../declared.ts';
import { isInternal } from '../internal-urls.ts';
import { atBytes, ofUrl, placed } from '../items.ts';
import { pageStanding } from '../populations.ts';
import { blockOf, noStatusOf, statusOf, verdictOf } from '../targets.ts';

const required = 'AMP documentation, AMP HTML Specification: Required markup';
const discovery = 'AMP documentation, Make your pages discoverable';

const isAmp = ({ facts }: FactsPage): boolean => facts.isAmp === true;

/** A URL that a page names as its AMP version, or a page that says it is one. */
const isAmpUrl = (url: AuditUrl, site: AuditSite): boolean =>
  site.relations.isAmp(url.id) || (site.relations.ampSourceOf(url.id) !== 0 && isInternal(url, site));

/** A URL that a page names as its AMP version: not an error or redirect, which amp.non200 is about. */
const isAmpTarget = (url: AuditUrl, site: AuditSite): boolean =>
  site.relations.ampSourceOf(url.id) !== 0 && isInternal(url, site) && (url.class === 'other' || pageStanding(url) !== 'other');

/** Why the page of a URL was not read; null where it was. */
function unread(url: AuditUrl) {
  const found = pageStanding(url);
  if (found === 'page') return null;
  return found === 'other' ? 'not-asked' : found;
}

export const ampChecks: readonly Check[] = [
  pageCheck({
    id: 'amp.non200',
    name: 'AMP version is not 200',
    group: 'amp',
    type: 'issue',
    priority: 'M',
    population: 'amp',
    applies: ({ facts }) => facts.amp !== undefined,
    trigger: 'The URL that the page names by rel=amphtml returns another status than 200.',
    why: 'Readers and search engines cannot open the AMP version.',
    fix: 'Name the URL of a working AMP page, or remove the element.',
    sources: [discovery],
    test: page =>
      verdictOf(page.facts.amp ?? [], ({ at }) => {
        const target = targetAt(page, at);
        if (target === null) return 'not-asked';
        return noStatusOf(target) ?? (target.status === 200 ? null : ofUrl(target, statusOf(target)));
      }),
  }),
  urlCheck({
    id: 'amp.no_return',
    name: 'AMP page without canonical back',
    group: 'amp',
    type: 'issue',
    priority: 'M',
    population: 'amp',
    applies: isAmpTarget,
    trigger: 'A page names this one as its AMP version, and this one does not name that page as its canonical.',
    why: 'Search engines do not connect the two pages.',
    fix: 'Write a canonical to the page that has the rel=amphtml.',
    sources: [discovery],
    test(url, _, site) {
      const source = site.url(site.relations.ampSourceOf(url.id));
      const reason = unread(url);
      if (reason !== null || source === null) return reason;
      return url.canonicalId === source.id ? null : [ofUrl(source, 'rel=amphtml')];
    },
  }),
  pageCheck({
    id: 'amp.no_canonical',
    name: 'AMP page without canonical',
    group: 'amp',
    type: 'issue',
    priority: 'M',
    population: 'amp',
    applies: isAmp,
    trigger: 'The AMP page has no canonical, neither in the HTML nor in a Link header.',
    why: 'AMP pages must name their normal version, or themselves where there is none.',
    fix: 'Add a canonical element.',
    sources: [required],
    test: page => (canonicalsOf(page).list.length > 0 ? null : []),
  }),
  urlCheck({
    id: 'amp.noindex',
    name: 'AMP page not indexable',
    group: 'amp',
    type: 'warning',
    priority: 'L',
    population: 'amp',
    applies: isAmpUrl,
    trigger: 'The AMP page has noindex, or robots.txt blocks it.',
    why: 'Search engines cannot use the AMP version.',
    fix: 'Allow it in robots.txt and remove noindex, or remove rel=amphtml.',
    sources: [discovery],
    test(url, _, site) {
      const block = blockOf(url, site);
      if (typeof block !== 'string' && block.isBlocked)
        return [{ value: block.line > 0 ? `robots.txt line ${block.line}` : 'robots.txt' }];
      if (url.noindex) return [{ value: 'noindex' }];
      return url.class === 'page' && pageStanding(url) === 'other' ? null : unread(url);
    },
  }),
  urlCheck({
    id: 'amp.html_tag',
    name: 'AMP attribute missing',
    group: 'amp',
    type: 'issue',
    priority: 'M',
    population: 'amp',
    applies: isAmpTarget,
    trigger: 'A page names this one as its AMP version, and the html element has neither amp nor ⚡.',
    why: 'Without the attribute it is no AMP page.',
    fix: 'Write <html amp lang="…">.',
    sources: [required],
    test(url, _, site) {
      const reason = unread(url);
      return reason ?? (site.relations.isAmp(url.id) ? null : []);
    },
  }),
  pageCheck({
    id: 'amp.boilerplate',
    name: 'Required AMP markup missing',
    group: 'amp',
    type: 'issue',
    priority: 'M',
    population: 'amp',
    applies: isAmp,
    trigger:
      'The AMP page lacks the HTML doctype, the charset utf-8, a viewport with width=device-width, the AMP script, or the boilerplate style.',
    why: 'The page is not valid AMP. Caches and search engines do not serve it as AMP.',
    fix: 'Copy the required markup from the specification.',
    sources: [required],
    test({ facts }) {
      const { doctype, metaCharset, viewports = [], document = [] } = facts;
      const missing: FindingItem[] = [];
      if (doctype !== 'html') missing.push({ value: '<!doctype html>' });
      if (metaCharset !== 'utf-8')
        missing.push(
          facts.metaCharsetAt
            ? atBytes(`charset ${metaCharset ?? ''}`, facts.metaCharsetAt)
            : { value: '<meta charset="utf-8">' },
        );
      if (!viewports.some(({ text }) => /width\s*=\s*device-width/i.test(text)))
        append(missing, viewports.length > 0 ? viewports.map(placed) : [{ value: '<meta name=viewport>' }]);
      if (document.includes('amp-boilerplate')) missing.push({ value: 'AMP script or boilerplate style' });
      return missing.length > 0 ? missing : null;
    },
  }),
  pageCheck({
    id: 'amp.disallowed',
    name: 'Disallowed HTML on an AMP page',
    group: 'amp',
    type: 'issue',
    priority: 'L',
    population: 'amp',
    applies: isAmp,
    trigger: 'The AMP page has a script of its own, or an element that AMP forbids: frame, frameset, object, embed, applet.',
    why: 'The page is not valid AMP. Caches and search engines do not serve it as AMP.',
    fix: 'Remove the element, or use the AMP component for it.',
    sources: ['AMP documentation, AMP HTML Specification: HTML tags'],
    test({ facts: { notes = [] } }) {
      const found = notes.filter(({ kind }) => kind === 'amp-disallowed' || kind === 'frame');
      return found.length > 0 ? found.map(({ text, at }) => atBytes(text, at)) : null;
    },
  }),
];
