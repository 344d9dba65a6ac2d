import { describe, expect, it } from 'vitest';
import { crawlscope } from '#core/robots/dialects/crawlscope.ts';
import { readingOf } from '#engine/robots/gate.ts';
import { forCrawling, ParsedFiles } from '#engine/robots/parsed-files.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';

const names = { productToken: 'Crawlscope', userAgent: 'Crawlscope/1' };

/** A robots.txt of that many bytes, with a unique rule. */
function robotsTxt(host: number, bytes: number): Uint8Array {
  const rules: string[] = ['User-agent: *', `Disallow: /own${host}`];
  for (let i = 0, length = 0; length < bytes; i++) {
    const rule = `Disallow: /a${i}*b`;
    rules.push(rule);
    length += rule.length + 1;
  }
  return Buffer.from(rules.join('\n'));
}

const versionOf = (id: number): RobotsVersion => ({
  id,
  originId: id,
  firstSeenAt: 0,
  lastSeenAt: 0,
  access: 'rules',
  status: 200,
  cause: null,
  detail: '',
  bodyHash: Buffer.from([id >> 8, id & 255]),
  size: null,
  finalUrl: '',
  redirects: '[]',
  contentType: null,
  etag: null,
  lastModified: null,
  fetchId: null,
  source: 'crawl',
  sourceName: '',
});

describe('robots.txt of many hosts', () => {
  it('are not held parsed all at once, and every verdict stays right', () => {
    const hosts = 20;
    const size = 512 * 1024;
    let parses = 0;
    const table = {
      body: (hash: Uint8Array | null) => {
        parses += 1;
        return robotsTxt(((hash?.[0] ?? 0) << 8) + (hash?.[1] ?? 0), size);
      },
    };
    const files = new ParsedFiles(forCrawling);
    const readings = Array.from({ length: hosts }, (_, id) =>
      readingOf(table, versionOf(id), { dialect: crawlscope, names, files }),
    );
    expect(files.size * size).toBeLessThanOrEqual(forCrawling.bytes);
    expect(parses).toBe(hosts);
    for (const [id, reading] of readings.entries()) {
      expect(reading.decide(`https://h${id}.test/own${id}`).allowed).toBe(false);
      expect(reading.decide(`https://h${id}.test/own${id + 1}0`).allowed).toBe(true);
    }
    // When they are used in turn, each is parsed again once, not once per use.
    expect(parses).toBeLessThanOrEqual(2 * hosts);
    expect(files.size * size).toBeLessThanOrEqual(forCrawling.bytes);
  });

  it('are parsed once where they fit', () => {
    let parses = 0;
    const table = {
      body: () => {
        parses += 1;
        return robotsTxt(1, 2_000);
      },
    };
    const files = new ParsedFiles(forCrawling);
    const readings = Array.from({ length: 300 }, (_, id) =>
      readingOf(table, versionOf(id), { dialect: crawlscope, names, files }),
    );
    for (const reading of readings) reading.decide('https://h.test/');
    expect(parses).toBe(300);
  });
});
