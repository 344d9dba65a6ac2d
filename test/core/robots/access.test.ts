import { describe, expect, it } from 'vitest';
import { decideAccess, type RobotsOutcome, robotsAccess } from '#core/robots/access.ts';
import { crawlscope } from '#core/robots/dialects/crawlscope.ts';
import { google } from '#core/robots/dialects/google.ts';
import { rfc9309 } from '#core/robots/dialects/rfc9309.ts';
import { read } from './reading.ts';

const status = (code: number): RobotsOutcome => ({ kind: 'status', status: code });
const dns: RobotsOutcome = { kind: 'network', cause: 'dns' };
const loop: RobotsOutcome = { kind: 'too-many-redirects' };

const table: readonly (readonly [string, RobotsOutcome, string, string])[] = [
  ['2.3.1.1 200 is read', status(200), 'rules', 'rules'],
  ['2.3.1.1 204 is read as an empty file', status(204), 'rules', 'rules'],
  ['2.3.1.2 too many redirects are no file', loop, 'allow-all', 'allow-all'],
  ['2.3.1.2 a redirect to nowhere is no file', status(301), 'allow-all', 'allow-all'],
  ['2.3.1.3 400 is no file', status(400), 'allow-all', 'allow-all'],
  ['2.3.1.3 401 is no file', status(401), 'allow-all', 'allow-all'],
  ['2.3.1.3 403 is no file', status(403), 'allow-all', 'allow-all'],
  ['2.3.1.3 404 is no file', status(404), 'allow-all', 'allow-all'],
  ['2.3.1.3 410 is no file', status(410), 'allow-all', 'allow-all'],
  ['2.3.1.3 429 is no file, for Google a broken server', status(429), 'allow-all', 'disallow-all'],
  ['2.3.1.3 499 is no file', status(499), 'allow-all', 'allow-all'],
  ['2.3.1.4 500 closes', status(500), 'disallow-all', 'disallow-all'],
  ['2.3.1.4 503 closes', status(503), 'disallow-all', 'disallow-all'],
  ['2.3.1.4 599 closes', status(599), 'disallow-all', 'disallow-all'],
  ['2.3.1.4 a network failure closes', dns, 'disallow-all', 'disallow-all'],
  ['ours: 999 is no status and closes', status(999), 'disallow-all', 'disallow-all'],
  ['ours: 0 is no status and closes', status(0), 'disallow-all', 'disallow-all'],
  ['ours: 101 is no final status and closes', status(101), 'disallow-all', 'disallow-all'],
];

describe('the outcome of fetching /robots.txt', () => {
  it.each(table)('%s', (_rule, outcome, standard, atGoogle) => {
    expect(robotsAccess(outcome, rfc9309).kind).toBe(standard);
    expect(robotsAccess(outcome, crawlscope).kind).toBe(standard);
    expect(robotsAccess(outcome, google).kind).toBe(atGoogle);
  });

  it('names the knob and its source', () => {
    expect(robotsAccess(status(503), rfc9309)).toMatchObject({
      knob: 'serverError',
      why: 'status 503',
      source: rfc9309.serverError.source,
    });
    expect(robotsAccess(status(403), rfc9309)).toMatchObject({ knob: 'forbidden', why: 'status 403' });
    expect(robotsAccess(dns, google)).toMatchObject({ knob: 'networkError', why: 'network: dns' });
  });

  it('2.4 the last good copy stands in while the file cannot be reached', () => {
    const year = 365 * 86_400;
    expect(robotsAccess(status(503), rfc9309, year).kind).toBe('stale');
    expect(robotsAccess(dns, google, 29 * 86_400).kind).toBe('stale');
    expect(robotsAccess(dns, google, 31 * 86_400)).toMatchObject({ kind: 'disallow-all', meaning: 'home-page' });
    expect(robotsAccess(status(404), rfc9309, 60).kind).toBe('allow-all');
    expect(robotsAccess(status(200), rfc9309, 60).kind).toBe('rules');
  });
});

describe('the verdict without a file', () => {
  const judgeAt = (outcome: RobotsOutcome, url: string, dialect = rfc9309) =>
    decideAccess(robotsAccess(outcome, dialect), null, dialect, 'Bot', url);

  it('no file allows, and no line decided', () => {
    expect(judgeAt(status(404), 'http://s/a')).toMatchObject({ allowed: true, line: 0, reason: 'no-file', rule: '', path: '/a' });
  });

  it('an unreachable file forbids, and no line decided', () => {
    expect(judgeAt(dns, 'http://s/a')).toMatchObject({
      allowed: false,
      line: 0,
      reason: 'unreachable',
      choice: ['/robots.txt: network: dns'],
    });
  });

  it('/robots.txt may be asked for again', () => {
    expect(judgeAt(dns, 'http://s/robots.txt')).toMatchObject({ allowed: true, reason: 'robots-txt' });
    expect(judgeAt(dns, 'http://s/robots.txt', google).allowed).toBe(false);
  });

  it('a file that was read, now or earlier, decides by its lines', () => {
    const file = read('User-agent: *\nDisallow: /a', rfc9309);
    for (const age of [null, 60]) {
      const access = robotsAccess(age === null ? status(200) : status(500), rfc9309, age);
      expect(decideAccess(access, file, rfc9309, 'Bot', 'http://s/a')).toMatchObject({ allowed: false, line: 2, reason: 'rule' });
    }
    expect(decideAccess(robotsAccess(status(200), rfc9309), null, rfc9309, 'Bot', 'http://s/a').reason).toBe('no-group');
  });
});
