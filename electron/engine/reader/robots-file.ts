import { profileSet } from '#core/crawlers/profile-set.ts';
import { chooseGroups } from '#core/robots/choose/choose.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { unreachableSentence } from '#shared/explain/blame.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import type { RobotsFileView } from '#shared/model/explanation.ts';
import type { RobotsGroup } from '#shared/model/robots.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';
import { versionRows } from '../replay/histories.ts';
import { readingOf } from '../robots/gate.ts';
import type { Reads } from './reads.ts';

/** The most bytes shown of a robots.txt line. */
const shownBytes = 4_096;

/** A version of an origin's robots.txt with the number of URLs each line decides; null if none is stored. */
export function robotsFile(
  { robots, origins, lists, settings }: Reads,
  originKey: string,
  wanted: number | undefined,
): RobotsFileView | null {
  const origin = origins.byKey(originKey);
  if (!origin) return null;
  const versions = robots.all(origin.id);
  const version = versions.find(({ id }) => id === (wanted ?? origin.robotsId)) ?? versions.at(-1);
  const { profile: id, profiles } = settings();
  const profile = profileSet(profiles).byId(id);
  const dialect = profile && dialectById(profile.dialect);
  if (!version || !profile || !dialect) return null;
  const { file, speaker } = readingOf(robots, version, { dialect, names: profile });
  const decides = lists.decides(version.id);
  const body = robots.body(version.bodyHash);
  const groups = file && !speaker.ignoresGroups ? chooseGroups(file, dialect, speaker.agent).groups : [];
  const chosen = chosenLines(groups);
  const decoder = new TextDecoder();
  const rows = versionRows(versions, origin.robotsId, dialect);
  const row = rows.find(({ id }) => id === version.id) ?? null;
  return {
    origin: originKey,
    versions: rows,
    version: row,
    dialect: dialect.id,
    agent: speaker.agent,
    lines: (file?.lines ?? []).map(line => ({
      number: line.number,
      start: line.start,
      text: body ? decoder.decode(body.subarray(line.start, Math.min(line.end, line.start + shownBytes))) : '',
      hidden: Math.max(0, line.end - line.start - shownBytes),
      kind: line.kind,
      notes: line.notes,
      chosen: chosen.has(line.number),
      decides: decides.get(line.number) ?? 0,
    })),
    noRule: decides.get(0) ?? 0,
    sentence: accessSentence(version, row?.standIn ?? 0, rows[(row?.standIn ?? 0) - 1]?.isCurrent === true),
  };
}

function chosenLines(groups: readonly RobotsGroup[]): Set<number> {
  const lines = new Set<number>();
  for (const group of groups)
    for (const part of [group.agents, group.rules, group.crawlDelays]) for (const { line } of part) lines.add(line);
  return lines;
}

function accessSentence(version: RobotsVersion, standIn: number, isInForce: boolean): string {
  if (version.access === 'rules') return version.size === 0 ? 'The file is empty: everything may be fetched.' : '';
  const outcome = robotsOutcomeWords(version);
  if (standIn > 0) return unreachableSentence({ at: version.firstSeenAt, outcome, standIn, isInForce });
  return version.access === 'allow-all'
    ? `There is no robots.txt here (${outcome}): everything may be fetched (RFC 9309 §2.3.1.3).`
    : `robots.txt could not be read (${outcome}): nothing may be fetched until it can (RFC 9309 §2.3.1.4).`;
}
