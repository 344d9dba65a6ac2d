import { isSameText } from '../../text/text-hash.ts';
import { earlierResponse } from '../baseline.ts';
import { type AuditSite, type AuditUrl, type Check, pageCheck, urlCheck, type Verdict } from '../check.ts';
import { earlierRobotsOf } from '../robots/earlier.ts';
import { isInternalRow } from '../url-row.ts';

/** Why a page is not indexable, in the words of the evidence. */
function indexability(url: Pick<AuditUrl, 'noindex' | 'mayFetch' | 'canonicalId' | 'id'>): string {
  if (url.mayFetch !== 'yes') return 'blocked';
  if (url.noindex) return 'noindex';
  return url.canonicalId !== 0 && url.canonicalId !== url.id ? 'canonical elsewhere' : 'indexable';
}

function directiveFlip(url: AuditUrl, textHash: string | undefined, site: AuditSite): Verdict {
  const before = earlierResponse(url, site);
  if (typeof before === 'string') return before;
  if (!before.isPage || site.baseline === null) return 'not-in-baseline';
  if (before.isIndexable === url.isIndexable) return null;
  const earlierHash = site.baseline.source.textHash(before.id);
  if (earlierHash === null || textHash === undefined) return 'no-facts';
  const isSame = isSameText(earlierHash, textHash);
  if (isSame === null) return 'no-facts';
  return isSame ? [{ value: `${indexability(before)} → ${indexability(url)}` }] : null;
}

/** Signals that changed since an earlier crawl. */
export const flipChecks: readonly Check[] = [
  pageCheck({
    id: 'x.directive_flip',
    name: 'Directive changed without content',
    group: 'x',
    type: 'warning',
    priority: 'M',
    population: 'pages',
    trigger:
      'The page has the same readable text as in the earlier crawl, but robots.txt, noindex or the canonical make it indexable in only one of the two crawls.',
    why: 'A template or server setting changed what is listed.',
    fix: 'Check that the change was meant.',
    sources: ['Google Search Central, Block Search indexing with noindex'],
    test: ({ url, facts }, _, site) => directiveFlip(url, facts.textHash, site),
  }),
  urlCheck({
    id: 'x.robots_flip',
    name: 'Verdict flipped by a rule edit',
    group: 'x',
    type: 'warning',
    priority: 'H',
    population: 'internal',
    applies: isInternalRow,
    trigger:
      'The current robots.txt and that of the earlier crawl give different verdicts about the URL for the crawl’s crawler. Without an earlier crawl, the previous version in this file is compared.',
    why: 'One edited line opens or closes many URLs.',
    fix: 'Compare the two files and check that the change was meant.',
    sources: ['RFC 9309, section 2.2.2'],
    test(url, _, site) {
      const earlier = earlierRobotsOf(site);
      const flip = earlier.flip(url);
      return flip === null || typeof flip === 'string' ? flip : earlier.itemsOf(url, flip);
    },
  }),
];
