import type { LintGroup, Source, SourceLine } from '../../lint/source.ts';
import { readSource } from '../../lint/source.ts';
import { coverageOf } from '../../replay/coverage.ts';
import { replay } from '../../replay/replay.ts';
import { TargetTable, targetOf } from '../../replay/target-table.ts';
import { matchesPattern, type Pattern } from '../../robots/match/pattern.ts';
import { normalizeUrl } from '../../url/normalize.ts';
import type { AuditSite } from '../check.ts';
import type { HostRow } from '../source.ts';
import { judgeOfRow, said } from './judges.ts';
import type { SiteRobots } from './site-robots.ts';

/** Lines of a robots.txt that are kept as evidence for one fact. */
const mostLines = 200;
/** URLs of a host that rules are compared with. */
const mostUrls = 200_000;
/** Rules of merged groups that are looked at. */
const mostRules = 1_000_000;
/** Sitemap lines that are judged. */
const mostSitemaps = 1_000;
/** Comparisons of a rule that has wildcards with a URL of its host. */
const mostCompared = 2_000_000;
/** Lengths of rules that are compared without regard to case. */
const mostLengths = 200;

/** A folder whose single paths are listed. */
export interface ListedFolder {
  readonly folder: string;
  readonly rules: number;
  readonly first: SourceLine;
}

/** What the lint does not look for. Lines in order of the file. */
export interface FileFacts {
  /** User-agent lines that an empty line parts from another one, without a rule between. */
  readonly partedAgents: readonly SourceLine[];
  /** Rules that repeat one of a group with the same name. */
  readonly repeatedRules: readonly SourceLine[];
  /** Folders with the most rules first. */
  readonly folders: readonly ListedFolder[];
  /** Crawl-delay lines of groups for crawlers that ignore them. */
  readonly ignoredDelays: readonly SourceLine[];
  /** User-agent lines whose value has white space inside. */
  readonly spacedAgents: readonly SourceLine[];
  /** Rules whose value starts with neither / nor * nor $. */
  readonly slashless: readonly SourceLine[];
  /** Rules with .* or one of \\ [ ( ^ in their value. */
  readonly regexLike: readonly SourceLine[];
  /** Sitemap lines with a URL of this host that the crawl's own crawler may not fetch. */
  readonly blockedSitemaps: readonly SourceLine[];
  /** Rules that match URLs only if upper and lower case are the same, each with one such URL. */
  readonly otherCase: readonly { readonly line: SourceLine; readonly url: string }[];
  /** Rules that match a URL, but never decide. */
  readonly shadowed: readonly SourceLine[];
  /** Of all bytes, those that are not UTF-8: from 0 to 1. */
  readonly brokenShare: number;
  /** `rulesBehind` looks for rules after this many bytes. */
  readonly bytes: number;
}

export function* fileFacts(site: AuditSite, view: SiteRobots, host: HostRow, source: Source): Generator<null, FileFacts> {
  const table = new TargetTable(host.origin);
  for (const id of view.urlsOf(host.originId)) {
    if (table.size >= mostUrls) break;
    const url = site.url(id);
    if (url) table.add({ id, target: targetOf(url.url), inlinks: 0, depth: 0, inSitemap: false });
    if (table.size % 5_000 === 0) yield null;
  }
  // A rule before the first User-agent line applies to no crawler, however it is spelt.
  const grouped = source.groups.flatMap(({ agents, rules }) => (agents.length > 0 ? rules : []));
  return {
    partedAgents: partedAgents(source),
    repeatedRules: repeatedRules(source),
    folders: foldersOf(source),
    ignoredDelays: source.groups.filter(isForDeaf).flatMap(({ delays }) => delays),
    spacedAgents: firstLines(source.byKind('user-agent'), ({ value }) => /\S\s+\S/.test(value)),
    slashless: firstLines(source.rules, ({ value }) => value !== '' && !/^[/*$]/.test(value)),
    regexLike: firstLines(source.rules, ({ value }) => value.includes('.*') || /[\\[(^]/.test(value)),
    blockedSitemaps: blockedSitemaps(view, host, source),
    otherCase: [...(yield* otherCase(grouped, table)), ...(yield* otherCaseOfWildcards(grouped, table))]
      .sort((a, b) => a.line.number - b.line.number)
      .slice(0, mostLines),
    shadowed: yield* shadowedLines(view, host, source, table),
    brokenShare: source.isUtf8 || source.bytes.length === 0 ? 0 : brokenBytes(source.bytes) / source.bytes.length,
    bytes: source.bytes.length,
  };
}

const firstLines = (lines: readonly SourceLine[], isMeant: (line: SourceLine) => boolean): readonly SourceLine[] =>
  lines.filter(isMeant).slice(0, mostLines);

function blockedSitemaps(view: SiteRobots, host: HostRow, source: Source): readonly SourceLine[] {
  const lines = source.byKind('sitemap').slice(0, mostSitemaps);
  if (host.robots === null || lines.length === 0) return [];
  const judge = judgeOfRow(host.robots, view.profile);
  const name = new URL(host.origin).hostname;
  return firstLines(lines, ({ value }) => {
    const url = /^https?:\/\//i.test(value) ? normalizeUrl(value, `${host.origin}/`) : null;
    if (url?.kind !== 'url' || new URL(url.url).hostname !== name) return false;
    const verdict = said(judge, host.origin, targetOf(url.url));
    return typeof verdict !== 'string' && !verdict.allowed;
  });
}

function partedAgents({ groups, lines }: Source): SourceLine[] {
  const found: SourceLine[] = [];
  for (const { agents } of groups)
    for (let index = 1; index < agents.length && found.length < mostLines; index++) {
      const [before, after] = [agents[index - 1] as SourceLine, agents[index] as SourceLine];
      for (let number = before.number + 1; number < after.number; number++)
        if (lines[number - 1]?.kind === 'blank') {
          found.push(before);
          break;
        }
    }
  return found;
}

/** Groups with the same name are one group (RFC 9309 section 2.2.1). */
function repeatedRules({ groups }: Source): SourceLine[] {
  const byName = new Map<string, LintGroup[]>();
  for (const group of groups)
    for (const name of new Set(group.agents.map(({ value }) => value.toLowerCase()))) {
      const same = byName.get(name);
      if (same) same.push(group);
      else byName.set(name, [group]);
    }
  const found = new Set<SourceLine>();
  let left = mostRules;
  for (const merged of byName.values()) {
    if (merged.length < 2) continue;
    const seen = new Set<string>();
    for (const { rules } of merged) {
      left -= rules.length;
      if (left < 0) break;
      for (const rule of rules) {
        const text = `${rule.kind} ${rule.value}`;
        if (seen.has(text)) found.add(rule);
        seen.add(text);
      }
    }
  }
  return [...found].sort((a, b) => a.number - b.number).slice(0, mostLines);
}

function foldersOf({ rules }: Source): ListedFolder[] {
  const folders = new Map<string, { rules: number; first: SourceLine }>();
  for (const line of rules) {
    const end = line.value.lastIndexOf('/', line.value.length - 2);
    // Single paths at the top level have no folder to summarise them.
    if (line.kind !== 'disallow' || end < 1 || !line.value.startsWith('/') || /[*$]/.test(line.value)) continue;
    const folder = line.value.slice(0, end + 1);
    const known = folders.get(folder);
    if (known) known.rules += 1;
    else folders.set(folder, { rules: 1, first: line });
  }
  return [...folders]
    .map(([folder, { rules: count, first }]) => ({ folder, rules: count, first }))
    .filter(each => each.rules >= 10)
    .sort((a, b) => b.rules - a.rules)
    .slice(0, 50);
}

/** Google never used Crawl-delay, Yandex stopped in 2018. */
const deaf =
  /^(googlebot|googlebot-\w+|google-\w+|googleother|adsbot-google|adsbot-google-mobile|mediapartners-google|apis-google|storebot-google|yandex|yandexbot)$/i;
const isForDeaf = ({ agents }: LintGroup): boolean => agents.length > 0 && agents.every(({ value }) => deaf.test(value));

function* otherCase(rules: readonly SourceLine[], { targets, origin }: TargetTable): Generator<null, FileFacts['otherCase']> {
  const literal = rules.filter(({ value }) => /^\/[^*$]*$/.test(value) && /[a-z]/i.test(value));
  const asWritten = new Set(literal.map(({ value }) => value));
  const byLower = new Map<string, SourceLine[]>();
  for (const line of literal) {
    const lower = line.value.toLowerCase();
    const same = byLower.get(lower);
    if (same) same.push(line);
    else byLower.set(lower, [line]);
  }
  const lengths = [...new Set(literal.map(({ value }) => value.length))].sort((a, b) => a - b);
  if (lengths.length > mostLengths) return [];
  const found = new Map<SourceLine, string>();
  for (const [row, target] of targets.entries()) {
    if (row % 1_000 === 0) yield null;
    const lowerTarget = target.toLowerCase();
    if (lowerTarget.length !== target.length) continue;
    for (const length of lengths) {
      if (length > target.length) break;
      const lines = byLower.get(lowerTarget.slice(0, length));
      if (!lines || asWritten.has(target.slice(0, length))) continue;
      for (const line of lines) if (!found.has(line)) found.set(line, origin + target);
    }
  }
  return [...found]
    .map(([line, url]) => ({ line, url }))
    .sort((a, b) => a.line.number - b.line.number)
    .slice(0, mostLines);
}

/** As `otherCase`, of rules with wildcards. */
function* otherCaseOfWildcards(
  rules: readonly SourceLine[],
  { targets, origin }: TargetTable,
): Generator<null, FileFacts['otherCase']> {
  let left = rules
    .filter(({ value }) => /^[/*].*[*$]/.test(value) && /[a-z]/i.test(value))
    .map(line => ({ line, ...bothCases(line.value) }));
  const found: { line: SourceLine; url: string }[] = [];
  let compared = 0;
  for (const target of targets) {
    if (left.length === 0 || compared > mostCompared) break;
    const lower = target.toLowerCase();
    left = left.filter(({ line, written, folded }) => {
      if (!matchesPattern(folded, lower) || matchesPattern(written, target)) return true;
      found.push({ line, url: origin + target });
      return false;
    });
    if (compared % 5_000 > (compared + left.length) % 5_000) yield null;
    compared += left.length;
  }
  return found;
}

function bothCases(value: string): { written: Pattern; folded: Pattern } {
  const anchored = value.endsWith('$');
  const patternOf = (text: string): Pattern => ({ pieces: (anchored ? text.slice(0, -1) : text).split('*'), anchored });
  return { written: patternOf(value), folded: patternOf(value.toLowerCase()) };
}

/** Of the groups that apply to the crawler of the crawl. */
function* shadowedLines(view: SiteRobots, host: HostRow, source: Source, table: TargetTable): Generator<null, SourceLine[]> {
  if (host.robots === null) return [];
  const steps = replay(table, judgeOfRow(host.robots, view.profile));
  let verdicts = steps.next();
  for (; verdicts.done !== true; verdicts = steps.next()) yield null;
  const covering = coverageOf(table, verdicts.value);
  let coverage = covering.next();
  for (; coverage.done !== true; coverage = covering.next()) yield null;
  return coverage.value.lines
    .filter(({ decides, loses }) => decides === 0 && loses > 0)
    .flatMap(({ line }) => source.lines[line - 1] ?? [])
    .slice(0, mostLines);
}

function brokenBytes(bytes: Uint8Array): number {
  let count = 0;
  const text = new TextDecoder().decode(bytes);
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) count += 1;
  return count;
}

/** Rules of a robots.txt that start after this many bytes. */
export const rulesBehind = (bytes: Uint8Array, limit: number): SourceLine[] =>
  readSource({ bytes })
    .rules.filter(({ byteAt }) => byteAt >= limit)
    .slice(0, mostLines);
