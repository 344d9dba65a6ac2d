import { figure } from '#shared/explain/figure.ts';
import type { LineOutcome, LineRemark, LineRemarkCode } from '#shared/model/interpretation.ts';
import type { RobotsFile, RobotsGroup, RobotsLine, RobotsRule } from '#shared/model/robots.ts';
import { octetString } from '../../url/percent.ts';
import { STAR } from '../choose/agent.ts';
import type { Dialect } from '../dialect.ts';
import { hostLineOf, hostSubstitution } from '../host-line.ts';
import { stripTags } from '../parse/body.ts';
import { proposedKey, usersOf } from '../proposed-keys.ts';
import { decidingEntries, furtherPatterns, shownPattern } from './ranked-rules.ts';

type Agent = RobotsGroup['agents'][number];

/** What each line contributed to the groups, by line number. */
export interface Attribution {
  readonly agents: ReadonlyMap<number, readonly { readonly group: RobotsGroup; readonly agent: Agent }[]>;
  readonly rules: ReadonlyMap<number, readonly { readonly group: RobotsGroup; readonly rule: RobotsRule }[]>;
  readonly delays: ReadonlyMap<number, { readonly group: RobotsGroup; readonly seconds: number }>;
}

export function attributionOf(file: RobotsFile): Attribution {
  const agents = new Map<number, { group: RobotsGroup; agent: Agent }[]>();
  const rules = new Map<number, { group: RobotsGroup; rule: RobotsRule }[]>();
  const delays = new Map<number, { group: RobotsGroup; seconds: number }>();
  const add = <T>(map: Map<number, T[]>, line: number, item: T): void => {
    const known = map.get(line);
    if (known === undefined) map.set(line, [item]);
    else known.push(item);
  };
  for (const group of file.groups) {
    for (const agent of group.agents) add(agents, agent.line, { group, agent });
    for (const rule of group.rules) add(rules, rule.line, { group, rule });
    for (const { line, seconds } of group.crawlDelays) delays.set(line, { group, seconds });
  }
  return { agents, rules, delays };
}

/** A line's canonical text, its group and all remarks about it. */
export interface RemarkedLine {
  readonly text: string;
  readonly group: number;
  readonly remarks: readonly LineRemark[];
  readonly outcome: LineOutcome;
}

const DROPS: ReadonlySet<LineRemarkCode> = new Set([
  ...([
    'past-size-limit',
    'no-colon',
    'no-key',
    'space-before-colon',
    'unknown-key',
    'proposed-key',
    'mark-in-key',
    'allow-unknown',
  ] as const),
  ...([
    'orphan',
    'record-ended',
    'no-slash',
    'only-stars',
    'rule-limit',
    'rule-too-long',
    'never-matches',
    'needs-slash',
  ] as const),
  ...([
    'bad-delay',
    'host-earlier',
    'not-a-host',
    'delay-ignored',
    'sitemap-ignored',
    'sitemap-empty',
    'agent-skipped',
    'agent-taken-over',
    'group-overlooked',
  ] as const),
  ...(['rejects-file', 'file-not-read'] as const),
]);
const CHANGES: ReadonlySet<LineRemarkCode> = new Set([
  ...(['alias', 'missing-colon', 'cut', 'nul-ends', 'nul-splits', 'tags-removed', 'agent-token', 'agent-nobody'] as const),
  ...(['agent-everybody', 'slash-added', 'stars-cut', 'authority-cut', 'first-word', 'dollar-cuts', 'normalised'] as const),
  ...(['empty-allows', 'empty-forbids', 'orphan-everybody'] as const),
]);

/** Whether a line has a keyword that the dialect uses, but not for allowing or blocking. */
export const isOtherKey = ({ kind, key }: Pick<RobotsLine, 'kind' | 'key'>, dialect: Dialect): boolean =>
  kind === 'other' && (dialect.otherKeys.value as readonly string[]).includes(key.toLowerCase());

/** Whether a remark says that the line has no effect. */
export const isDrop = (code: LineRemarkCode): boolean => DROPS.has(code);

/** Walks through the lines of one parse in file order and says what each line does. */
export class LineRemarks {
  private readonly bytes: Uint8Array;
  private readonly file: RobotsFile;
  private readonly dialect: Dialect;
  private readonly attribution: Attribution;
  private readonly stripsTags: boolean;
  /** The group of the last line, and the highest group number so far. */
  private current = -1;
  private highest = -1;
  /** The last blank line that ended a record; 0 after the next User-agent line. */
  private recordEnd = 0;
  /** Since the last User-agent line: whether there was a rule, and the first other line that could end the run. */
  private sawRule = true;
  private runEnder = 0;

  constructor(bytes: Uint8Array, file: RobotsFile, dialect: Dialect, attribution: Attribution, stripsTags: boolean) {
    this.bytes = bytes;
    this.file = file;
    this.dialect = dialect;
    this.attribution = attribution;
    this.stripsTags = stripsTags;
  }

  next(line: RobotsLine): RemarkedLine {
    const remarks: LineRemark[] = [];
    const say = (code: LineRemarkCode, detail: string | number = '', other = 0): void => {
      remarks.push({ code, detail: String(detail), line: other });
    };
    let text = '';
    let group = -1;
    const { override } = this.file;
    this.bytewise(line, say);
    if (line.notes.includes('rejects-file')) say('rejects-file', override?.allowed === true ? 'open' : 'undecided');
    else if (
      override !== undefined &&
      line.kind !== 'blank' &&
      line.kind !== 'comment' &&
      !line.notes.includes('past-size-limit')
    )
      say('file-not-read', override.why, override.line);
    else [text, group] = this.read(line, say);
    const isDropped = remarks.some(({ code }) => isDrop(code));
    const isNothing = (line.kind === 'blank' || line.kind === 'comment') && !isDropped;
    const outcome = isDropped
      ? 'dropped'
      : isNothing
        ? 'none'
        : remarks.some(({ code }) => CHANGES.has(code))
          ? 'changed'
          : 'used';
    return { text: isDropped ? '' : text, group: isDropped && line.kind !== 'user-agent' ? -1 : group, remarks, outcome };
  }

  /** What was changed in the bytes before the line was read. */
  private bytewise(line: RobotsLine, say: Say): void {
    const { dialect } = this;
    if (line.notes.includes('past-size-limit')) {
      const { limit, unit } = dialect.sizeLimit.value;
      say('past-size-limit', `${figure(limit ?? 0)} ${unit}`);
      return;
    }
    if (line.notes.includes('cut')) say('cut', this.cutAfter(line));
    const octets = this.bytes.subarray(line.start, line.end);
    if (dialect.nul.value !== 'kept' && octets.includes(0)) say(dialect.nul.value === 'ends-line' ? 'nul-ends' : 'nul-splits');
    if (this.stripsTags && octets.includes(0x3c)) {
      const written = octetString(octets);
      if (stripTags(written) !== written) say('tags-removed');
    }
    if (line.notes.includes('alias')) say('alias', line.key);
    if (line.notes.includes('missing-colon')) say('missing-colon');
  }

  private cutAfter(line: RobotsLine): string {
    const size = this.dialect.sizeLimit.value;
    const left = size.unit === 'bytes' && size.limit !== null ? size.limit - line.start : Number.POSITIVE_INFINITY;
    return figure(Math.min(left, this.dialect.lineLimit.value ?? Number.POSITIVE_INFINITY, line.end - line.start));
  }

  private read(line: RobotsLine, say: Say): [string, number] {
    const { dialect } = this;
    switch (line.kind) {
      case 'user-agent':
        return this.agent(line, say);
      case 'allow':
      case 'disallow':
        return this.rule(line, say);
      case 'crawl-delay':
        return this.delay(line, say);
      case 'sitemap':
        this.runEnder ||= line.number;
        if (line.value === '') say('sitemap-empty');
        else if (dialect.sitemap.value === 'ignored') say('sitemap-ignored');
        return [`Sitemap: ${line.value}`, -1];
      case 'other':
        this.runEnder ||= line.number;
        if (isOtherKey(line, dialect)) {
          this.other(line, say);
          return [`${line.key}: ${line.value}`, -1];
        }
        this.unknown(line.key, say);
        return ['', -1];
      case 'unparsed':
        if (line.notes.includes('past-size-limit')) return ['', -1];
        say(line.value.startsWith(':') ? 'no-key' : line.value.includes(':') ? 'space-before-colon' : 'no-colon');
        return ['', -1];
      default:
        return ['', this.blank(line, say)];
    }
  }

  private unknown(key: string, say: Say): void {
    const proposed = proposedKey(key);
    if (proposed) say('proposed-key', `${proposed}: ${usersOf(proposed)}`);
    else say(/^(\ufeff|\u00ef\u00bb\u00bf)/.test(key) ? 'mark-in-key' : 'unknown-key', key);
  }

  private other(line: RobotsLine, say: Say): void {
    const { dialect, file } = this;
    const key = line.key.toLowerCase();
    if (key !== 'host' || dialect.hostLine.value === 'unused') {
      say('other-use', key);
      return;
    }
    const counted = hostLineOf(file, dialect);
    if (counted && counted.line !== line.number) say('host-earlier', '', counted.line);
    else if (hostSubstitution(file, dialect, 'http://host.invalid/?q') === null) say('not-a-host', line.value);
    else say('host-replaces', `${line.value}${dialect.hostLine.value === 'replaces-drops-query' ? '?' : ''}`);
  }

  private blank(line: RobotsLine, say: Say): number {
    const how = this.dialect.blankLine.value;
    const ends = how === 'ends-record' || (how === 'empty-ends-record' && line.start === line.end);
    if (line.kind === 'blank' && ends && this.current >= 0) {
      say('ends-record');
      this.recordEnd = line.number;
      this.current = -1;
      this.sawRule = true;
    }
    return -1;
  }

  private agent(line: RobotsLine, say: Say): [string, number] {
    const { dialect } = this;
    const here = this.attribution.agents.get(line.number) ?? [];
    const [first] = here;
    if (first === undefined) {
      if (line.value === '' && dialect.emptyAgent.value === 'line-skipped') say('agent-skipped');
      else say('agent-taken-over', line.value);
      return ['', -1];
    }
    const { group } = first;
    if (this.current >= 0 && group.index !== this.current && !this.sawRule)
      say('new-group', dialect.runEnd.value === 'every-agent-line' ? 'agent' : '', this.runEnder);
    if (group.index < this.highest) say('joins-group', '', group.agents[0]?.line ?? 0);
    if (here.length > 1) say('several-values', here.length);
    const tokens = here.map(({ agent }) => agent.token);
    if (line.value === '' || tokens.every(token => token === ''))
      say(dialect.emptyAgent.value === 'everybody' && line.value === '' ? 'agent-everybody' : 'agent-nobody');
    else if (tokens.join(' ').toLowerCase() !== line.value.toLowerCase().replace(/\s+/g, ' '))
      say('agent-token', tokens.join(' '));
    if (group.counts === false) say('group-overlooked');
    this.current = group.index;
    this.highest = Math.max(this.highest, group.index);
    this.recordEnd = 0;
    this.sawRule = false;
    this.runEnder = 0;
    return [`User-agent: ${tokens.join(' ')}`, group.index];
  }

  private rule(line: RobotsLine, say: Say): [string, number] {
    const { dialect } = this;
    if (line.kind === 'allow' && !dialect.allowKnown.value) {
      this.runEnder ||= line.number;
      say('allow-unknown');
      return ['', -1];
    }
    this.sawRule = true;
    const here = this.attribution.rules.get(line.number) ?? [];
    const [first] = here;
    if (line.notes.includes('orphan') && first !== undefined) say('orphan-everybody');
    if (first === undefined) {
      this.whyNoRule(line, say);
      return ['', -1];
    }
    if (here.length > 1) say('several-values', here.length);
    for (const { rule } of here) this.ruleRemarks(line, rule, say);
    // After a NUL byte, the same line may contain another kind of rule.
    let text = '';
    let word = '';
    for (const { rule } of here) {
      const own = rule.allow ? 'Allow:' : 'Disallow:';
      text += `${own === word ? '' : ` ${own}`} ${shownPattern(rule.normalized)}`;
      word = own;
    }
    text = text.trim();
    return [text, first.group.index];
  }

  private whyNoRule(line: RobotsLine, say: Say): void {
    const limits = this.dialect.ruleLimit.value;
    if (line.notes.includes('orphan')) say(this.recordEnd > 0 ? 'record-ended' : 'orphan', '', this.recordEnd);
    else if (line.notes.includes('rule-limit')) say('rule-limit', limits.rules === null ? '' : figure(limits.rules));
    else if (line.notes.includes('rule-too-long'))
      say('rule-too-long', limits.characters === null ? '' : figure(limits.characters));
    else say(line.notes.includes('only-stars') ? 'only-stars' : 'no-slash');
  }

  private ruleRemarks(line: RobotsLine, rule: RobotsRule, say: Say): void {
    const { dialect } = this;
    const entries = decidingEntries(rule, 0, dialect);
    const [entry] = entries;
    if (rule.pattern === '') {
      if (entry === undefined) say('empty-idle');
      else say(entry.allows ? 'empty-allows' : 'empty-forbids', line.kind === 'allow' ? 'Allow' : 'Disallow');
      return;
    }
    if (dialect.rulePaths.value === 'first-word' && rule.pattern !== line.value) say('first-word', rule.pattern);
    this.shapeRemarks(rule, say);
    if (entry === undefined) {
      say('never-matches', shownPattern(rule.normalized));
      return;
    }
    if (entries.every(({ pattern }) => /^[^/?]/.test(pattern.pieces[0] ?? ''))) say('needs-slash', shownPattern(rule.normalized));
    if (dialect.starPattern.value === 'literal' && rule.normalized.includes(STAR)) say('star-literal');
    const dollar = rule.normalized.indexOf('$');
    if (dollar >= 0 && dialect.dollar.value === 'literal') say('dollar-literal');
    if (dollar >= 0 && dollar < rule.normalized.length - 1 && dialect.dollar.value === 'end-cuts-rest')
      say('dollar-cuts', shownPattern(rule.normalized.slice(0, dollar + 1)));
    const also = furtherPatterns(rule, entries);
    if (also.length > 0) say('also-matches', also.join(' '));
  }

  /** Why the compared pattern differs from the written one: the most specific reason. */
  private shapeRemarks(rule: RobotsRule, say: Say): void {
    const { dialect } = this;
    const shown = shownPattern(rule.normalized);
    if (shown === rule.pattern) return;
    let written = rule.pattern;
    if (dialect.trailingStar.value !== 'kept' && written.endsWith(STAR)) {
      say('stars-cut');
      written = dialect.trailingStar.value === 'all' ? written.replace(/\*+$/, '') : written.slice(0, -1);
    }
    if (dialect.absoluteRule.value === 'path' && /^https?:\/\//i.test(written)) {
      say('authority-cut');
      written = written.replace(/^https?:\/\/[^/]*/i, '') || '/';
    }
    if (shown.startsWith('/') && !written.startsWith('/')) {
      say('slash-added');
      written = `/${written}`;
    }
    if (shown !== written) say('normalised', shown);
  }

  private delay(line: RobotsLine, say: Say): [string, number] {
    const { use, closesAbove } = this.dialect.crawlDelay.value;
    const here = this.attribution.delays.get(line.number);
    this.runEnder ||= line.number;
    if (line.notes.includes('bad-value')) say('bad-delay', line.value);
    else if (use === 'ignored') say('delay-ignored');
    else if (here === undefined) say(this.recordEnd > 0 ? 'record-ended' : 'orphan', '', this.recordEnd);
    else if (closesAbove !== null && here.seconds > closesAbove) say('delay-closes', closesAbove);
    return here === undefined ? ['', -1] : [`Crawl-delay: ${here.seconds} s`, here.group.index];
  }
}

type Say = (code: LineRemarkCode, detail?: string | number, line?: number) => void;
