import { expect, onTestFinished, test } from 'vitest';
import { newSession } from '../support/crawling.ts';
import { fakeRenderer } from '../support/fake-renderer.ts';
import { judge } from '../support/judge.ts';
import { startJudgeSite } from '../support/judge-site.ts';

test.each(['never', 'all'] as const)(
  'a Crawl-delay that another host declares for this one holds from the first page on (render: %s)',
  async render => {
    const site = await startJudgeSite([
      { delayMs: 0, pages: 3, robots: 'missing' },
      { delayMs: 150, pages: 3, robots: 'elsewhere', scripts: true },
    ]);
    onTestFinished(() => site.close());
    const session = newSession(
      [...site.seeds],
      { render, connections: 4, delayMs: 0 },
      { openBrowser: async () => fakeRenderer() },
    );
    expect(await session.run()).toBe('finished');
    const judged = judge(site.log, site.sites);
    expect(judged.violations).toEqual([]);
    expect(judged.gaps).toBeGreaterThanOrEqual(4);
  },
);
