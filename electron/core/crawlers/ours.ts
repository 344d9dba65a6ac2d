import type { CrawlerProfile } from './profile.ts';

/** This program, and the robot no group names. */
export const ours: readonly CrawlerProfile[] = [
  {
    id: 'crawlscope',
    name: 'Crawlscope',
    productToken: 'Crawlscope',
    userAgent: 'Crawlscope/0.1 (+https://github.com/crawlscope/crawlscope)',
    dialect: 'crawlscope',
    directiveAgents: ['crawlscope'],
    directives: 'google',
    directivesSource: 'Ours: the most restrictive reading, as Google documents it',
    source: 'Ours: this program',
    asOf: '2026-11-21',
  },
  {
    id: 'generic-rfc9309',
    name: 'Any robot (RFC 9309)',
    productToken: '*',
    userAgent: '',
    dialect: 'rfc9309',
    directiveAgents: [],
    directives: 'unknown',
    directivesSource: 'not documented: Google’s rule is used',
    source: 'RFC 9309 §2.2.1 (the group for robots no other group names)',
    asOf: '2026-11-21',
  },
];
