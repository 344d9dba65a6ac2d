import { decideAccess, robotsAccess } from '#core/robots/access.ts';
import { chooseGroups } from '#core/robots/choose/choose.ts';
import { crawlDelayFor, decideRobots, quickVerdict } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { normalizePath, normalizePattern } from '#core/robots/match/path.ts';
import { matchedLength, matchesPattern, patternFor } from '#core/robots/match/pattern.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import type { RobotsFile, RobotsVerdict } from '#shared/model/robots.ts';
import { diagnosticsOf } from './diagnostics.ts';
import type { Random } from './random.ts';

export const allDialects: readonly Dialect[] = dialectIds().map(id => dialectById(id) as Dialect);

export function hold(condition: boolean, what: string): void {
  if (!condition) throw new Error(`broken: ${what}`);
}

export const octetsOf = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
};

export const robotsSeeds = [
  'User-agent: *\nDisallow: /a\nAllow: /a/b$\nDisallow: /*.gif$\nCrawl-delay: 5\n\nUser-agent: Bot\nUser-agent: Foo/1\nDisallow:\nSitemap: http://a.test/s.xml\n',
  '\xef\xbb\xbfuser-agent : B*t\r\ndisallow : /x?*=1\r\n# note\r\nallow: /%c3%a9\r\nnoindex: /q\r\n',
  'Disallow: /early\nUser-agent: *\nAllow: /index.html\nDisallow: /\nRequest-rate: 1/5\nUser-agent:\nDisallow: a b\n',
  '<html><body>User-agent: *<br>Disallow: /</body></html>',
  'User-agent *\rDisalow /a$b\rUseragent: Bot\rDisallow: http://a.test/x\rAllow: *\r',
];
const AGENTS = ['Bot', 'Foo/2.0', 'bot', 'Mozilla/5.0 (compatible; Bot/2)', '', '*', 'é', '/', 'Other'];

/** Checks the line of the verdict in the file, and that the ways to decide agree. */
function holdVerdict(file: RobotsFile, dialect: Dialect, agent: string, url: string): RobotsVerdict {
  const verdict = decideRobots(file, dialect, agent, url);
  const quick = quickVerdict(file, dialect, agent, url);
  hold(quick.allowed === verdict.allowed && quick.line === verdict.line, `${dialect.id}: quickVerdict is decideRobots`);
  const { line, matching } = verdict;
  hold(line >= 0 && line <= file.lines.length, `${dialect.id}: the deciding line is in the file`);
  if (line > 0) hold(file.line(line)?.number === line, `${dialect.id}: lines are numbered`);
  if (matching[0]) hold(matching[0].won && matching[0].rule.line === line, `${dialect.id}: the first matching rule decides`);
  hold(matching.filter(each => each.won).length <= 1, `${dialect.id}: one rule wins`);
  hold(
    verdict.groupLines.every(each => each > 0 && each <= file.lines.length),
    `${dialect.id}: groups begin in the file`,
  );
  return verdict;
}

export function fuzzRobots(random: Random, text: string, dialects: readonly Dialect[]): void {
  const bytes = octetsOf(text);
  const agent = random.pick(AGENTS);
  const cut = random.below(text.length + 1);
  const url = random.once(3)
    ? text.slice(cut, cut + 20)
    : `http://a.test${random.pick(['/a', '/a/b', '/', '', '?q', '/x.gif', '/robots.txt', '/%C3%A9', '/é', `/${text.slice(cut, cut + 12)}`])}`;
  for (const dialect of dialects) {
    const file = parseRobots(bytes, dialect);
    let before = 0;
    for (const { start, end } of file.lines) {
      hold(start >= before && end >= start && end <= bytes.length, `${dialect.id}: lines lie one behind the other`);
      before = end;
    }
    holdVerdict(file, dialect, agent, url);
    const delay = crawlDelayFor(file, dialect, agent);
    if (delay !== null) hold(delay.seconds >= 0 && delay.line > 0 && delay.line <= file.lines.length, `${dialect.id}: delay`);
    if (random.once(20)) {
      const access = robotsAccess({ kind: 'status', status: random.below(700) }, dialect, random.below(9e6));
      decideAccess(access, file, dialect, agent, url);
    }
  }
}

/** Whether a pattern matches, by walking all places at once (the way of google/robotstxt). Slow, simple, and not ours. */
function simpleMatch(pattern: string, path: string): boolean {
  let places = [0];
  for (let at = 0; at < pattern.length; at += 1) {
    const unit = pattern[at];
    if (unit === '$' && at === pattern.length - 1) return places.includes(path.length);
    if (unit === '*') {
      const first = places[0] as number;
      places = Array.from({ length: path.length - first + 1 }, (_, index) => first + index);
    } else places = places.filter(place => path[place] === unit).map(place => place + 1);
    if (places.length === 0) return false;
  }
  return true;
}

export function fuzzMatcher(random: Random): void {
  const some = (letters: string, most: number): string =>
    Array.from({ length: random.below(most) }, () => letters[random.below(letters.length)]).join('');
  const written = `/${some('aab*/$%*é', 12)}`;
  const raw = `/${some('aaabb/$*é%', 14)}`;
  const [google, dialect] = [allDialects[2] as Dialect, random.pick(allDialects)];
  const own = patternFor(written, google);
  hold(own !== null && matchesPattern(own, raw) === simpleMatch(written, raw), `the pattern ${written} on ${raw}`);
  const octets = Array.from(new TextEncoder().encode(written), octet => String.fromCharCode(octet)).join('');
  const normal = normalizePattern(octets, written, dialect.ruleNormalisation.value, dialect.dollar.value);
  const pattern = patternFor(normal, dialect);
  const path = normalizePath(raw, dialect.urlNormalisation.value);
  if (pattern !== null) {
    const length = matchedLength(pattern, path);
    hold(length >= 0 === matchesPattern(pattern, path) && length <= path.length, `${dialect.id}: the length of a match`);
  }
}

/** Many rules of few letters: the index must find what trying every rule finds. */
export function fuzzIndex(random: Random): void {
  const some = (letters: string, most: number): string =>
    Array.from({ length: random.below(most) }, () => letters[random.below(letters.length)]).join('');
  const rules = Array.from(
    { length: random.below(40) },
    () => `${random.once(2) ? 'Allow' : 'Disallow'}: /${some('abcab*$', 9)}`,
  );
  const file = parseRobots(octetsOf(`User-agent: *\n${rules.join('\n')}`), random.pick(allDialects.slice(0, 3)));
  const dialect = allDialects.find(each => each.id === file.dialect) as Dialect;
  const { compiled, groups } = chooseGroups(file, dialect, 'Bot');
  for (let left = 14; left > 0; left -= 1) {
    const path = `/${some('abcabc', 12)}`;
    const fitting = groups
      .flatMap(group => group.rules)
      .filter(rule => rule.pattern !== '' && simpleMatch(rule.normalized, path));
    const most = Math.max(-1, ...fitting.map(rule => rule.normalized.length));
    const best = fitting.filter(rule => rule.normalized.length === most);
    const allowed = best.length === 0 || best.some(rule => rule.allow);
    hold(
      compiled.verdictLine(path) >= 0 === allowed,
      `${dialect.id}: the index finds the longest of ${rules.join(' ')} at ${path}`,
    );
  }
}

/** The index of a dialect that measures each match must find what trying every rule finds; it is built after some questions. */
export function fuzzMeasured(random: Random): void {
  const dialect = allDialects.find(each => each.length.value === 'matched-text') as Dialect;
  const some = (letters: string, most: number): string =>
    Array.from({ length: random.below(most) }, () => letters[random.below(letters.length)]).join('');
  const rules = Array.from(
    { length: random.below(40) },
    () => `${random.once(2) ? 'Allow' : 'Disallow'}: /${some('abcab*$', 9)}`,
  );
  const file = parseRobots(octetsOf(`User-agent: *\n${rules.join('\n')}`), dialect);
  const { compiled } = chooseGroups(file, dialect, 'Bot');
  for (let left = 14; left > 0; left -= 1) {
    const path = `/${some('abcabc', 12)}`;
    const [first] = compiled.matching(path);
    const line = first === undefined ? 0 : first.rule.allow ? first.rule.line : -first.rule.line;
    hold(compiled.verdictLine(path) === line, `${dialect.id}: the index finds ${line} of ${rules.join(' ')} at ${path}`);
  }
}

export function fuzzLint(text: string): void {
  const lines = text.split(/\r\n|\r|\n/).length;
  for (const found of diagnosticsOf(octetsOf(text)))
    hold(
      found.line >= 0 && found.line <= lines && found.column >= 0 && found.message !== '',
      `${found.id}: a diagnostic in the file`,
    );
}
