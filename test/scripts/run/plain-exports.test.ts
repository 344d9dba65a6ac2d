import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

interface Plugin {
  renderChunk(this: object, code: string): { readonly code: string } | null;
}
const { plainExports } = (await import(join(root, 'scripts/run/plain-exports.mjs'))) as { plainExports(): Plugin };

const built = (code: string): string =>
  plainExports().renderChunk.call({ parse: (text: string) => parseAst(text) }, code)?.code ?? code;

/** As the bundler writes it. */
const getter = (name: string, local = name): string =>
  `Object.defineProperty(exports, "${name}", {\n\tenumerable: true,\n\tget: function() {\n\t\treturn ${local};\n\t}\n});\n`;

const isGetter = (code: string, name: string): boolean => {
  const exported = {};
  runInNewContext(code, { exports: exported });
  return Object.getOwnPropertyDescriptor(exported, name)?.get !== undefined;
};

describe('exports of a chunk in the build', () => {
  it('are ordinary properties, and have the same values', () => {
    const code = `var one = 1;\nfunction two() { return 2; }\nclass Three {}\nconst four = 4, five = 5;\n`;
    const names = ['one', 'two', 'Three', 'four', 'five'];
    const plain = built(`${code}${names.map(name => getter(name)).join('')}${getter('default', 'one')}`);
    expect(plain).not.toMatch(/defineProperty/);
    const exported: Record<string, unknown> = {};
    runInNewContext(plain, { exports: exported });
    expect(Object.keys(exported)).toEqual([...names, 'default']);
    expect([exported['one'], (exported['two'] as () => number)(), exported['five'], exported['default']]).toEqual([1, 2, 5, 1]);
  });

  it.each([
    'let last = 0; function next() { last += 1; }',
    'let last = 0; function next() { last++; }',
    'let last = 0; function next() { [last] = [2]; }',
    'let last = 0; function next() { ({ last } = { last: 2 }); }',
    'let last = 0; function next() { for (last of [1, 2]); }',
    'let last; function next() { last = 1; }',
    'let last; var init = () => { last ??= 1; };',
  ])('stay getters where the value changes: %s', code => {
    expect(isGetter(built(`${code}\n${getter('last')}`), 'last')).toBe(true);
  });

  it('stay getters where the value comes later, or from another chunk', () => {
    expect(isGetter(built(`${getter('late')}var late = 1;`), 'late')).toBe(true);
    expect(built(getter('other', 'require_other.other'))).toMatch(/defineProperty/);
  });
});
