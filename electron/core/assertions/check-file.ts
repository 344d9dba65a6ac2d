import type { Severity } from '../lint/diagnostic.ts';
import { lintRobots } from '../lint/lint-robots.ts';
import { dialectById } from '../robots/dialects/registry.ts';
import { normalizeUrl } from '../url/normalize.ts';
import type { LintAssertion, SitemapAssertion, SizeAssertion } from './assertion.ts';
import { answered, type Check, type Checked, unchecked } from './check.ts';
import { holds } from './check-crawler.ts';
import { lineText } from './target.ts';

/** The dialect for assertions about the file as a whole: our own. */
const ours = 'crawlscope';

const mostExamples = 20;

/** Whether there is a file. Unknown if it could not be read. */
function fileProblem({ robots }: Check): string {
  const dialect = dialectById(ours);
  const access = dialect && robots.access(dialect);
  return access?.kind === 'disallow-all' ? `robots.txt could not be read (${access.why}).` : '';
}

/** `sitemap`. Addresses are compared in the one spelling under which URLs are stored. */
export function checkSitemap({ url }: SitemapAssertion, about: Check): Checked {
  const { robots, readings, origin } = about;
  const expected = url === null ? 'no Sitemap line' : `Sitemap: ${url}`;
  const problem = fileProblem(about);
  if (problem !== '') return unchecked(expected, problem, robots.label);
  const dialect = dialectById(ours);
  const file = dialect && readings.file(robots, dialect);
  const declared = file?.sitemaps ?? [];
  const spelled = (text: string): string => {
    const normalized = normalizeUrl(text, `${origin}/`);
    return normalized.kind === 'url' ? normalized.url : text;
  };
  const wanted = url === null ? null : spelled(url);
  const found = wanted === null ? declared[0] : declared.find(({ value }) => spelled(value) === wanted);
  const got = found ? `declared by line ${found.line}` : declared.length === 0 ? 'no Sitemap line' : 'not declared';
  return answered(url === null ? declared.length === 0 : found !== undefined, got, {
    expected,
    robots: robots.label,
    robotsLine: found?.line ?? 0,
    robotsText: lineText(robots, file, found?.line ?? 0),
    why: declared.length > 0 ? `${declared.length === 1 ? 'one sitemap is' : `${declared.length} sitemaps are`} declared` : '',
    concerned: declared.length,
    examples: declared.slice(0, mostExamples).map(({ value, line }) => `line ${line}: ${value}`),
  });
}

const rank: Readonly<Record<Severity, number>> = { E: 2, W: 1, I: 0 };
const lowest = { errors: 2, warnings: 1, notes: 0 } as const;
const severityWords: Readonly<Record<Severity, string>> = { E: 'error', W: 'warning', I: 'note' };

/** `lint`. */
export function checkLint({ none }: LintAssertion, about: Check): Checked {
  const { robots, readings } = about;
  const expected = typeof none === 'string' ? `no ${none}` : `no ${none.id}`;
  const problem = fileProblem(about);
  if (problem !== '') return unchecked(expected, problem, robots.label);
  if (!robots.bytes)
    return answered(true, 'there is no robots.txt', {
      expected,
      robots: robots.label,
      robotsLine: 0,
      robotsText: '',
      why: '',
      examples: [],
      concerned: 0,
    });
  const all = lintRobots(robots.bytes).diagnostics;
  const found = all.filter(each => (typeof none === 'string' ? rank[each.severity] >= lowest[none] : each.id === none.id));
  const [first] = found;
  const dialect = dialectById(ours);
  const got = found.length === 0 ? 'none found' : `${found.length} found`;
  return answered(found.length === 0, got, {
    expected,
    robots: robots.label,
    robotsLine: first?.line ?? 0,
    robotsText: lineText(robots, dialect && readings.file(robots, dialect), first?.line ?? 0),
    why: first ? `${first.id}: ${first.message}` : '',
    concerned: found.length,
    examples: found
      .slice(0, mostExamples)
      .map(
        ({ line, severity, id, message }) => `${line > 0 ? `line ${line}: ` : ''}${severityWords[severity]} ${id}: ${message}`,
      ),
  });
}

/** `size`, of the body as it was received. */
export function checkSize({ operator, bytes, written }: SizeAssertion, about: Check): Checked {
  const { robots } = about;
  const expected = `size ${operator} ${written}`;
  const problem = fileProblem(about);
  if (problem !== '') return unchecked(expected, problem, robots.label);
  const size = robots.bytes?.length ?? 0;
  return answered(holds(size, operator, bytes), `${size} bytes`, {
    expected,
    robots: robots.label,
    robotsLine: 0,
    robotsText: '',
    why: robots.bytes ? '' : 'there is no robots.txt',
    examples: [],
    concerned: 0,
  });
}
