import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

const pages = readdirSync(join(root, 'docs'), { encoding: 'utf8' }).filter(name => name.endsWith('.md'));
it.each(['README.md', 'SECURITY.md', 'CHANGELOG.md', ...pages.map(name => `docs/${name}`)])(
  '%s links only to what exists',
  file => {
    const text = readFileSync(join(root, file), 'utf8');
    const linked = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(match => match[1] ?? '');
    expect(linked.filter(target => !existsSync(join(root, file, '..', target)))).toEqual([]);
  },
);

describe('ARCHITECTURE.md', () => {
  const lines = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').trimEnd().split('\n');

  it('can be read at once: at most 150 lines of 100 columns', () => {
    expect(lines.length).toBeLessThanOrEqual(150);
    expect(lines.filter(line => [...line].length > 100)).toEqual([]);
  });

  it('names every folder below shared, electron and renderer', () => {
    const text = lines.join('\n');
    const folders = ['shared', 'electron', 'electron/core', 'electron/storage', 'electron/engine', 'renderer'].flatMap(base =>
      readdirSync(join(root, base), { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(entry => entry.name),
    );
    expect(folders.filter(name => !text.includes(`${name}/`))).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const folder = join(root, 'docs/decisions');

  it.each(readdirSync(folder))('%s is a page of context, choice and consequence', file => {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(file).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
    expect([...text.matchAll(/^## (.+)$/gm)].map(match => match[1]?.toLowerCase())).toEqual(['context', 'choice', 'consequence']);
    expect(text.split('\n').length).toBeLessThanOrEqual(60);
  });
});
