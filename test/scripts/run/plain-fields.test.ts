import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

interface Plugin {
  transform(this: object, code: string, id: string): { readonly code: string } | null;
  buildEnd(this: object): void;
}
const { plainFields } = (await import(join(root, 'scripts/run/plain-fields.mjs'))) as { plainFields(): Plugin };

/** The plugin as the bundler calls it, for modules by their paths. */
function built(modules: Readonly<Record<string, string>>): readonly string[] {
  const plugin = plainFields();
  const bundler = {
    parse: (code: string) => parseAst(code),
    error: (text: string) => {
      throw new Error(text);
    },
  };
  const codes = Object.entries(modules).map(([id, code]) => plugin.transform.call(bundler, code, id)?.code ?? code);
  plugin.buildEnd.call(bundler);
  return codes;
}

const one = (code: string, id = 'electron/core/one.js'): string => built({ [id]: code })[0] as string;

const counter = `
class Counter {
  #count = 0;
  static #made = 0;
  constructor() { Counter.#made += 1; }
  get #next() { return this.#count + 1; }
  #add() { this.#count = this.#next; return this; }
  add() { return this.#add().#count; }
  has(other) { return #count in other; }
  static get made() { return Counter.#made; }
}
const counter = new Counter();
counter.add();
JSON.stringify([counter.add(), Counter.made, counter.has(counter), counter.has({})])`;

describe('private members in the build', () => {
  it('are ordinary ones, and the class does the same', () => {
    const plain = one(counter);
    expect(plain).not.toMatch(/#/);
    expect(runInNewContext(plain)).toBe(runInNewContext(counter));
  });

  it('leaves texts, patterns and comments as they are, and everything in its place', () => {
    const code = "class A { /* #a 😀 */ #a = '#a 😀 #b'; b() { return this.#a + /#a/.source + `#a`; } }";
    expect(one(code)).toBe("class A { /* #a 😀 */ $a = '#a 😀 #b'; b() { return this.$a + /#a/.source + `#a`; } }");
  });

  it('leaves other packages as they are', () => {
    expect(one(counter, '/home/me/node_modules/undici/index.js')).toBe(counter);
  });

  it('fails where a class and one that it extends have the same one, because they would be one', () => {
    const base = 'export class Base { #size = 1; }';
    const middle = 'export class Middle extends Base {}';
    const other = 'export class Other { #size = 2; }';
    const last = 'class Last extends Middle { #size = 3; }';
    expect(built({ 'a.js': base, 'b.js': middle, 'c.js': other })).toHaveLength(3);
    expect(() => built({ 'a.js': base, 'b.js': middle, 'd.js': last })).toThrow(/Last .* #size/);
  });
});
