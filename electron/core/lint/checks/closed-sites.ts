import { firstOf } from '#shared/lists.ts';
import { type Change, type Check, wholeSpan } from '../diagnostic.ts';
import { behind } from '../edits.ts';
import { closesAll, isFor, namesOf } from '../group-facts.ts';
import { nobody } from '../hurts.ts';
import { knownRobot, robotsOf } from '../known-robots.ts';
import { type LintGroup, nameOf, type SourceLine } from '../source.ts';

const ADVERTISING = ['adsbot-google', 'adsbot-google-mobile', 'mediapartners-google', 'apis-google'];

/** The robots that matter when a user asks why a home page is not found. */
const isSearch = (agent: SourceLine): boolean => agent.value === '*' || knownRobot(agent.value)?.role === 'search';

const named = (group: LintGroup, names: readonly string[]): { changes?: readonly Change[] } => {
  const last = group.agents.at(-1);
  return last ? { changes: [behind(last, names.map(name => `${last.key}: ${name}`).join('\n'))] } : {};
};

export const closedSiteChecks: readonly Check[] = [
  {
    id: 'G-ADSBOT',
    title: '* does not apply to Google’s ad crawlers',
    severity: 'W',
    on: 'group',
    why: 'Google’s advertising robots follow only groups that name them.',
    fix: 'Name AdsBot-Google and Mediapartners-Google if they should be blocked too',
    fixes: 'asks',
    source: 'Google: special-case crawlers',
    hurts: dialect => dialect.id === 'google',
    find: (group, source) =>
      isFor(group, '*') && closesAll(group) && !ADVERTISING.some(name => source.names.has(name))
        ? {
            says: '* does not apply to AdsBot-Google, Mediapartners-Google and APIs-Google',
            ...named(group, ['AdsBot-Google', 'Mediapartners-Google', 'APIs-Google']),
          }
        : null,
  },
  {
    id: 'G-APPLE',
    title: 'Applebot follows Googlebot',
    severity: 'I',
    on: 'group',
    why: 'Without its own group Applebot follows Googlebot’s group.',
    fix: 'Name Applebot here, or add a group for it',
    fixes: 'asks',
    source: 'Apple: About Applebot',
    hurts: nobody,
    find: (group, source) =>
      isFor(group, 'googlebot') && !source.names.has('applebot')
        ? { says: 'Applebot will follow this group too', ...named(group, ['Applebot']) }
        : null,
  },
  {
    id: 'G-ROBOT-BLOCKED',
    title: 'Search engine blocked',
    severity: 'W',
    on: 'group',
    why: 'A search engine that may fetch nothing drops the site, or lists its URLs without content.',
    fix: 'Remove the rule if the site should be found',
    fixes: null,
    source: 'Google Search Console; Lighthouse',
    hurts: nobody,
    find: group => {
      const search = new Set(robotsOf('search').map(name => name.toLowerCase()));
      const blocked = closesAll(group) ? group.agents.filter(agent => search.has(nameOf(agent))) : [];
      return blocked.length === 0
        ? null
        : { says: `${firstOf([...new Set(blocked.map(agent => agent.value))])} may fetch nothing` };
    },
  },
  {
    id: 'P-ALL',
    title: 'Whole site blocked',
    severity: 'W',
    on: 'group',
    why: 'A rule left over from a test site blocks the whole site for all crawlers.',
    fix: 'Remove the rule if the site should be found',
    fixes: null,
    source: 'Google Search Console; Lighthouse',
    hurts: nobody,
    find: group => {
      const line = isFor(group, '*') && closesAll(group) ? group.rules.find(rule => /^\/\*?$/.test(rule.value)) : undefined;
      return line ? { says: 'This blocks the whole site for every robot without its own group', at: wholeSpan(line) } : null;
    },
  },
  {
    id: 'P-LANDING',
    title: 'Home page blocked',
    severity: 'I',
    on: 'group',
    why: 'Robots start at the home page. Some fetch it despite the rules, and search engines can list its URL without content.',
    fix: 'Use noindex if the home page should not be listed',
    fixes: null,
    source: 'Yahoo: help page of Slurp; YioopBot: its documentation',
    hurts: ({ landingPage }) => landingPage.value === 'root',
    find: group => {
      const closes = group.rules.find(rule => rule.kind === 'disallow' && /^\/?\*?\$?$/.test(rule.value) && rule.value !== '');
      const opens = group.rules.some(rule => rule.kind === 'allow' && /^\/?\*?\$?$/.test(rule.value) && rule.value !== '');
      return closes && !opens && group.agents.some(isSearch)
        ? { says: `The home page is blocked for ${namesOf(group)}`, at: wholeSpan(closes) }
        : null;
    },
  },
  {
    id: 'G-AI',
    title: 'Policy for AI crawlers',
    severity: 'I',
    on: 'file',
    why: 'Site owners often want one policy for all crawlers that collect text for AI models, and new names keep appearing.',
    fix: null,
    fixes: null,
    source: 'Ours: list of known robots',
    hurts: nobody,
    find: source => {
      const state = new Map(robotsOf('ai').map(name => [name.toLowerCase(), 'unmentioned']));
      let named = 0;
      for (const group of source.groups)
        for (const agent of group.agents)
          if (state.has(nameOf(agent))) {
            state.set(nameOf(agent), closesAll(group) ? 'blocked' : 'allowed in part or whole');
            named += 1;
          }
      if (named === 0) return null;
      const list = (wanted: string): string =>
        robotsOf('ai')
          .filter(name => state.get(name.toLowerCase()) === wanted)
          .join(', ') || 'none';
      return {
        says: `AI crawlers blocked: ${list('blocked')}; allowed in part or whole: ${list('allowed in part or whole')}; unmentioned: ${list('unmentioned')}`,
      };
    },
  },
];
