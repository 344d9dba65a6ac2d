import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { allChecks } from '#core/audit/checks.ts';
import type { Audit } from '#core/audit/result.ts';
import { type AuditedFile, auditInSlices, openAudited } from '#engine/audit/audit-file.ts';
import { PageHelpers } from '#engine/threads/audit-pages/page-helpers.ts';
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

/** The threads that are started from now on. */
function threads(): readonly Worker[] {
  const started: Worker[] = [];
  const note = (message: unknown): void => void started.push((message as { readonly worker: Worker }).worker);
  subscribe('worker_threads', note);
  onTestFinished(() => void unsubscribe('worker_threads', note));
  return started;
}

// A thread that has ended has this number.
const none = -1;

test('the threads of an audit end with it', async () => {
  const file = await opened();
  const started = threads();
  await auditInSlices(file, { checks: allChecks }, { helpers: 2, report: () => 'go-on' });
  expect(started).toHaveLength(2);
  await expect.poll(() => started.map(({ threadId }) => threadId)).toEqual([none, none]);
});

test('a cancelled audit ends', async () => {
  const file = await opened();
  expect(await auditInSlices(file, { checks: allChecks }, { helpers: 1, report: () => 'cancel' })).toBeNull();
});

test('threads that are stopped end, also while they wait for work', async () => {
  const { paths } = await opened();
  const started = threads();
  const helpers = new PageHelpers(paths, 2);
  await Promise.all(started.map(worker => once(worker, 'online')));
  helpers.stop();
  await expect.poll(() => started.map(({ threadId }) => threadId)).toEqual([none, none]);
});
