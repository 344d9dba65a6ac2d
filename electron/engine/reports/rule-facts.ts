import type { ProfileSet } from '#core/crawlers/profile-set.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { interpretFile } from '#core/robots/interpret/interpret-file.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import type { InterpretedFile } from '#shared/model/interpretation.ts';
import type { LintFinding } from '#shared/model/lint.ts';
import type { RuleEffect, RuleFacts, RuleReading } from '#shared/model/rule-report.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { RobotsTable, RobotsVersion } from '#storage/tables/robots-versions.ts';

export interface RuleSource {
  readonly origin: string;
  readonly version: RobotsVersion;
  readonly line: number;
  /** Id of the crawler whose verdicts count. */
  readonly profile: string;
  readonly profiles: ProfileSet;
  readonly effect: RuleEffect;
  /** Lint findings about the file. */
  readonly findings: readonly LintFinding[];
  readonly robots: Pick<RobotsTable, 'all' | 'body' | 'numberOf'>;
}

/** Lines shown before and after. */
const around = 6;
/** Longest line that is quoted, in characters. */
const longest = 2_000;

/** The text of each line, for any line ending. */
export function linesOf(bytes: Uint8Array | null): string[] {
  if (bytes === null) return [];
  const text = new TextDecoder().decode(bytes);
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

const clip = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** All facts about one line of a stored robots.txt. Throws if the file lacks the line. */
export function ruleFacts({
  origin,
  version,
  line,
  profile: profileId,
  profiles,
  effect,
  robots,
  findings,
}: RuleSource): RuleFacts {
  const profile = profiles.byId(profileId) ?? fail('not_found', `There is no crawler profile “${profileId}”.`);
  const bytes = version.access === 'rules' ? robots.body(version.bodyHash) : null;
  const lines = linesOf(bytes);
  const text = lines[line - 1];
  if (bytes === null || text === undefined)
    return fail(
      'not_found',
      `Version ${robots.numberOf(version)} of ${origin}/robots.txt has ${lines.length} lines; there is no line ${line}.`,
    );
  const first = Math.max(1, line - around);
  return {
    origin,
    version: robots.numberOf(version),
    finalUrl: version.finalUrl,
    firstSeenAt: version.firstSeenAt,
    lastSeenAt: version.lastSeenAt,
    status: version.status,
    hash: hexOf(version),
    bytes: bytes.length,
    line,
    lineCount: lines.length,
    text: clip(text),
    context: lines.slice(first - 1, line + around).map((each, at) => ({ number: first + at, text: clip(each) })),
    profile: profile.id,
    profileName: profile.name,
    dialect: profile.dialect,
    effect,
    versions: robots.all(version.originId).map((each, at) => ({
      number: at + 1,
      firstSeenAt: each.firstSeenAt,
      lastSeenAt: each.lastSeenAt,
      line: placeOf(text, each.access === 'rules' ? robots.body(each.bodyHash) : null, line),
      answer: robotsOutcomeWords(each),
    })),
    findings: findings.filter(each => each.line === line),
    readings: readingsOf(bytes, line, profile.id, profiles),
  };
}

export const hexOf = ({ bodyHash }: RobotsVersion): string | null => (bodyHash ? Buffer.from(bodyHash).toString('hex') : null);

/** The line with the same text that is nearest to the old position; 0 for none. */
function placeOf(text: string, bytes: Uint8Array | null, near: number): number {
  let best = 0;
  for (const [at, each] of linesOf(bytes).entries())
    if (each.trim() === text.trim() && (best === 0 || Math.abs(at + 1 - near) < Math.abs(best - near))) best = at + 1;
  return best;
}

/** How every crawler interprets the line, grouped by interpretation; the crawler of the report first. */
function readingsOf(bytes: Uint8Array, line: number, own: string, profiles: ProfileSet): RuleReading[] {
  const byReading = new Map<string, RuleReading & { readonly crawlers: string[] }>();
  let ownKey = '';
  for (const profile of [...profiles.all].sort((a, b) => Number(b.id === own) - Number(a.id === own))) {
    const dialect = dialectById(profile.dialect);
    if (!dialect) continue;
    const view = interpretFile(bytes, dialect, profile);
    const read = view.lines.filter(each => each.line <= line && line <= each.lastLine);
    const group = read.find(each => each.group >= 0)?.group ?? -1;
    const reading = {
      text: read.map(each => each.text).join(' | '),
      remarks: read.flatMap(each => each.remarks),
      agents: view.groups.find(each => each.index === group)?.agents.map(each => each.token || each.value) ?? [],
      speaks: group >= 0 && speaksTo(view, group),
    };
    const key = JSON.stringify(reading);
    if (profile.id === own) ownKey = key;
    const known = byReading.get(key);
    if (known) known.crawlers.push(profile.name);
    else byReading.set(key, { ...reading, crawlers: [profile.name], same: key === ownKey });
  }
  return [...byReading.values()];
}

const speaksTo = ({ robot }: InterpretedFile, group: number): boolean =>
  robot !== null && !robot.ignoresGroups && robot.groups.includes(group);
