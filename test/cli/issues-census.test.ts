import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allChecks } from '#core/audit/checks.ts';
import { startDemoSite } from '#demo/server.ts';
import { settingsForDemo } from '#engine/session/demo.ts';
import * as engine from '#engine/session/session.ts';
import { populations } from '#shared/model/audit.ts';
import { runInProcess } from '../support/memory-io.ts';
import { census, type Reported } from '../support/proof/census/census.ts';
import { byPopulation, narrowed } from '../support/proof/census/populations.ts';
import { tempFolder } from '../support/temp.ts';
import { withoutWaits } from '../support/waitless-clock.ts';

it('counts for every check what the tables of the crawl file say that it looks at', { timeout: 90_000 }, async () => {
  const path = join(tempFolder(), 'demo.crawl');
  const site = await startDemoSite();
  const settings = { ...settingsForDemo(site.url), delayMs: 0, maxAttempts: 1 };
  const session = engine.createSession(path, settings, withoutWaits());
  try {
    await session.run();
  } finally {
    await session.close();
    await site.close();
  }
  const { code, out } = await runInProcess(['issues', path, '--format', 'json'], { engine });
  expect(code).toBe(0);

  const rows = census(path, allChecks, JSON.parse(out) as Reported[]);

  expect(rows.filter(({ wrong }) => wrong !== '')).toEqual([]);
  expect(rows).toHaveLength(allChecks.length);
  // The demo has pages that were not read, so a check that forgets them is found out.
  expect(rows.filter(({ expected }) => (expected ?? 0) > 0).length).toBeGreaterThan(380);
  const uncounted = rows.filter(({ expected }) => expected === null).map(({ check }) => check);
  expect(uncounted).toEqual(['robots.llms_bad', 'sd.url_mismatch']);
});

it('knows every population, and narrows only checks that exist', () => {
  expect(Object.keys(byPopulation).sort()).toEqual(Object.keys(populations).sort());
  const ids = new Set(allChecks.map(({ id }) => id));
  expect(Object.keys(narrowed).filter(id => !ids.has(id))).toEqual([]);
});
