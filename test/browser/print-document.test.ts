import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { findBrowser, NoBrowser } from '#browser/find-browser.ts';
import { printDocument } from '#browser/print-document.ts';
import { startSite } from '../support/site.ts';

/** Some machines have no browser. */
function hasBrowser(): boolean {
  try {
    findBrowser(null);
    return true;
  } catch (error) {
    if (error instanceof NoBrowser) return false;
    throw error;
  }
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

test.skipIf(!hasBrowser())(
  'an installed browser prints a document on A4, without its scripts and without the network, and leaves nothing',
  { timeout: 120_000 },
  async () => {
    const site = await startSite({ '/picture.png': 'asked' });
    try {
      const pdf = Buffer.from(
        (await printDocument(
          `<!doctype html><html lang="en"><head><title>Report 7</title></head><body><h1>One</h1>
<img src="${site.url('/picture.png')}" alt=""><h1 style="break-before:page">Two</h1>
<script>document.title = 'Scripted'; document.body.innerHTML += '<p style="break-before:page">Three</p>';</script></body></html>`,
          { browser: null, unsandboxed: true },
          new AbortController().signal,
        )) ?? [],
      ).toString('latin1');
      expect(pdf.slice(0, 5)).toBe('%PDF-');
      expect(pdf).toContain('(Report 7)');
      expect(count(pdf, /\/Type\s*\/Page\b(?!s)/g)).toBe(2);
      expect(count(pdf, /\/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/g)).toBe(2);
      expect(site.log).toEqual([]);
      expect(readdirSync(tmpdir())).toEqual([]);
    } finally {
      await site.close();
    }
  },
);
