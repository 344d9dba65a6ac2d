import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** Made by a build, not kept in the repository. */
const made = /^(dist|out)\//;

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', file => {
  const text = readFileSync(join(root, file), 'utf8');

  it('names only files and folders that exist, from the root, from electron or from the core', () => {
    const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(match => match[1] ?? '');
    const checked = named.filter(path => !made.test(path) && !path.includes('NNNN'));
    const missing = checked.filter(path => !['', 'electron', 'electron/core'].some(base => existsSync(join(root, base, path))));
    expect(checked.length).toBeGreaterThan(3);
    expect(missing.filter(path => !path.startsWith('renderer/'))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const linked = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(match => match[1] ?? '');
    expect(linked.filter(path => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('stays short enough to be read at once', () => {
    expect(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(241);
  });
});
