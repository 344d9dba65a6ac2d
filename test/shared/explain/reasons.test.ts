import { describe, expect, it } from 'vitest';
import { causeOf, type SeenFacts } from '#core/whynot/cause.ts';
import { advise } from '#shared/explain/describe.ts';
import { codesOf, codesOfSetting, pausesHost, reasonCodes, reasonOf, reasons } from '#shared/explain/reasons.ts';
import { whyNotCauses } from '#shared/explain/why-not.ts';
import type { PauseReason } from '#shared/model/crawl.ts';
import { resume } from '../../../electron/cli/commands/resume.ts';

describe('the list of reasons', () => {
  it('says of every reason that turns a URL down under which heading “why not” files it', () => {
    const headless = reasonCodes.filter(code => {
      const { stage, verdict, cause } = reasons[code];
      // A check says nothing about why a URL is not crawled.
      if (code.startsWith('check-')) return false;
      return (stage === 'admission' || stage === 'access' || stage === 'fetch') && verdict !== 'accept' && cause === null;
    });
    expect(headless).toEqual([]);
    for (const code of reasonCodes) if (reasons[code].cause) expect(whyNotCauses, code).toHaveProperty(reasons[code].cause ?? '');
  });

  it('groups codes by family, each in one', () => {
    expect(codesOf('pattern')).toEqual(['excluded-pattern', 'not-included']);
    expect(codesOf('robots-blocked')).toEqual(['robots-disallow', 'robots-always-obeyed']);
    expect(codesOfSetting('maxPages')).toEqual(['page-limit']);
    const pauses: readonly PauseReason[] = ['robots-unreachable', 'delay-too-long', 'host-unreachable', 'host-failing'];
    expect(reasonCodes.filter(pausesHost)).toEqual(pauses);
    expect(reasonCodes.filter(code => reasons[code].reopens)).toEqual([
      'sitemaps-only',
      'start-urls-only',
      'depth-limit',
      'redirect-limit',
      'trap-repeated-folders',
      'trap-session',
      'trap-calendar',
      'trap-numbers',
      'trap-parameters',
      'trap-folder',
      'trap-hosts',
      'resource-not-crawled',
      'reference-not-crawled',
      'frame-not-followed',
      'link-nofollow',
      'link-ugc',
      'link-sponsored',
      'page-nofollow',
      'check-redirect-target',
      'probe',
      'rendering-resource',
    ]);
    expect(reasonOf('of-a-newer-version')).toBeUndefined();
    expect(reasonOf('toString')).toBeUndefined();
  });

  it('files a URL whose reason a newer version wrote under that, not under another heading', () => {
    const seen: SeenFacts = {
      seen: true,
      state: 'disregarded',
      reason: 'of-a-newer-version',
      decisions: [],
      crawl: 'finished',
      now: 0,
      dueAt: 0,
      host: null,
      endless: '',
    };
    expect(causeOf(seen)).toBe('unknown-reason');
    expect(causeOf({ ...seen, reason: 'toString' })).toBe('unknown-reason');
    expect(causeOf({ ...seen, state: 'failed' })).toBe('unknown-reason');
  });
});

describe('advice', () => {
  it('follows what holds at the moment, and never fills a gap with nothing', () => {
    const host = { host: 'shop.example.com' };
    expect(advise('scope-host', host, new Set(['seed-domain']))).toContain('--scope domain');
    expect(advise('scope-host', host, new Set())).not.toContain('domain');
    expect(advise('not-found', { inlinks: '3 links' }, new Set(['linked', 'in-sitemap']))).toBe(
      'Correct or remove the links to this URL (3 links).',
    );
    expect(advise('not-found', {}, new Set(['in-sitemap']))).toContain('sitemap');
    expect(advise('not-found', {}, new Set())).not.toContain('links');
    expect(advise('robots-unreachable', {}, new Set(['no-such-host']))).toContain('DNS');
    expect(advise('robots-unreachable', {}, new Set())).toContain('response to /robots.txt');
    expect(advise('redirected', {}, new Set())).toBe('');
  });

  it('names only options that the command line has', () => {
    const texts = reasonCodes.flatMap(code => {
      const { advice } = reasons[code];
      return typeof advice === 'string' ? [advice] : Object.values(advice);
    });
    const named = new Set(texts.flatMap(text => [...text.matchAll(/--([a-z-]+)/g)].map(match => match[1] ?? '')));
    expect(named.size).toBeGreaterThan(6);
    expect([...named].filter(name => !Object.hasOwn(resume.options, name))).toEqual([]);
  });

  it('says “resume” only of settings that take effect then', () => {
    const texts = (code: (typeof reasonCodes)[number]): readonly string[] => {
      const { advice } = reasons[code];
      return typeof advice === 'string' ? [advice] : Object.values(advice);
    };
    const wrong = reasonCodes.filter(
      code => reasons[code].setting?.takesEffect === 'in-a-new-crawl' && texts(code).some(text => /resume/i.test(text)),
    );
    expect(wrong).toEqual([]);
  });
});
