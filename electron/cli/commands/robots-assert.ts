import { readFileSync, statSync } from 'node:fs';
import { parseAssertions } from '#core/assertions/parse-assertions.ts';
import { originsOf, readFile, reportOf, singleFile } from '#core/assertions/report.ts';
import type { RobotsUnderTest } from '#core/assertions/target.ts';
import { parseQuery } from '#core/query/query.ts';
import { robotsAccess } from '#core/robots/access.ts';
import { originOf } from '#core/url/authority.ts';
import type { Session } from '#engine/session/session.ts';
import type { AssertionReport } from '#shared/model/assertions.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { printable } from '../../export/text-width.ts';
import { type Arguments, choice, wholeNumber } from '../arguments.ts';
import { type Command, jsonOption } from '../command.ts';
import { type ExitCode, exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { toOutput } from '../json.ts';
import { readRobots } from '../read-robots.ts';
import { profileOf } from '../robots-choice.ts';
import { assertSarif } from '../text/assert-sarif.ts';
import { assertionText, many, type NamedReport, problemLines, written } from '../text/assertions.ts';
import { junitOf } from '../text/junit.ts';
import { urlFrom } from '../url-argument.ts';
import { withSession } from '../with-session.ts';

const formats = ['text', 'json', 'junit', 'sarif'] as const;

async function isCrawlFile(source: string): Promise<boolean> {
  if (source === '-') return false;
  // A missing file is the first thing to say.
  statSync(source);
  const { isDatabaseFile } = await import('#engine/session/file-kind.ts');
  return isDatabaseFile(source);
}

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

/** The robots.txt of --robots: a file's bytes, or a URL's response with what its status means. */
async function robotsOf(source: string): Promise<RobotsUnderTest> {
  if (!isUrl(source)) return readFile(source === '-' ? 'stdin' : source, await readRobots(source));
  const { fetchRobotsFacts } = await import('#engine/robots/fetch.ts');
  const answer = await fetchRobotsFacts(source);
  if ('problem' in answer) throw new RpcError('bad_request', answer.problem);
  const status = answer.fetch?.status ?? null;
  if (status === null) throw new RpcError('unavailable', `could not read ${source}: ${answer.fetch?.problem ?? 'no answer'}`);
  const isRead = status >= 200 && status < 300;
  return {
    label: answer.url ?? source,
    bytes: isRead ? answer.bytes : null,
    access: dialect => robotsAccess({ kind: 'status', status }, dialect),
  };
}

/** The origin of --origin; undefined when not given. */
function originOption(args: Arguments): string | undefined {
  const text = args.one('origin');
  return text === undefined ? undefined : (originOf(urlFrom(text))?.key ?? usage(`--origin: “${text}” is not an address.`));
}

/** The number of --version, with a v before it or without. */
function versionOption(args: Arguments): number | undefined {
  const text = args.one('version');
  if (text === undefined) return undefined;
  const number = /^v?([1-9]\d{0,8})$/i.exec(text)?.[1];
  return number === undefined
    ? usage(`--version must be the number of a stored version such as 12, not “${text}”.`)
    : Number(number);
}

const linesOf = (text: string): readonly string[] => text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
const named = (source: string, text: string, report: AssertionReport): NamedReport => ({ source, lines: linesOf(text), report });

/** Assertions on a robots.txt alone. The file applies to --origin, its own address, or the first site the assertions name. */
async function onFile(args: Arguments, source: string, text: string): Promise<NamedReport[]> {
  if (args.has('version')) return usage('robots assert: --version needs a crawl file.');
  const robots = await robotsOf(args.one('robots') ?? '');
  const parsed = parseAssertions(text);
  const own = isUrl(robots.label) ? originOf(robots.label)?.key : undefined;
  const origin = originOption(args) ?? own ?? originsOf(parsed.assertions)[0] ?? 'https://example.com';
  return [named(source, text, reportOf(parsed, singleFile(robots, origin)))];
}

/** Assertions on a crawl file: on its versions in force, on another version, or on a draft in their place. */
async function onCrawl(args: Arguments, session: Session, source: string, text: string): Promise<NamedReport[]> {
  const draft = args.one('robots');
  const version = versionOption(args);
  if (draft !== undefined && version !== undefined) return usage('robots assert: --robots and --version exclude each other.');
  const robots = draft === undefined ? undefined : await robotsOf(draft);
  const report = session.assert({
    text,
    origin: originOption(args),
    version,
    draft: robots,
  });
  return [named(source, text, report)];
}

/** The assertions stored in a crawl file, one set after the other. */
async function onStored(args: Arguments, session: Session, path: string): Promise<NamedReport[]> {
  const { handlers } = session;
  const wanted = originOption(args);
  const origins = wanted === undefined ? ['', ...(await handlers['robots.origins']({})).map(each => each.origin)] : [wanted];
  const reports: NamedReport[] = [];
  for (const origin of origins) {
    const { text } = await handlers['assertions.get']({ origin });
    if (text === '') continue;
    const report = session.assert({ text, origin: origin || undefined, version: versionOption(args) });
    reports.push(named(origin === '' ? path : `${path}!${origin}`, text, report));
  }
  if (reports.length === 0)
    return usage(`${path} contains no assertions. Name an assertions file: crawlscope robots assert ASSERTIONS ${path}`);
  return reports;
}

async function create(args: Arguments, io: Io): Promise<ExitCode> {
  const [path = '', extra] = args.positionals;
  if (extra !== undefined) return usage(`robots assert --create: “${extra}” is one argument too many.`);
  const filter = args.one('where') ?? '';
  const { problem } = parseQuery(filter);
  if (problem !== '') return usage(`--where: ${problem}`);
  const named = args.one('profile');
  const limit = wholeNumber(args, 'limit', 1);
  return await withSession(io, path, async session => {
    const crawler = named === undefined ? undefined : profileOf(session, named).id;
    const text = session.freeze({ filter, crawler, limit });
    if (text === '') return usage('robots assert --create: no URL of this crawl matches.');
    await io.stdout.write(text);
    return exit.done;
  });
}

const record = (each: NamedReport): object => ({
  assertions: each.source,
  met: each.report.met,
  unmet: each.report.unmet,
  unchecked: each.report.unchecked,
  problems: each.report.problems,
  results: each.report.results.map(result => ({ assertion: written(each, result), ...result })),
});

function render(format: (typeof formats)[number], reports: readonly NamedReport[], allowUnchecked: boolean): string {
  if (format === 'junit') return junitOf(reports, allowUnchecked);
  if (format === 'sarif') return `${JSON.stringify(assertSarif(reports, allowUnchecked), null, 2)}\n`;
  if (format === 'json') {
    const records = reports.map(record);
    return `${JSON.stringify(toOutput(records.length === 1 ? records[0] : { sets: records }), null, 2)}\n`;
  }
  const bad = reports.flatMap(each => problemLines(printable(each.source), each.report.problems));
  return bad.length > 0 ? `${bad.join('\n')}\n` : assertionText(reports);
}

async function check(args: Arguments, io: Io): Promise<ExitCode> {
  const wanted = choice(args, 'format', formats);
  if (args.has('json') && wanted !== undefined && wanted !== 'json')
    return usage(`robots assert: --json and --format ${wanted} are different outputs.`);
  const format = args.has('json') ? 'json' : (wanted ?? 'text');
  for (const name of ['where', 'profile', 'limit'])
    if (args.has(name)) return usage(`robots assert: --${name} only works with --create.`);
  const [first = '', second] = args.positionals;
  if (first === '-' && args.one('robots') === '-')
    return usage('robots assert: standard input cannot be both the assertions and the robots.txt.');
  const stored = second === undefined && (await isCrawlFile(first));
  if (stored && args.has('robots')) return usage(`robots assert: name the assertions before ${first}.`);
  if (second === undefined && !stored && !args.has('robots'))
    return usage('robots assert: what to check is missing: --robots FILE|URL, or a crawl file.');
  const text = stored ? '' : readFileSync(first === '-' ? 0 : first, 'utf8');
  const source = first === '-' ? 'stdin' : first;
  const reports = stored
    ? await withSession(io, first, session => onStored(args, session, first))
    : second === undefined
      ? await onFile(args, source, text)
      : await withSession(io, second, session => onCrawl(args, session, source, text));
  const allowUnchecked = args.has('allow-unchecked');
  await io.stdout.write(render(format, reports, allowUnchecked));
  const sum = (count: (report: AssertionReport) => number): number =>
    reports.reduce((total, each) => total + count(each.report), 0);
  const bad = sum(report => report.problems.length);
  if (bad > 0) return usage(`${source}: ${many(bad, 'line')} cannot be read.`);
  // A list that was emptied by mistake must not pass.
  if (sum(report => report.results.length) === 0) return usage(`${source} contains no assertion.`);
  return sum(report => report.unmet + (allowUnchecked ? 0 : report.unchecked)) > 0 ? exit.checkFailed : exit.done;
}

export const robotsAssert: Command = {
  name: 'robots assert',
  summary: 'check a robots.txt against a file of expectations; for CI',
  takes: 'ASSERTIONS [F.crawl]',
  positionals: { min: 1, max: 2 },
  options: {
    robots: { value: 'FILE|URL', help: 'the robots.txt to check; with F.crawl: a draft to check instead of the stored one' },
    origin: { value: 'URL', help: 'the site it applies to (default: its address, or the first site in the assertions)' },
    version: { value: 'N', help: 'with F.crawl: check this stored version' },
    format: { value: 'F', help: 'text (default), json, junit or sarif' },
    'allow-unchecked': { value: '', help: 'assertions that cannot be checked do not change the exit code' },
    create: { value: '', help: 'print assertions that state the present verdicts on the URLs of F.crawl' },
    where: { value: 'EXPR', help: 'with --create: only URLs that match' },
    profile: { value: 'P', help: 'with --create: for this crawler (default: that of the crawl)' },
    limit: { value: 'N', help: 'with --create: at most N URLs' },
    ...jsonOption,
  },
  notes: [
    'One assertion per line (docs/assertions.md): allow Googlebot /a · deny * /cart by /cart · delay bingbot <= 5',
    '  sitemap /sitemap.xml · same as v12 except /sale/* · unchanged · lint no errors · size <= 500 KiB · site https://example.com',
    'A crawl file alone runs the assertions stored in it.',
    'Exit code 1 when one is not met or cannot be checked, 2 when a line cannot be read.',
  ],
  examples: [
    'crawlscope robots assert robots.assert --robots public/robots.txt --format junit',
    'crawlscope robots assert robots.assert site.crawl --robots draft.txt',
    'crawlscope robots assert --create site.crawl --where "status:200" --profile googlebot',
  ],
  run: (args, io) => (args.has('create') ? create(args, io) : check(args, io)),
};
