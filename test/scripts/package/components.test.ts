import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '#test/support/temp.ts';

const scripts = resolve(import.meta.dirname, '../../../scripts/package');
interface Component {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}
const { componentsOf, cycloneDx, licencesText } = (await import(join(scripts, 'components.mjs'))) as {
  componentsOf(root: string, shipped: readonly string[]): Component[];
  cycloneDx(app: object, components: readonly Component[]): { readonly components: readonly Record<string, unknown>[] };
  licencesText(components: readonly Component[]): string;
};
const { packageOf } = (await import(join(scripts, 'shipped.mjs'))) as { packageOf(id: string): string | null };

/** A project with these packages installed, and those that are always shipped. */
function project(packages: Readonly<Record<string, { readonly license: string; readonly text?: string }>>): string {
  const root = tempFolder();
  const all = {
    'node_modules/better-sqlite3': { license: 'MIT', text: 'MIT of sqlite3' },
    'node_modules/electron': { license: 'MIT', text: 'MIT of others' },
    'node_modules/assemblyscript': { license: 'Apache-2.0', text: 'Apache' },
    ...packages,
  };
  const lock: Record<string, object> = {};
  for (const [folder, { license, text }] of Object.entries(all)) {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', license }));
    if (text !== undefined) writeFileSync(join(root, folder, 'LICENSE.md'), text);
    lock[folder] = { version: '1.0.0', integrity: `sha512-${Buffer.from(name).toString('base64')}` };
  }
  mkdirSync(dirname(join(root, 'package-lock.json')), { recursive: true });
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: lock }));
  return root;
}

test('E112: a module belongs to the innermost package, our own code to none', () => {
  expect(packageOf('/x/electron/main/index.ts')).toBeNull();
  expect(packageOf('/x/node_modules/zod/v4/index.js')).toBe('node_modules/zod');
  expect(packageOf('\0/x/node_modules/@base-ui/react/esm/a.js?commonjs-proxy')).toBe('node_modules/@base-ui/react');
  expect(packageOf('C:\\x\\node_modules\\a\\node_modules\\b\\i.js')).toBe('node_modules/a/node_modules/b');
});

test('E112: the list names each component with version, licence, address and hash, the same each time', () => {
  const root = project({
    'node_modules/@scope/b': { license: 'ISC', text: 'ISC of b' },
    'node_modules/a': { license: '(MIT OR GPL-3.0-only)', text: 'MIT of others' },
  });
  const made = (): Component[] => componentsOf(root, ['node_modules/a', 'node_modules/@scope/b', 'node_modules/a']);
  expect(made().map(({ name }) => name)).toEqual(['@scope/b', 'a', 'assemblyscript', 'better-sqlite3', 'electron', 'sqlite']);
  const app = { name: 'app', version: '1.0.0', license: 'MIT' };
  const list = cycloneDx(app, made());
  expect(list.components[0]).toMatchObject({
    name: '@scope/b',
    version: '1.0.0',
    purl: 'pkg:npm/%40scope/b@1.0.0',
    licenses: [{ license: { id: 'ISC' } }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from('@scope/b').toString('hex') }],
  });
  expect(list.components[1]).toMatchObject({ licenses: [{ expression: '(MIT OR GPL-3.0-only)' }] });
  expect(JSON.stringify(cycloneDx(app, made()))).toBe(JSON.stringify(list));
  expect(licencesText(made())).toContain('a 1.0.0\nelectron 1.0.0\n\nMIT of others\n');
});

test('E112: an unknown licence, and a package that the lock file does not name, stop the packaging', () => {
  expect(() => componentsOf(project({ 'node_modules/a': { license: 'GPL-3.0-only' } }), ['node_modules/a'])).toThrow(
    'the licence of a, "GPL-3.0-only", is not one of those',
  );
  const root = project({});
  mkdirSync(join(root, 'node_modules/x'));
  writeFileSync(join(root, 'node_modules/x/package.json'), '{"name":"x","version":"1.0.0","license":"MIT"}');
  expect(() => componentsOf(root, ['node_modules/x'])).toThrow('node_modules/x is shipped and has no entry in package-lock.json');
});
