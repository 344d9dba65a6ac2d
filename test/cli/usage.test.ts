import { describe, expect, test } from 'vitest';
import { entries } from '../../electron/cli/registry.ts';
import { runInProcess } from '../support/memory-io.ts';

const built = entries.map(entry => entry.name);

test.each(built)('%s --help is short, shows its options and an example, and exits 0', async name => {
  const { code, out, err } = await runInProcess([...name.split(' '), '--help']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(`Usage: crawlscope ${name}`);
  expect(out).toContain(`  crawlscope ${name}`);
  // A crawl has an option for each setting; every other command fits a screen.
  expect(out.split('\n').length).toBeLessThan(name === 'crawl' || name === 'resume' ? 96 : 45);
});

test.each([['--help'], ['-h'], ['help']])('%s %s gives the overview', async (...words) => {
  const { code, out } = await runInProcess(words.filter(word => word !== undefined));
  expect(code).toBe(0);
  for (const name of built) expect(out).toContain(name);
});

test.each([
  ['robots', ['robots', '--help']],
  ['robots', ['help', 'robots']],
  ['report', ['report', '-h']],
])('%s: its help lists its commands with one line each, and no others', async (family, words) => {
  const { code, out } = await runInProcess(words);
  expect(code).toBe(0);
  expect(out).toContain(`Usage: crawlscope ${family} <command> [options]\n`);
  const listed = out.split('\n').filter(line => line.startsWith('  '));
  const members = entries.filter(({ name }) => name.startsWith(`${family} `));
  expect(listed).toEqual(
    members.map(({ name, summary }) => expect.stringMatching(new RegExp(`^ {2}${name} +${summary.slice(0, 9)}`))),
  );
});

test('the version is that of package.json', async () => {
  expect((await runInProcess(['--version'])).out).toMatch(/^crawlscope \d+\.\d+\.\d+\n$/);
});

describe('bad usage: exit 2 and exactly one line on stderr that names the part', () => {
  test.each<[string, string[]]>([
    ['', ['no command']],
    ['crwl', ['“crwl”', '“crawl”']],
    ['robots', ['decide', 'crawlscope robots --help']],
    ['robots lint no-such-file.txt', ['no-such-file.txt', 'no such file']],
    ['robots lint LICENSE --format xml', ['--format', 'text, json, sarif']],
    ['robots lint LICENSE --json --format sarif', ['--json', '--format']],
    ['robots whatif x', ['robots whatif: --robots']],
    ['robots whatif', ['robots whatif']],
    ['robots coverage', ['robots coverage']],
    ['robots assert x', ['x: there is no such file']],
    ['sitemap check no-such-file.xml', ['no-such-file.xml', 'no such file']],
    ['sitemap check', ['FILE|URL']],
    ['sitemap check test', ['folder']],
    ['sitemap check LICENSE --format xml', ['--format', 'text, json, jsonl']],
    ['sitemap check LICENSE --json --format jsonl', ['--json', '--format']],
    ['sitemap check LICENSE --max-files 3', ['--max-files', '--files']],
    ['sitemap check LICENSE --files --max-files 0', ['--max-files', 'from 1 to 50000']],
    ['sitemap check LICENSE --delay 1', ['--delay', 'URL']],
    ['sitemap check LICENSE --url ftp://example.com/', ['ftp']],
    ['sitemap check http://127.0.0.1/sitemap.xml --url http://127.0.0.1/', ['--url', 'FILE']],
    ['issues x', ['there is no file x']],
    ['urls', ['F.crawl']],
    ['urls a.crawl b.crawl', ['“b.crawl”', 'too many']],
    ['urls a.crawl --colums url', ['--colums', '“--columns”']],
    ['urls a.crawl --columns url,tilte', ['“tilte”', '“title”', 'fetched_at']],
    ['urls a.crawl --columns url,url', ['twice']],
    ['urls a.crawl --format xml', ['table, csv, jsonl, xlsx', '“xml”']],
    ['urls a.crawl --format csv --json', ['--json', '--format']],
    ['urls a.crawl --limit -1', ['--limit', '“-1”']],
    ['urls a.crawl --limit', ['--limit needs a value']],
    ['urls a.crawl --out --json', ['--out needs a value']],
    ['urls a.crawl --limit 1 --limit 2', ['twice']],
    ['urls a.crawl --json=yes', ['takes no value']],
    ['urls a.crawl --where statsu:404', ['--where', '“statsu:”']],
    ['urls no-such-file.crawl', ['no-such-file.crawl', 'crawlscope crawl']],
    ['status test', ['folder']],
    ['crawl', ['no seed']],
    ['crawl --demo example.com', ['--demo']],
    ['crawl ftp://example.com/', ['ftp']],
    ['crawl site.crawl', ['resume site.crawl']],
    ['crawl example.com --scope site', ['--scope', '“site”']],
    ['crawl example.com --delay fast', ['--delay', '“fast”']],
    ['crawl example.com --max-pages 0', ['--max-pages']],
    ['crawl example.com --max-url-length 9000', ['--max-url-length', 'from 100 to 8192']],
    ['crawl example.com --max-body 0', ['--max-body']],
    ['crawl example.com --attempts 21', ['--attempts']],
    ['crawl example.com --robots-ttl 0', ['--robots-ttl']],
    ['crawl --list no-such-list', ['no-such-list', 'no such file']],
    ['robots decide --robots LICENSE /', ['--agent']],
    ['robots decide --agent x /', ['--robots']],
    ['robots decide --robots LICENSE --profile gogglebot /', ['“googlebot”']],
    ['robots decide --robots LICENSE --agent x --dialect rfc /', ['“rfc”', 'rfc9309']],
    ['robots batch --profile nobody', ['“nobody”', '“crawlscope profiles” lists all']],
    ['robots batch --profile googlbot', ['Did you mean “googlebot”', '“crawlscope profiles” lists all']],
    ['robots batch --profile gogle', ['Did you mean “google', '“crawlscope profiles” lists all']],
    ['robots batch --profile Slurrp', ['Did you mean “slurp']],
    ['crawl https://example.com --out x.crawl --profile bingbt', ['Did you mean “bingbot”']],
    ['robots lint LICENSE --as x', ['--as', 'URL']],
    ['robots lint --list LICENSE', ['--list']],
    ['info x.crawl', ['URL']],
    ['--json urls', ['command comes first']],
  ])('%s', async (line, parts) => {
    const { code, err } = await runInProcess(line.split(' ').filter(word => word !== ''));
    expect(code).toBe(2);
    expect(err).toMatch(/^crawlscope: [^\n]+\n$/);
    for (const part of parts) expect(err).toContain(part);
  });
});
