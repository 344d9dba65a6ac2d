import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crawlerNamed } from '#core/assertions/crawlers.ts';
import { assertionsFor } from '#core/assertions/freeze.ts';
import { parseAssertions } from '#core/assertions/parse-assertions.ts';
import { assertionReport, readFile, reportInSteps, singleFile } from '#core/assertions/report.ts';
import type { AssertionTarget, RobotsUnderTest } from '#core/assertions/target.ts';
import { profiles } from '#core/crawlers/profiles.ts';
import { robotsAccess } from '#core/robots/access.ts';
import { decideAs, speakerFor } from '#core/robots/choose/speaker.ts';
import { decideRobots } from '#core/robots/decide.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import type { AssertionReport, AssertionResult } from '#shared/model/assertions.ts';

const origin = 'https://example.com';
const octets = (text: string): Uint8Array => new TextEncoder().encode(text);
const file = (text: string): RobotsUnderTest => readFile('robots.txt', octets(text));
const run = (assertions: string, robots: string) => assertionReport(assertions, singleFile(file(robots), origin));
const first = (assertions: string, robots: string): AssertionResult => run(assertions, robots).results[0] as AssertionResult;

const robots = `User-agent: *
Disallow: /cart
Allow: /cart/help
Crawl-delay: 10

User-agent: Googlebot
Disallow: /private/
Sitemap: https://example.com/map.xml
`;

/** A crawl with versions and URLs; the last version is the one under test. */
function crawl(versions: readonly string[], urls: readonly string[]): AssertionTarget {
  const all = versions.map((text, index) => readFile(`version ${index + 1}`, octets(text)));
  return {
    origin,
    robots: asked => (asked === origin ? (all.at(-1) as RobotsUnderTest) : { missing: `${asked} is not in this crawl.` }),
    version: (_, which) => {
      const number = which === 'previous' ? all.length - 1 : which;
      const found = all[number - 1];
      return found ? { number, robots: found } : { missing: `There is no version ${number}.` };
    },
    urls: () => urls,
  };
}

describe('allow and deny', () => {
  test('a met assertion says what decided', () => {
    expect(first('deny * /cart/1', robots)).toMatchObject({ status: 'met', got: 'disallowed by line 2', findings: [], origin });
    expect(first('allow Googlebot /cart', robots)).toMatchObject({ status: 'met', got: 'allowed, no line decides' });
  });

  test('an unmet one has what was expected, what is the case, the line and why', () => {
    expect(first('deny * https://example.com/cart/help', robots)).toMatchObject({
      status: 'unmet',
      got: 'allowed by line 3',
      findings: [
        {
          crawler: '*',
          expected: 'disallowed',
          got: 'allowed by line 3',
          robots: 'robots.txt',
          robotsLine: 3,
          robotsText: 'Allow: /cart/help',
          why: 'robot without a name; own group: none; fell back to *: line 1; line 2 (Disallow: /cart) matches but loses: shorter',
        },
      ],
    });
  });

  test('where no line decides the reason stands in its place', () => {
    const [finding] = first('deny Googlebot /open', robots).findings;
    expect(finding).toMatchObject({ got: 'allowed, no line decides', robotsLine: 0, robotsText: '' });
    expect(finding?.why).toMatch(/^no rule of the group matches; /);
  });

  test('by asks for the deciding rule too, and not only for the verdict', () => {
    expect(first('deny * /cart/1 by /cart', robots).status).toBe('met');
    expect(first('deny * /cart/1 by line 2', robots).status).toBe('met');
    expect(first('deny * /cart/1 by /ca', robots)).toMatchObject({
      status: 'unmet',
      findings: [{ expected: 'disallowed by /ca' }],
    });
    expect(first('deny * /cart/1 by line 3', robots).status).toBe('unmet');
    expect(first('allow * /x by nothing', robots).status).toBe('met');
    expect(first('allow * /cart/help by nothing', robots).status).toBe('unmet');
    expect(first('deny * /ü by /ü', 'User-agent: *\nDisallow: /ü\n').status).toBe('met');
  });

  test('a list is unmet when one of its crawlers is, and names that one', () => {
    const result = first('deny *,Googlebot,bingbot /cart', robots);
    expect(result).toMatchObject({ status: 'unmet', got: 'allowed, no line decides' });
    expect(result.findings.map(each => each.crawler)).toEqual(['Googlebot']);
  });

  test('every asks all known crawlers; the first twenty that differ are named, the rest counted', () => {
    const result = first('deny every /cart', 'User-agent: nobody\nDisallow: /cart\n');
    expect(result.status).toBe('unmet');
    expect(result.findings).toHaveLength(20);
    expect(result.more).toBe(profiles().length - 20);
  });

  test('an origin the file does not speak for is not checkable', () => {
    expect(first('deny * https://other.test/', robots)).toMatchObject({
      status: 'unchecked',
      findings: [{ got: '', why: expect.stringContaining('applies to https://example.com') }],
    });
  });

  test('a file that could not be read is not checkable, and one that is not there allows everything', () => {
    const answered = (status: number) =>
      assertionReport(
        'deny * /cart\nallow * /\nsitemap none\nlint no errors\nsize < 1\ndelay * none',
        singleFile({ label: 'x', bytes: null, access: dialect => robotsAccess({ kind: 'status', status }, dialect) }, origin),
      ).results.map(each => each.status);
    expect(answered(503)).toEqual(Array.from({ length: 6 }, () => 'unchecked'));
    expect(answered(404)).toEqual(['unmet', 'met', 'met', 'met', 'met', 'met']);
  });

  test('every verdict is that of decideRobots, for any file, crawler and path', () => {
    const line = fc.constantFrom(
      'User-agent: *',
      'User-agent: Googlebot',
      'User-agent: yandex',
      'Disallow: /',
      'Allow: /a',
      'Disallow: /a*b$',
      'Disallow:',
      'Allow: /b',
      'Crawl-delay: 3',
      '',
    );
    const path = fc.constantFrom('/', '/a', '/ab', '/axb', '/b?c', '/robots.txt');
    const names = ['*', 'MyBot', ...profiles().map(each => each.id)];
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), path, fc.constantFrom(...names), (lines, at, name) => {
        const text = lines.join('\n');
        const crawler = crawlerNamed(name, null);
        if ('message' in crawler) throw new Error(crawler.message);
        const parsed = parseRobots(octets(text), crawler.dialect);
        const speaker = speakerFor(parsed, crawler.dialect, crawler.names);
        const access = robotsAccess({ kind: 'status', status: 200 }, crawler.dialect);
        const verdict = speaker.ignoresGroups
          ? decideAs(speaker, access, parsed, crawler.dialect, origin + at)
          : decideRobots(parsed, crawler.dialect, speaker.agent, origin + at);
        expect(first(`allow ${name} ${at}`, text).status).toBe(verdict.allowed === true ? 'met' : 'unmet');
        expect(first(`deny ${name} ${at} by ${verdict.line > 0 ? `line ${verdict.line}` : 'nothing'}`, text).status).toBe(
          verdict.allowed === false ? 'met' : 'unmet',
        );
      }),
      { numRuns: 600 },
    );
  });
});

describe('facts about the file', () => {
  test('delay compares what the crawler is asked to wait; none counts as 0', () => {
    expect(first('delay bingbot <= 5', robots)).toMatchObject({
      status: 'unmet',
      got: '10 s by line 4',
      findings: [{ robotsText: 'Crawl-delay: 10' }],
    });
    expect(first('delay bingbot = 10', robots).status).toBe('met');
    expect(first('delay * none', robots).status).toBe('unmet');
    expect(first('delay bingbot < 1', 'User-agent: *\n').status).toBe('met');
    expect(first('delay Googlebot >= 1', robots).findings[0]?.why).toContain('does not read Crawl-delay');
  });

  test('sitemap looks for a declaration in any spelling', () => {
    expect(first('sitemap https://EXAMPLE.com:443/map.xml', robots)).toMatchObject({ status: 'met', got: 'declared by line 8' });
    expect(first('sitemap /map.xml', robots).status).toBe('met');
    expect(first('sitemap /other.xml', robots)).toMatchObject({
      status: 'unmet',
      findings: [{ examples: ['line 8: https://example.com/map.xml'] }],
    });
    expect(first('sitemap none', robots)).toMatchObject({ status: 'unmet', findings: [{ robotsLine: 8 }] });
  });

  test('lint asks for a severity or one finding', () => {
    const typo = 'User-agent: *\nDisalow: /a\n';
    expect(first('lint no errors', robots).status).toBe('met');
    expect(first('lint no errors', typo)).toMatchObject({
      status: 'unmet',
      got: '1 found',
      findings: [{ robotsLine: 2, robotsText: 'Disalow: /a' }],
    });
    expect(first('lint no K-TYPO', typo).status).toBe('unmet');
    expect(first('lint no notes', typo).status).toBe('unmet');
    expect(first('lint no B-HTML', typo).status).toBe('met');
  });

  test('size is that of the body in bytes', () => {
    expect(first('size <= 500 KiB', robots).status).toBe('met');
    expect(first(`size = ${robots.length}`, robots).status).toBe('met');
    expect(first('size < 10', robots)).toMatchObject({ status: 'unmet', got: `${robots.length} bytes` });
  });
});

describe('same as another version', () => {
  const before = 'User-agent: *\nDisallow: /a\n';
  const now = 'User-agent: *\nDisallow: /b\n';
  const urls = ['/', '/a', '/a/1', '/b', '/c'].map(path => origin + path);
  const ask = (text: string, options = {}) => assertionReport(text, crawl([before, before, now], urls), options).results[0];

  test('it counts and names the URLs that are decided otherwise', () => {
    expect(ask('same as v1')).toMatchObject({
      status: 'unmet',
      got: '1 newly disallowed, 2 newly allowed of 5',
      findings: [
        {
          expected: 'decided as in version 1',
          examples: [`${origin}/a (now allowed)`, `${origin}/a/1 (now allowed)`, `${origin}/b (now disallowed by line 2)`],
          concerned: 3,
          robotsLine: 2,
          why: 'the line decides one of them',
        },
      ],
    });
    expect(ask('unchanged')).toMatchObject({ status: 'unmet', findings: [{ expected: 'decided as in version 2' }] });
    expect(ask('same as v3')).toMatchObject({ status: 'met', got: '5 URLs decided alike' });
  });

  test('exceptions are read as rules are', () => {
    expect(ask('same as v1 except /a /b$')).toMatchObject({ status: 'met', got: '2 URLs decided alike' });
    expect(ask('same as v1 except /a$ /b')).toMatchObject({ status: 'unmet', got: '1 newly allowed of 3' });
    expect(ask('same as v1 except /a')).toMatchObject({ findings: [{ why: 'the line decides the first of them' }] });
  });

  test('exceptions that leave out every URL leave nothing to check', () => {
    expect(ask('same as v1 except /')).toMatchObject({
      status: 'unchecked',
      findings: [{ why: `The exceptions leave out every stored URL of ${origin}.` }],
    });
  });

  test('the finding counts all it concerns, also those beyond the few it names', () => {
    const many = Array.from({ length: 50 }, (_, at) => `${origin}/b/${at}`);
    const [finding] = assertionReport('same as v1', crawl([before, now], many)).results[0]?.findings ?? [];
    expect(finding).toMatchObject({ got: '50 newly disallowed of 50', concerned: 50 });
    expect(finding?.examples).toHaveLength(20);
  });

  test('a version that is not there, a lack of URLs, and more URLs than may be looked at are not checkable', () => {
    expect(ask('same as v9')).toMatchObject({ status: 'unchecked', findings: [{ why: 'There is no version 9.' }] });
    expect(run('same as v1', robots).results[0]?.status).toBe('unchecked');
    expect(assertionReport('same as v1', crawl([before, now], [])).results[0]?.status).toBe('unchecked');
    expect(ask('same as v1', { mostUrls: 1 })).toMatchObject({ status: 'unchecked' });
    expect(ask('same as v1', { mostUrls: 2 })).toMatchObject({ status: 'unmet' });
  });
});

describe('a report', () => {
  test('counts what is met, unmet and not checkable, and runs the good lines beside bad ones', () => {
    const report = run('deny * /cart\nnope\nallow * /cart\nsame as v1\n', robots);
    expect(report).toMatchObject({ met: 1, unmet: 1, unchecked: 1 });
    expect(report.problems).toHaveLength(1);
    expect(report.results.map(each => each.line)).toEqual([1, 3, 4]);
  });

  test('may be about one origin only', () => {
    const text = 'deny * /cart\nsite https://b.test\ndeny * /';
    expect(assertionReport(text, singleFile(file(robots), origin), { only: origin }).results).toHaveLength(1);
  });
});

describe('a run in steps', () => {
  const stepsOf = (text: string, target: AssertionTarget): [number, AssertionReport] => {
    const steps = reportInSteps(parseAssertions(text), target);
    for (let count = 0; ; count += 1) {
      const step = steps.next();
      if (step.done === true) return [count, step.value];
    }
  };

  test('gives way every few assertions and ends as one in one go', () => {
    const text = Array.from({ length: 1_000 }, (_, at) => `deny * /cart/${at}`).join('\n');
    const [count, report] = stepsOf(text, singleFile(file(robots), origin));
    expect(count).toBeGreaterThan(20);
    expect(report).toEqual(run(text, robots));
  });

  test('gives way within a comparison of many URLs', () => {
    const target: AssertionTarget = {
      ...singleFile(file(robots), origin),
      version: () => ({ number: 1, robots: file(robots) }),
      urls: () => Array.from({ length: 5_000 }, (_, at) => `${origin}/${at}`),
    };
    const [count, report] = stepsOf('same as v1', target);
    expect([count > 20, report.met]).toEqual([true, 1]);
  });
});

describe('assertions made of verdicts', () => {
  test('are met by the file they were made with, each URL once and below its site', () => {
    const dialect = dialectById('crawlscope');
    if (!dialect) throw new Error('no dialect');
    const parsed = parseRobots(octets(robots), dialect);
    const urls = ['/', '/cart', '/cart/help?x#y', '/cart', '/a b'].map(path => origin + path);
    const text = assertionsFor(
      urls.map(url => ({ url, allowed: decideRobots(parsed, dialect, '*', url).allowed })),
      '*',
    );
    expect(text).toBe(`site ${origin}\nallow * /\ndeny * /cart\nallow * /cart/help?x\nallow * /a%20b\n`);
    expect(run(text, robots)).toMatchObject({ met: 4, unmet: 0, unchecked: 0, problems: [] });
  });

  test('a URL without a verdict becomes a comment', () => {
    expect(assertionsFor([{ url: `${origin}/x`, allowed: null }], 'Googlebot')).toBe(`site ${origin}\n# not decided: /x\n`);
  });
});
