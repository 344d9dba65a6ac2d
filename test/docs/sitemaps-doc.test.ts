import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { sitemapRules } from '#core/sitemap/check/catalogue.ts';

/** The generator is plain JavaScript, so that it needs no build; only these two names of it are used. */
const generator = (await import(join(resolve(import.meta.dirname, '../..'), 'scripts/docs/sitemaps-doc.mjs'))) as {
  readonly SITEMAPS_FILE: string;
  sitemapsDocument(): string;
};

test('docs/sitemaps.md is what node scripts/docs/sitemaps-doc.mjs writes', () => {
  expect(readFileSync(generator.SITEMAPS_FILE, 'utf8')).toBe(generator.sitemapsDocument());
});

test('every rule says why it matters and who says so', () => {
  for (const [code, { why, source }] of Object.entries(sitemapRules)) {
    expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(why, code).toMatch(/\.$/);
    expect(source.trim(), code).not.toBe('');
  }
});
