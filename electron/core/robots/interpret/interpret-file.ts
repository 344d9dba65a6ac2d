import type {
  InterpretationDifference,
  InterpretedFile,
  InterpretedGroup,
  InterpretedLine,
  InterpretedRobot,
  SourceLineView,
} from '#shared/model/interpretation.ts';
import type { RobotsFile, RobotsGroup, RobotsLine } from '#shared/model/robots.ts';
import type { CrawlerNames } from '../../crawlers/profile.ts';
import { octetString } from '../../url/percent.ts';
import { chooseGroups } from '../choose/choose.ts';
import { speakerFor } from '../choose/speaker.ts';
import { crawlDelayFor } from '../decide.ts';
import type { Dialect } from '../dialect.ts';
import { pageKind } from '../parse/body.ts';
import { parseRobots } from '../parse/parse.ts';
import { fileFacts } from './facts.ts';
import { type Attribution, attributionOf, isOtherKey, LineRemarks } from './line-remarks.ts';
import { meaningOf, rankedRules } from './ranked-rules.ts';
import { placeLines, type SourcePlaces, sourcePlaces } from './source-lines.ts';

/** The most that is listed; counts say how much there is in all. A hostile file then cannot flood the window. */
const MOST = { lines: 30_000, bytesOfLine: 2_000, rules: 2_000, groups: 2_000 } as const;

/**
 * A robots.txt as a dialect interprets it: the meaning of each line, and the groups with their rules in order of precedence. With
 * `names`, also what applies to that robot. Accepts any bytes and never throws.
 */
export function interpretFile(bytes: Uint8Array, dialect: Dialect, names: CrawlerNames | null = null): InterpretedFile {
  return interpretParsed(bytes, dialect, names).view;
}

/** Source lines that `other` interprets differently from `own`: in the text that counts, in its meaning, or in the robots it applies to. */
export function interpretationDifferences(bytes: Uint8Array, own: Dialect, other: Dialect): InterpretationDifference[] {
  const mine = interpretParsed(bytes, own, null);
  const theirs = interpretParsed(bytes, other, null);
  const found: InterpretationDifference[] = [];
  const byLine = new Map<number, InterpretedLine[]>();
  for (const line of theirs.view.lines) {
    const known = byLine.get(line.line);
    if (known === undefined) byLine.set(line.line, [line]);
    else known.push(line);
  }
  for (let line = 1; line <= mine.view.source.length; line += 1) {
    const [a, b] = [mine.meanings.get(line) ?? '', theirs.meanings.get(line) ?? ''];
    if (a !== b) found.push({ line, other: byLine.get(line) ?? [], onlyNames: withoutNames(a) === withoutNames(b) });
  }
  return found;
}

/** Separates a meaning from the names it is for. */
const NAMES = '\0for ';
const withoutNames = (meaning: string): string =>
  meaning
    .split('\n')
    .map(line => line.split(NAMES, 1)[0])
    .join('\n');

interface Drawn {
  readonly view: InterpretedFile;
  /** What each source line means; '' if it has no effect. */
  readonly meanings: ReadonlyMap<number, string>;
}

function interpretParsed(bytes: Uint8Array, dialect: Dialect, names: CrawlerNames | null): Drawn {
  const file = parseRobots(bytes, dialect);
  const places = sourcePlaces(bytes);
  const placed = placeLines(file.lines, places);
  /** Where a line of the dialect starts in the source. */
  const at = (line: number): number => placed[line - 1]?.first ?? line;
  const html = dialect.html.value;
  const stripsTags = html === 'tags-stripped-per-line' || (html === 'tags-stripped' && pageKind(octetString(bytes)) !== 'text');
  const attribution = attributionOf(file);
  const remarks = new LineRemarks(bytes, file, dialect, attribution, stripsTags);
  const meaning = meaningsOf(file, dialect, attribution);
  const lines: InterpretedLine[] = [];
  const meanings = new Map<number, string>();
  const counts = { used: 0, changed: 0, dropped: 0 };
  for (const [index, line] of file.lines.entries()) {
    const { first, last } = placed[index] ?? { first: line.number, last: line.number };
    const drawn = remarks.next(line);
    if (drawn.outcome !== 'none') counts[drawn.outcome] += 1;
    if (first > MOST.lines) continue;
    const told = drawn.remarks.map(remark => (remark.line > 0 ? { ...remark, line: at(remark.line) } : remark));
    lines.push({ line: first, lastLine: last, kind: line.kind, ...drawn, remarks: told });
    if (drawn.outcome === 'used' || drawn.outcome === 'changed')
      meanings.set(first, `${meanings.get(first) ?? ''}${meaning(line)}\n`);
  }
  const robot = names === null || file.override ? null : interpretedRobot(file, dialect, names, at);
  const view: InterpretedFile = {
    dialect: dialect.id,
    dialectName: dialect.name,
    bytes: bytes.length,
    source: sourceLines(bytes, places),
    lines,
    moreLines: Math.max(0, places.count - MOST.lines),
    counts,
    groups: file.groups.slice(0, MOST.groups).map(group => interpretedGroup(group, dialect, robot, at)),
    moreGroups: Math.max(0, file.groups.length - MOST.groups),
    sitemaps: file.override ? [] : file.sitemaps.slice(0, MOST.rules).map(({ line, value }) => ({ line: at(line), value })),
    robot,
    facts: fileFacts(bytes, file, dialect, places.count, stripsTags).map(fact =>
      fact.line > 0 ? { ...fact, line: at(fact.line) } : fact,
    ),
    override: file.override ? { ...file.override, line: file.override.line > 0 ? at(file.override.line) : 0 } : null,
    order: dialect.precedence.value,
    orderVaries:
      dialect.literalSearch.value === 'nearest' ||
      (dialect.precedence.value === 'longest' && dialect.length.value === 'matched-text'),
  };
  return { view, meanings };
}

function sourceLines(bytes: Uint8Array, { starts, ends, count }: SourcePlaces): SourceLineView[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return starts.slice(0, Math.min(count, MOST.lines)).map((start, index) => {
    const end = ends[index] as number;
    const shown = Math.min(end, start + MOST.bytesOfLine);
    return { number: index + 1, start, end, text: decoder.decode(bytes.subarray(start, shown)), hidden: end - shown };
  });
}

function interpretedGroup(
  group: RobotsGroup,
  dialect: Dialect,
  robot: InterpretedRobot | null,
  at: (line: number) => number,
): InterpretedGroup {
  return {
    index: group.index,
    agents: group.agents.map(agent => ({ ...agent, line: at(agent.line) })),
    rules: rankedRules(group.rules, dialect, MOST.rules).map(rule => ({ ...rule, line: at(rule.line) })),
    moreRules: Math.max(0, group.rules.length - MOST.rules),
    crawlDelays: group.crawlDelays.map(({ line, seconds }) => ({
      line: at(line),
      seconds,
      isUsed: dialect.crawlDelay.value.use !== 'ignored',
    })),
    overlooked: group.counts === false,
    chosen: robot?.groups.includes(group.index) ?? false,
  };
}

function interpretedRobot(
  file: RobotsFile,
  dialect: Dialect,
  names: CrawlerNames,
  at: (line: number) => number,
): InterpretedRobot {
  const speaker = speakerFor(file, dialect, names);
  const common = { agent: speaker.agent, borrowed: speaker.borrowed, ignoresGroups: speaker.ignoresGroups };
  if (speaker.ignoresGroups) return { ...common, groups: [], lines: [], steps: [], rules: [], moreRules: 0, crawlDelay: null };
  const chosen = chooseGroups(file, dialect, speaker.agent);
  const rules = chosen.groups.flatMap(group => group.rules);
  const delay = crawlDelayFor(file, dialect, speaker.agent);
  return {
    ...common,
    groups: chosen.groups.map(group => group.index),
    lines: chosen.lines.map(at),
    steps: chosen.steps,
    rules: rankedRules(rules, dialect, MOST.rules).map(rule => ({ ...rule, line: at(rule.line) })),
    moreRules: Math.max(0, rules.length - MOST.rules),
    crawlDelay: delay && { line: at(delay.line), seconds: delay.seconds },
  };
}

/** The meaning of a line that has an effect, as text that can be compared between dialects. */
function meaningsOf(file: RobotsFile, dialect: Dialect, { agents, rules, delays }: Attribution): (line: RobotsLine) => string {
  const addressed = file.groups.map(group =>
    digest([...new Set(group.agents.map(({ token }) => token.toLowerCase()))].sort().join(' ')),
  );
  return line => {
    switch (line.kind) {
      case 'user-agent':
        return `agent ${(agents.get(line.number) ?? []).map(({ agent }) => agent.token.toLowerCase()).join(' ')}`;
      case 'allow':
      case 'disallow':
        return (rules.get(line.number) ?? [])
          .map(({ group, rule }) => {
            const meaning = meaningOf(rule, dialect);
            return meaning === '' ? '' : `rule ${meaning}${NAMES}${addressed[group.index] ?? ''}`;
          })
          .join('');
      case 'crawl-delay': {
        const here = delays.get(line.number);
        return here === undefined ? '' : `delay ${here.seconds}${NAMES}${addressed[here.group.index] ?? ''}`;
      }
      case 'sitemap':
        return `sitemap ${line.value}`;
      case 'other':
        return isOtherKey(line, dialect) ? `${line.key.toLowerCase()} ${line.value}` : '';
      default:
        return '';
    }
  };
}

/** A short key for a text. A group may have many names and many rules, and each rule is compared together with all its names. */
function digest(text: string): string {
  if (text.length < 200) return text;
  let one = 7;
  let two = 11;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = (Math.imul(one, 31) + unit) | 0;
    two = (Math.imul(two, 131) ^ unit) | 0;
  }
  return `${text.length} ${one} ${two}`;
}
