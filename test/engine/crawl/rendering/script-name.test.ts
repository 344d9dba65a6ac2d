import { describe, expect, it } from 'vitest';
import { scriptName } from '#engine/crawl/rendering/script-name.ts';
import { crawlerProblems } from '#engine/crawl/scope.ts';
import { defaultSettings, longestUserAgent } from '#shared/model/crawl.ts';

describe('the name that scripts see', () => {
  it('is the name of the crawl and its address', () => {
    expect(scriptName(defaultSettings.userAgent)).toMatch(/^Crawlscope\/[\d.]+; \+https:/);
    expect(scriptName('Mozilla/5.0 (compatible; Bot/1; +https://bot.test)')).toBe('Bot/1; +https://bot.test');
  });

  it('looks at no more than a user agent may have, which a file of somebody else does not keep to', () => {
    // The name would be found past the limit.
    expect(scriptName(`${'x'.repeat(longestUserAgent)} (compatible; Late/1)`)).toBe('x'.repeat(200));
    const userAgent = ' ('.repeat(longestUserAgent);
    expect(crawlerProblems({ ...defaultSettings, userAgent })).toEqual({
      userAgent: 'The user agent may have at most 500 characters.',
    });
  });
});
