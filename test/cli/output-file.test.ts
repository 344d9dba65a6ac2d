import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writesOneFile } from '../../electron/cli/output-file.ts';
import { entries } from '../../electron/cli/registry.ts';
import { runInProcess } from '../support/memory-io.ts';
import { tempFolder } from '../support/temp.ts';

/** Their `--out` is a crawl to continue, files of a folder with a --force of their own, or a new crawl file that is never replaced. */
const otherwise = ['crawl', 'repair', 'sitemap make', 'snapshot', 'unpack'];

test('every command with --out checks the place, and takes --force', async () => {
  const found: string[] = [];
  for (const { name, load } of entries) {
    const { options } = await load();
    if ('out' in options && !writesOneFile(options)) found.push(name);
  }
  expect(found.sort()).toEqual(otherwise);
});

test('E127: a file that exists is replaced with --force only, a crawl and a folder never', async () => {
  const folder = tempFolder();
  const out = join(folder, 'settings.json');
  expect(await runInProcess(['settings', '--out', out])).toMatchObject({ code: 0 });
  const first = readFileSync(out, 'utf8');
  writeFileSync(out, 'mine');
  const refused = await runInProcess(['settings', '--out', out]);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toMatch(/settings\.json already exists\. Choose another name, or replace it with --force\.\n$/);
  expect(readFileSync(out, 'utf8')).toBe('mine');
  expect(await runInProcess(['settings', '--out', out, '--force'])).toMatchObject({ code: 0 });
  expect(readFileSync(out, 'utf8')).toBe(first);

  const damaged = join(folder, 'damaged.crawl');
  writeFileSync(damaged, 'no header is left');
  const kept = await runInProcess(['settings', '--out', damaged, '--force']);
  expect(kept.code).toBe(2);
  expect(kept.err).toContain('is a crawl file, which a list or report may not replace');
  expect(readFileSync(damaged, 'utf8')).toBe('no header is left');

  mkdirSync(join(folder, 'sub'));
  expect((await runInProcess(['settings', '--out', join(folder, 'sub'), '--force'])).err).toContain('is a folder');
  expect((await runInProcess(['settings', '--out', join(folder, 'none', 'x.json')])).err).toContain('Create it first');
  expect((await runInProcess(['settings', '--force'])).err).toContain('--force only works with --out');
  expect(readdirSync(folder).sort()).toEqual(['damaged.crawl', 'settings.json', 'sub']);
});

test('a settings file is not written over itself', async () => {
  const path = join(tempFolder(), 'shop.json');
  await runInProcess(['settings', '--out', path]);
  expect((await runInProcess(['settings', path, '--out', path, '--force'])).err).toContain('is the input itself');
  expect(existsSync(path)).toBe(true);
});
