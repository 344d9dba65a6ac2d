import { type Check, pageCheck } from '../check.ts';
import { resolved } from '../hrefs.ts';
import { ofUrl, placed, placedHref } from '../items.ts';
import { pageStanding } from '../populations.ts';
import { notedElements } from './val-document.ts';

const ofPages = { group: 'mob', population: 'pages' } as const;
const viewportSource = 'W3C, CSS Viewport Module Level 1, Viewport meta element';

/** The properties of a viewport, lower case; a later one replaces an earlier one. White space parts them as a comma does. */
function viewportOf(text: string): ReadonlyMap<string, string> {
  const pairs = text
    .toLowerCase()
    .replaceAll(/\s?=\s?/g, '=')
    .split(/[,;\s]/, 100)
    .filter(pair => pair !== '')
    .map(pair => pair.split('=', 2));
  return new Map(pairs.map(([name = '', value = '']) => [name, value]));
}

export const mobileChecks: readonly Check[] = [
  pageCheck({
    ...ofPages,
    id: 'mob.viewport_missing',
    name: 'No viewport',
    type: 'issue',
    priority: 'M',
    trigger: 'The page has no meta viewport with content.',
    why: 'Phones show the page as wide as a desktop, with tiny text.',
    fix: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
    sources: [viewportSource],
    test: ({ facts: { viewports = [] } }) => (viewports.every(({ text }) => text === '') ? viewports.map(placed) : null),
  }),
  pageCheck({
    ...ofPages,
    id: 'mob.viewport_width',
    name: 'Viewport without device width',
    type: 'warning',
    priority: 'M',
    trigger: 'The page has a meta viewport, and no meta viewport says width=device-width.',
    why: 'The page does not adapt to the width of the screen.',
    fix: 'Say width=device-width.',
    sources: [viewportSource],
    applies: ({ facts: { viewports = [] } }) => viewports.some(({ text }) => text !== ''),
    test({ facts: { viewports = [] } }) {
      const fits = viewports.some(({ text }) => viewportOf(text).get('width') === 'device-width');
      return fits ? null : viewports.map(placed);
    },
  }),
  pageCheck({
    ...ofPages,
    id: 'mob.zoom_disabled',
    name: 'Zoom disabled',
    type: 'warning',
    priority: 'M',
    trigger: 'A meta viewport of the page says user-scalable=no (or 0), or a maximum-scale below 2.',
    why: 'People with weak sight cannot enlarge the text.',
    fix: 'Remove user-scalable and maximum-scale.',
    sources: ['WCAG 2.2, 1.4.4 Resize Text'],
    test({ facts: { viewports = [] } }) {
      const found = viewports.filter(({ text }) => {
        const viewport = viewportOf(text);
        const scalable = viewport.get('user-scalable');
        const most = Number.parseFloat(viewport.get('maximum-scale') ?? '');
        return scalable === 'no' || scalable === '0' || (most >= 0 && most < 2);
      });
      return found.length > 0 ? found.map(placed) : null;
    },
  }),
  pageCheck({
    ...ofPages,
    id: 'mob.alternate',
    name: 'Separate mobile URL',
    type: 'opportunity',
    priority: 'L',
    trigger: 'The page names an alternate for handheld devices or small screens.',
    why: 'Two addresses for one page need care on each change.',
    fix: 'Serve one responsive page.',
    sources: ['Google Search Central, Mobile site and mobile-first indexing best practices'],
    test: ({ facts: { mobile } }) => (mobile && mobile.length > 0 ? mobile.map(placedHref) : null),
  }),
  pageCheck({
    ...ofPages,
    id: 'mob.alternate_broken',
    name: 'Mobile alternate without a canonical back',
    type: 'issue',
    priority: 'M',
    trigger: 'The page names an alternate for small screens, and that page does not name this one as its canonical.',
    why: 'Search engines do not know that the two belong together.',
    fix: 'Add a canonical to the desktop page on the mobile page.',
    sources: ['Google Search Central, Mobile site and mobile-first indexing best practices'],
    applies: ({ facts: { mobile = [] } }) => mobile.length > 0,
    test(page, _limits, site) {
      const targets = (page.facts.mobile ?? []).map(({ href }) => site.byAddress(resolved(page, href)));
      const bad = targets.filter(target => target?.isPage && target.canonicalId !== page.url.id);
      if (bad.length > 0) return bad.flatMap(target => (target ? [ofUrl(target)] : []));
      if (targets.some(target => target?.isPage)) return null;
      const standing = targets[0] ? pageStanding(targets[0]) : 'not-asked';
      return standing === 'page' || standing === 'other' ? 'not-asked' : standing;
    },
  }),
  notedElements(['fixed-width'], {
    group: 'mob',
    id: 'mob.intrinsic_wide',
    name: 'Content with a fixed width',
    type: 'opportunity',
    priority: 'L',
    trigger: 'An image, table or frame of the page has a fixed width above 480 pixels without max-width.',
    why: 'It may be wider than the screen of a phone.',
    fix: 'Add max-width: 100% in CSS.',
    sources: ['web.dev, Responsive images'],
  }),
];
