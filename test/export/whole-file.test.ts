import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { openWhole, writeWhole } from '../../electron/export/whole-file.ts';
import { tempFolder } from '../support/temp.ts';

let folder = '';
beforeEach(() => {
  folder = tempFolder();
});

test('the file is not there until it is finished, and nothing else is left', () => {
  const path = join(folder, 'list.csv');
  const file = openWhole(path);
  file.write('a');
  file.write(Buffer.from('b'));
  expect(existsSync(path)).toBe(false);
  file.finish();
  file.discard();
  expect(readFileSync(path, 'utf8')).toBe('ab');
  expect(readdirSync(folder)).toEqual(['list.csv']);
});

test('a discarded file leaves what was there before', () => {
  const path = join(folder, 'list.csv');
  writeFileSync(path, 'old');
  const file = openWhole(path);
  file.write('new');
  file.discard();
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['list.csv']);
});

test('a link laid where the half file used to be is not followed', () => {
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'precious');
  symlinkSync(victim, join(folder, 'list.csv.part'));
  writeWhole(join(folder, 'list.csv'), 'rows');
  expect(readFileSync(victim, 'utf8')).toBe('precious');
});

test('a crawl file is never replaced, whatever it is called', () => {
  const path = join(folder, 'other.csv');
  const header = Buffer.alloc(100);
  header.write('SQLite format 3\0', 0, 'latin1');
  header.write('CRSC', 68, 'latin1');
  writeFileSync(path, header);
  expect(() => openWhole(path)).toThrow(/is a crawl file, which a list or report may not replace/);
  expect(readFileSync(path)).toEqual(header);
  expect(readdirSync(folder)).toEqual(['other.csv']);
});

test.runIf(process.platform === 'linux')('a device is written into, not replaced', () => {
  const written = vi.fn(() => writeWhole('/dev/null', 'rows'));
  written();
  expect(written).toHaveReturned();
  expect(readdirSync('/dev').some(name => name.startsWith('null.'))).toBe(false);
});

test('a crawl whose header is still in its log is not replaced', () => {
  const path = join(folder, 'new.crawl');
  writeFileSync(path, '');
  writeFileSync(`${path}-wal`, 'frames');
  expect(() => openWhole(path)).toThrow(/list or report may not replace/);
});
