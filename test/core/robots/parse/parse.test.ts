import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crawlDelayFor, decideRobots } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { crawlscope } from '#core/robots/dialects/crawlscope.ts';
import { google } from '#core/robots/dialects/google.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { rfc9309 } from '#core/robots/dialects/rfc9309.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { bytesOf, octets, read } from '../reading.ts';

const LIMIT = 512_000;

describe('lines', () => {
  it('keeps every line with its kind and byte range', () => {
    const text = '\uFEFF# é\r\nUser-agent: *\r\r\nDisallow: /é # x\nSitemap: http://s/\nfoo: bar\njunk\n';
    const { lines, bytes } = read(text, rfc9309);
    const body = bytesOf(text);
    expect(bytes).toBe(body.length);
    const texts = lines.map(line => new TextDecoder().decode(body.subarray(line.start, line.end)));
    expect(texts).toEqual(['# é', 'User-agent: *', '', 'Disallow: /é # x', 'Sitemap: http://s/', 'foo: bar', 'junk']);
    expect(lines.map(line => line.kind)).toEqual(['comment', 'user-agent', 'blank', 'disallow', 'sitemap', 'other', 'unparsed']);
    expect(lines.map(line => [line.key, line.value])).toEqual([
      ['', ''],
      ['User-agent', '*'],
      ['', ''],
      ['Disallow', '/é'],
      ['Sitemap', 'http://s/'],
      ['foo', 'bar'],
      ['', 'junk'],
    ]);
  });

  it('notes rules before the first name, empty values and bad delays', () => {
    const { lines } = read('Disallow: /a\nUser-agent: *\nDisallow:\nCrawl-delay: ten', crawlscope);
    expect(lines.map(line => line.notes)).toEqual([['orphan'], [], ['empty-value'], ['bad-value']]);
  });

  it('takes Sitemap lines wherever they stand', () => {
    expect(read('Sitemap: a\nUser-agent: *\nSITEMAP: b\nDisallow: /\nSitemap:', rfc9309).sitemaps).toEqual([
      { line: 1, value: 'a' },
      { line: 3, value: 'b' },
    ]);
  });

  it('encodes octets that are no UTF-8 as they are', () => {
    const file = parseRobots(octets('User-agent: *\nDisallow: /\xe9'), rfc9309);
    expect(file.groups[0]?.rules[0]).toMatchObject({ pattern: '/\uFFFD', normalized: '/%E9' });
    expect(decideRobots(file, rfc9309, 'Bot', 'http://s/%e9').allowed).toBe(false);
  });
});

describe('2.5 size limit', () => {
  const head = 'User-agent: *\nDisallow: /a\n#';
  const padded = (until: number): string => `${head}${'x'.repeat(until - head.length - 1)}\n`;

  it('reads a line that ends at 500 KiB', () => {
    const line = 'Disallow: /b';
    const file = read(`${padded(LIMIT - line.length)}${line}\nDisallow: /c`, rfc9309);
    expect(file.groups[0]?.rules.map(rule => rule.pattern)).toEqual(['/a', '/b']);
    expect(file.lines.at(-1)).toMatchObject({ number: 5, kind: 'unparsed', notes: ['past-size-limit'] });
  });

  it('ours: reads no line in half', () => {
    const file = read(`${padded(LIMIT - 11)}Disallow: /b/c\n`, rfc9309);
    expect(file.groups[0]?.rules.map(rule => rule.pattern)).toEqual(['/a']);
    expect(file.lines.at(-1)?.notes).toEqual(['past-size-limit']);
  });

  it('google reads the half before the limit', () => {
    const filler = '#\n'.repeat((LIMIT - 10 - 26) / 2);
    const file = read(`User-agent: *\nDisallow:/a\n${filler}Disallow:/b/c\n`, google);
    expect(file.groups[0]?.rules.map(rule => rule.pattern)).toEqual(['/a', '/']);
    expect(file.lines.at(-1)?.notes).toEqual(['cut']);
  });
});

describe('ours: Crawl-delay', () => {
  const delayOf = (text: string, agent = 'Bot') => crawlDelayFor(read(text, crawlscope), crawlscope, agent);

  it('is the largest of the merged groups', () => {
    expect(delayOf('User-agent: Bot\nCrawl-delay: 1.5\n\nUser-agent: bot\nCrawl-delay: 10\nCrawl-delay: 2')).toEqual({
      seconds: 10,
      line: 5,
    });
  });

  it('is not taken over from *', () => {
    expect(delayOf('User-agent: *\nCrawl-delay: 5\nDisallow: /x\n\nUser-agent: Bot\nDisallow:')).toBeNull();
    expect(delayOf('User-agent: *\nCrawl-delay: 5')).toEqual({ seconds: 5, line: 2 });
  });

  it('belongs to every name of the run it stands in', () => {
    expect(delayOf('User-agent: Bot\nCrawl-delay: 5\nUser-agent: Other\nDisallow: /', 'Other')).toEqual({ seconds: 5, line: 2 });
  });

  it('with more digits than a number holds is a very long delay, not none', () => {
    expect(delayOf(`User-agent: Bot\nCrawl-delay: ${'9'.repeat(400)}`)).toEqual({ seconds: 1e12, line: 2 });
  });

  it.each(['ten', '-1', '1e3', '5s', 'Infinity', '0x10', '1,5', '.'])('%s is no delay', value => {
    const file = read(`User-agent: *\nCrawl-delay: ${value}`, crawlscope);
    expect(file.groups[0]?.crawlDelays).toEqual([]);
    expect(file.lines[1]?.notes).toEqual(['bad-value']);
  });

  it('is ignored where the standard has none', () => {
    const text = 'User-agent: *\nCrawl-delay: 5';
    for (const dialect of [rfc9309, google]) expect(crawlDelayFor(read(text, dialect), dialect, 'Bot')).toBeNull();
  });
});

/** Octets of the longest line end: NEL, LS and PS in UTF-8, CR LF in UTF-16. */
const longestEnd = (dialect: Dialect): number => (/unicode|splitlines/.test(dialect.lineEnds.value) ? 4 : 2);

describe('hostile bodies', () => {
  const each = dialectIds()
    .map(id => dialectById(id))
    .filter(dialect => dialect !== null);

  /** All of a long body for the dialects of our crawler, the standard and Google, an eighth for the others: seconds less. */
  const sizeFor = (dialect: Dialect, length: number): number =>
    [crawlscope, rfc9309, google].includes(dialect) ? length : Math.floor(length / 8);

  it('any bytes are read, and every byte is in a line, a line end or the byte order mark', () => {
    const chunk = fc.oneof(
      fc.constantFrom(
        'User-agent: *\n',
        'Disallow: /a*$\r\n',
        'Allow:',
        '\r',
        '\n',
        '\0',
        '#',
        ':',
        '\xef\xbb\xbf',
        '%zz',
        'Crawl-delay: 1\r',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 30 }), fc.webUrl(), (chunks, url) => {
        const bytes = octets(chunks.join(''));
        for (const dialect of each) {
          const { lines } = parseRobots(bytes, dialect);
          let covered = 0;
          lines.forEach((line, index) => {
            expect(line.number).toBe(index + 1);
            expect(line.start).toBeGreaterThanOrEqual(covered);
            expect(line.start - covered).toBeLessThanOrEqual(index === 0 ? 3 : longestEnd(dialect));
            covered = line.end;
          });
          expect(bytes.length - covered).toBeLessThanOrEqual(lines.length === 0 ? 3 : longestEnd(dialect));
          expect(decideRobots(parseRobots(bytes, dialect), dialect, 'Bot', url).path).not.toContain('#\n');
        }
      }),
    );
  });

  it('UTF-16 is no group where it is not read', () => {
    const text = 'User-agent: *\nDisallow: /\n';
    const bytes = Uint8Array.from([0xff, 0xfe, ...[...text].flatMap(unit => [unit.charCodeAt(0), 0])]);
    for (const dialect of [rfc9309, google, crawlscope])
      expect(decideRobots(parseRobots(bytes, dialect), dialect, 'Bot', 'http://s/').reason).toBe('no-group');
  });

  it.each([
    ['one line of two million octets', () => new Uint8Array(2 << 20).fill(0x61)],
    ['two million NULs', () => new Uint8Array(2 << 20)],
    ['two million CRs', () => new Uint8Array(2 << 20).fill(0x0d)],
    ['only colons', () => new Uint8Array(1 << 20).fill(0x3a)],
    ['only hashes', () => new Uint8Array(1 << 20).fill(0x23)],
    ['only percent signs', () => bytesOf(`User-agent: *\nDisallow: /${'%'.repeat(400_000)}`)],
  ])('%s are read', (_what, make) => {
    const all = make();
    for (const dialect of each) {
      const bytes = all.subarray(0, sizeFor(dialect, all.length));
      const file = parseRobots(bytes, dialect);
      expect(file.bytes).toBe(bytes.length);
      expect(file.line(file.lineCount)?.end).toBeGreaterThanOrEqual(bytes.length - 3);
    }
  });

  it('a line read by itself is the line of the list', () => {
    const bytes = bytesOf(
      'User-agent: *\nDisalow /a # b\n\0Allow: /x\0Disallow: /y\n<b>Disallow: /z</b>\n\nfoo\nCrawl-delay: x\n',
    );
    for (const dialect of each) {
      const file = parseRobots(bytes, dialect);
      const alone = Array.from({ length: file.lineCount }, (_, index) => file.line(index + 1));
      expect(alone).toEqual(file.lines);
      expect([file.line(0), file.line(file.lineCount + 1)]).toEqual([undefined, undefined]);
    }
  });

  it('a file of half a million blank lines costs some ten bytes a line', () => {
    const bytes = new Uint8Array(500_000).fill(0x0a);
    parseRobots(bytes.subarray(0, 1000), rfc9309);
    const held = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    const before = held();
    const files = Array.from({ length: 8 }, () => parseRobots(bytes, rfc9309));
    // An object for each line takes 44 MB a file.
    expect((held() - before) / files.length).toBeLessThan(35_000_000);
  });

  const unlimited = {
    ...rfc9309,
    sizeLimit: { value: { limit: null, unit: 'bytes', beyond: 'cut-line' }, source: 'test' },
  } as const;

  it('a million groups are read as far as the limit', () => {
    const bytes = bytesOf('User-agent: a\nDisallow: /x\n'.repeat(1_000_000));
    for (const dialect of each)
      expect(parseRobots(bytes.subarray(0, sizeFor(dialect, bytes.length)), dialect).groups.length).toBeLessThan(50_000);
  });

  it('very many groups are read and chosen from', () => {
    const file = read('User-agent: a\nDisallow: /x\n'.repeat(200_000), unlimited);
    expect([file.groups.length, file.lines.length]).toEqual([200_000, 400_000]);
    expect(decideRobots(file, unlimited, 'b', 'http://s/x').reason).toBe('no-group');
    const verdict = decideRobots(file, unlimited, 'a', 'http://s/x');
    expect([verdict.line, verdict.matching.length]).toEqual([2, 200_000]);
  });

  it.each([
    ['groups', (count: number) => 'User-agent: a\nDisallow: /x\n'.repeat(count * 20)],
    ['one long value', (count: number) => `User-agent: *\nDisallow: /${'%*$é'.repeat(count * 100)}`],
    ['spaces', (count: number) => `User-agent: *\nDisallow${' '.repeat(count * 1000)}`],
    ['lines without a colon', (count: number) => 'aaaa \n'.repeat(count * 100)],
  ])('eight times as many %s cost about eight times as much', (_what, make) => {
    // Processor time of this thread: what else runs on the machine must not count. The system may count it in ticks of some
    // milliseconds, so each size is read for many of them. The least of several means, because one may have a garbage collection in it.
    const cpu = (): number => {
      const { user, system } = process.threadCpuUsage();
      return user + system;
    };
    const meanOfSome = (bytes: Uint8Array): number => {
      const begun = cpu();
      let rounds = 0;
      do {
        parseRobots(bytes, unlimited);
        rounds += 1;
      } while (cpu() - begun < 50_000);
      return (cpu() - begun) / rounds;
    };
    const cost = (count: number): number => {
      const bytes = bytesOf(make(count));
      return Math.min(...Array.from({ length: 5 }, () => meanOfSome(bytes)));
    };
    // Quadratic work would cost 64 times as much.
    expect(cost(800) / cost(100)).toBeLessThan(32);
  });
});
