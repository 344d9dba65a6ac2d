import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { allChecks } from '#core/audit/checks.ts';
import type { Audit } from '#core/audit/run.ts';
import { type AuditedFile, auditInSlices, openAudited } from '#engine/audit/audit-file.ts';
import { audited } from '../../support/audited.ts';
import { tempFolder } from '../../support/temp.ts';

const html = (title: string): string =>
  `<!doctype html><title>${title}</title><a href=/a>x</a><a href=/b>y</a><a href=/missing>here</a>`;

async function opened(): Promise<AuditedFile> {
  const { path } = await audited({ '/': html('Start'), '/a': html('Same'), '/b': html('Same') }, ['title.duplicate']);
  const file = openAudited(path);
  onTestFinished(() => file.close());
  return file;
}

const seen = (audit: Audit | null) =>
  audit?.results.map(result => [result.check.id, result.count, [...result.ids], [...audit.findings(result)]]);

test('with other threads the audit finds what it finds alone', async () => {
  const file = await opened();
  const run = (helpers: number) => auditInSlices(file, { checks: allChecks }, { helpers, report: () => 'go-on' });
  const alone = seen(await run(0));
  expect(alone?.filter(([, count]) => (count as { hits: number }).hits > 0).length).toBeGreaterThan(5);
  expect(seen(await run(2))).toEqual(alone);
});

test('where a thread fails, the audit reads all pages itself', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => errors.mockRestore());
  const file = await opened();
  const alone = seen(await auditInSlices(file, { checks: allChecks }, { helpers: 0, report: () => 'go-on' }));
  const broken = { ...file, paths: { path: join(tempFolder(), 'none.crawl'), baseline: null } };
  expect(seen(await auditInSlices(broken, { checks: allChecks }, { helpers: 1, report: () => 'go-on' }))).toEqual(alone);
  expect(errors).toHaveBeenCalledOnce();
});

test('a cancelled audit ends, and its threads with it', async () => {
  const file = await opened();
  expect(await auditInSlices(file, { checks: allChecks }, { helpers: 1, report: () => 'cancel' })).toBeNull();
});
