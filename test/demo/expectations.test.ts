import { describe, expect, test } from 'vitest';
import { demoExpectations, specialCases } from '#demo/expectations.ts';
import { demoPages, demoSections } from '#demo/site.ts';
import { isReasonCode, reasonCodes } from '#shared/explain/reasons.ts';
import { startSpecialSite } from '../support/special-site.ts';

const paths = new Set(demoPages.map(page => page.path));

describe('demo expectations', () => {
  test('name existing reason codes', () => {
    expect(demoExpectations.filter(item => !isReasonCode(item.reason))).toEqual([]);
  });

  test('cover at least 35 reasons, and every reason together with the special cases', () => {
    const shown = new Set<string>(demoExpectations.map(item => item.reason));
    expect(shown.size).toBeGreaterThanOrEqual(35);
    for (const item of specialCases) shown.add(item.id);
    expect(reasonCodes.filter(code => !shown.has(code))).toEqual([]);
  });

  test('a special case is not shown by the demo, and is listed once', () => {
    const shown = new Set<string>(demoExpectations.map(item => item.reason));
    expect(specialCases.filter(item => shown.has(item.id))).toEqual([]);
    expect(new Set(specialCases.map(item => item.id)).size).toBe(specialCases.length);
  });

  test('name pages of the site, its assets, or addresses that are no page', () => {
    const elsewhere = /^(http|mailto|ftp):|^\/links\/long-x|^\/assets\//;
    expect(demoExpectations.map(item => item.path).filter(path => !paths.has(path) && !elsewhere.test(path))).toEqual([]);
  });

  test('every expectation is said once and says why', () => {
    const keys = demoExpectations.map(item => `${item.path} ${item.reason}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(demoExpectations.filter(item => item.why.length < 2)).toEqual([]);
  });
});

describe('demo pages', () => {
  test('no two pages have the same path', () => {
    expect(paths.size).toBe(demoPages.length);
  });

  test('every page says what it shows', () => {
    expect(demoSections.flatMap(section => section.pages).filter(page => page.shows === '' || page.title === '')).toEqual([]);
  });
});

describe('special sites', () => {
  test.each(specialCases.map(item => item.id))('%s has a site with seeds and a target', async id => {
    const site = await startSpecialSite(id);
    try {
      expect(site.seeds.length).toBeGreaterThan(0);
      expect(URL.canParse(site.target)).toBe(true);
    } finally {
      await site.close();
    }
  });

  test('a case without a recipe is an error, not a silent site', async () => {
    await expect(startSpecialSite('fetched')).rejects.toThrow('No special site');
  });
});
