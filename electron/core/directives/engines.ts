import type { Knob } from '#core/robots/dialect.ts';
import type { DirectiveEngine, Words } from './engine.ts';

/** Source of the facts: our reference of page directives, which names the vendor pages, drafts and code it is based on. */
const REF = 'our reference PAGE-DIRECTIVES.md of 2026-11-21';
const knob = <T>(value: T, source: string): Knob<T> => ({ value, source });
const words = (...lists: readonly (readonly [keyof typeof marks, string])[]): Words =>
  Object.fromEntries(lists.flatMap(([support, names]) => names.split(' ').map(name => [name, marks[support]])));
const marks = { yes: 'yes', meta: 'meta', no: 'no', implied: 'implied' } as const;

const SAME = 'Ours: not documented; Google’s rule is used';

const google: DirectiveEngine = {
  id: 'google',
  name: 'Google',
  words: knob(
    words(
      [
        'yes',
        'all index follow noindex nofollow none nosnippet max-snippet max-image-preview max-video-preview noimageindex notranslate indexifembedded unavailable_after',
      ],
      ['no', 'noarchive nocache nositelinkssearchbox noodp noydir'],
    ),
    `${REF}, section 3: Google’s list of rules; noarchive, the search box and the closed directories are no longer used`,
  ),
  names: knob(['googlebot', 'googlebot-news'], `${REF}, section 2.1: the only names besides robots`),
  metaNames: knob('robots-and-own', `${REF}, section 2.1`),
  metaPlace: knob('anywhere', `${REF}, section 2.1: reported to be honoured in the body, not documented`),
  header: knob('yes', `${REF}, section 3: X-Robots-Tag documented`),
  headerAgent: knob('prefix', `${REF}, section 2.2`),
  robotsTag: knob(false, `${REF}, section 2.3: a draft, not deployed`),
  combination: knob('most-restrictive', `${REF}, section 4: documented by Google`),
  specificWins: knob(false, `${REF}, section 4: everything addressed to it is added up`),
  bothCaches: knob('noarchive', `${REF}, section 3: neither is used any more`),
  noindexStopsLinks: knob(false, `${REF}, section 4.1, row 2`),
  none: knob(['noindex', 'nofollow'], `${REF}, section 3`),
  linkNofollow: knob('hint', `${REF}, section 3: a hint since 2020-03-01`),
  canonical: knob('element-and-header', `${REF}, section 6: a hint in the head or as HTTP field`),
  canonicalHeaderStopsLinks: knob(false, `${REF}, section 6`),
  refresh: knob('permanent', `${REF}, section 7: an immediate refresh is a permanent redirect, a delayed one temporary`),
  closedSite: knob('url-only', `${REF}, section 5: a blocked URL may be listed without its content`),
  renders: knob('yes', `${REF}, section 1: may skip rendering of pages with noindex`),
};

const bing: DirectiveEngine = {
  ...google,
  id: 'bing',
  name: 'Bing',
  words: knob(
    words(
      ['yes', 'all index follow noindex nofollow noarchive nocache nosnippet max-snippet max-image-preview max-video-preview'],
      ['no', 'noodp nopreview'],
    ),
    `${REF}, section 3; none is not mentioned, noodp and nopreview are obsolete`,
  ),
  names: knob(['bingbot', 'msnbot'], `${REF}, section 2.1`),
  metaPlace: knob('anywhere', SAME),
  headerAgent: knob('prefix', SAME),
  combination: knob('most-restrictive', `${REF}, section 4: as Google`),
  specificWins: knob(false, `${REF}, section 4: as Google`),
  bothCaches: knob('nocache', `${REF}, section 4: nocache with noarchive counts as nocache, the milder one`),
  noindexStopsLinks: knob(false, `${REF}, section 4.1, row 2`),
  none: knob([], `${REF}, section 3: not mentioned`),
  linkNofollow: knob('hint', `${REF}, section 3: reported, not documented`),
  canonical: knob('element', `${REF}, section 6`),
  refresh: knob('undocumented', `${REF}, section 7`),
  renders: knob('undocumented', `${REF}, section 4.1, rows 21 and 22`),
};

const yandex: DirectiveEngine = {
  ...google,
  id: 'yandex',
  name: 'Yandex',
  words: knob(
    words(['yes', 'noindex nofollow none noarchive'], ['meta', 'all index follow'], ['no', 'noodp noyaca']),
    `${REF}, section 3; noodp and noyaca are obsolete, permissions count in the page only`,
  ),
  names: knob(['yandex'], `${REF}, section 2.1: yandex and its single robots`),
  metaPlace: knob('anywhere', SAME),
  header: knob('negative', `${REF}, section 4: the header has prohibitions only`),
  headerAgent: knob('assumed', `${REF}, section 2.2: no names documented; Ours: a line for another robot is not for it`),
  combination: knob('positive-wins', `${REF}, section 4: permissions beat prohibitions in the meta element`),
  specificWins: knob(true, `${REF}, section 4: the robot’s own name beats robots`),
  linkNofollow: knob('obeyed', `${REF}, section 3`),
  canonical: knob('element', `${REF}, section 6: a recommendation`),
  refresh: knob('temporary', `${REF}, section 7: short delays count as temporary redirects`),
  renders: knob('undocumented', `${REF}, section 4.1, row 22`),
};

/** What is common to engines whose documentation is short: their words, and otherwise Google's rule. */
const like = (change: Partial<DirectiveEngine> & Pick<DirectiveEngine, 'id' | 'name' | 'words' | 'names'>): DirectiveEngine => ({
  ...google,
  metaPlace: knob('anywhere', SAME),
  header: knob('undocumented', `${REF}, section 3: X-Robots-Tag is not mentioned`),
  headerAgent: knob('prefix', SAME),
  combination: knob('most-restrictive', SAME),
  specificWins: knob(false, SAME),
  bothCaches: knob('noarchive', SAME),
  noindexStopsLinks: knob(false, SAME),
  none: knob([], `${REF}, section 3: not mentioned`),
  linkNofollow: knob('undocumented', `${REF}, section 3`),
  canonical: knob('undocumented', `${REF}, section 6`),
  refresh: knob('undocumented', `${REF}, section 7`),
  closedSite: knob('url-only', SAME),
  renders: knob('undocumented', `${REF}, section 1`),
  ...change,
});

const baidu = like({
  id: 'baidu',
  name: 'Baidu',
  words: knob(words(['yes', 'nofollow noarchive']), `${REF}, section 3: noindex is not documented`),
  names: knob(['baiduspider'], `${REF}, section 2.1`),
});

const apple = like({
  id: 'apple',
  name: 'Apple',
  words: knob(words(['yes', 'all noindex nofollow none nosnippet']), `${REF}, section 3`),
  names: knob(['applebot'], `${REF}, section 2.1`),
  none: knob(['noindex', 'nosnippet', 'nofollow'], `${REF}, section 3: none means three words`),
});

const seznam = like({
  id: 'seznam',
  name: 'Seznam',
  words: knob(words(['yes', 'all index follow noindex nofollow']), `${REF}, section 3`),
  names: knob([], `${REF}, section 3: none`),
  metaNames: knob('robots', `${REF}, section 3`),
  linkNofollow: knob('obeyed', `${REF}, section 3`),
});

const slurp = like({
  id: 'slurp',
  name: 'Yahoo! Slurp (2006)',
  words: knob(words(['yes', 'noindex nofollow noarchive noydir']), `${REF}, section 3`),
  names: knob(['slurp'], `${REF}, section 2.1`),
  header: knob('yes', `${REF}, section 3: reported, not documented`),
  linkNofollow: knob('hint', `${REF}, section 3: reported, not documented`),
  closedSite: knob(
    'not-listed',
    'Ours: Yahoo’s answers about YST say that a site with Disallow: / for it does not appear; single blocked URLs may (PAGE-DIRECTIVES)',
  ),
});

const yioop = like({
  id: 'yioop',
  name: 'Yioop',
  words: knob(
    words(['yes', 'noindex nofollow none noarchive nosnippet'], ['implied', 'noodp noydir']),
    `${REF}, section 3: its code; its page: it uses no data of the Open Directory or Yahoo! Directory`,
  ),
  names: knob([], `${REF}, section 2.1: any name that contains ROBOT`),
  metaNames: knob('containing-robot', `${REF}, section 2.1: its code`),
  header: knob('yes', `${REF}, section 3: its code`),
  headerAgent: knob('whole', `${REF}, section 2.2: its code takes the whole value`),
  combination: knob('negatives', `${REF}, section 4: its code collects all words, every prohibition applies`),
  none: knob(['noindex', 'nofollow'], `${REF}, section 3`),
  linkNofollow: knob('obeyed', `${REF}, section 3: only on a elements of the body`),
  canonical: knob('near-dropped', `${REF}, section 3: dropped at up to 3 edits and from 252 characters on`),
  canonicalHeaderStopsLinks: knob(true, `${REF}, section 3: its code`),
  renders: knob('no', `${REF}, section 3: reads what is delivered`),
});

const meta1997 = like({
  id: 'meta-1997',
  name: 'the text of 1997',
  words: knob(words(['yes', 'all none index noindex follow nofollow']), `${REF}, section 8`),
  names: knob([], `${REF}, section 8: the name is ROBOTS`),
  metaNames: knob('robots', `${REF}, section 8`),
  header: knob('undocumented', `${REF}, section 4.1: there was no header`),
  combination: knob('all-wins', `${REF}, section 4: all beats everything, other contradictions are the robot’s choice`),
  noindexStopsLinks: knob(true, `${REF}, section 4: noindex alone also stops the links`),
  none: knob(['noindex', 'nofollow'], `${REF}, section 8`),
  renders: knob('no', `${REF}, section 8: there were no scripts to run`),
});

const repDraft = like({
  id: 'rep-draft',
  name: 'the REP extension draft',
  words: knob(words(['yes', 'noindex nosnippet']), `${REF}, section 2.3: draft-illyes-repext-03`),
  names: knob([], `${REF}, section 2.3: the robot’s product token`),
  metaPlace: knob('head', `${REF}, section 2.1: only valid in the head`),
  header: knob('yes', `${REF}, section 2.3: the old name is read, too`),
  headerAgent: knob('prefix', `${REF}, section 2.3`),
  robotsTag: knob(true, `${REF}, section 2.3`),
  combination: knob('negatives', `${REF}, section 4: union of the prohibitions for its own token and *`),
});

const unknown: DirectiveEngine = {
  ...google,
  id: 'unknown',
  name: 'not documented: Google’s rule is used',
  words: knob(google.words.value, SAME),
  names: knob([], 'not documented'),
  metaPlace: knob('anywhere', SAME),
  header: knob('yes', SAME),
  headerAgent: knob('prefix', SAME),
  combination: knob('most-restrictive', `${REF}, section 4: for an unknown robot show Google’s rule and say so`),
  specificWins: knob(false, SAME),
  bothCaches: knob('noarchive', SAME),
  noindexStopsLinks: knob(false, SAME),
  none: knob(google.none.value, SAME),
  linkNofollow: knob('undocumented', 'not documented'),
  canonical: knob('element-and-header', SAME),
  refresh: knob('undocumented', 'not documented'),
  renders: knob('undocumented', 'not documented'),
};

const all: ReadonlyMap<string, DirectiveEngine> = new Map(
  [google, bing, yandex, baidu, apple, seznam, slurp, yioop, meta1997, repDraft, unknown].map(engine => [engine.id, engine]),
);

/** Every engine's id. */
export const engineIds = (): readonly string[] => [...all.keys()];

/** The engine of that id; `unknown`, which reads by Google's rule and says so, for any other. */
export const engineById = (id: string): DirectiveEngine => all.get(id) ?? unknown;
