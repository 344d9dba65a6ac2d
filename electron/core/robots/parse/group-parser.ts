import type { RobotsFile, RobotsGroup, RobotsLineNote, RobotsOverride, RobotsRule } from '#shared/model/robots.ts';
import { lineTokenOf, STAR } from '../choose/agent.ts';
import type { Dialect } from '../dialect.ts';
import { hasBrokenEscape, normalizePattern } from '../match/path.ts';
import { delayOf } from './delay.ts';
import { decodeOctets, FileLines, type FileText } from './file-lines.ts';
import { joinSubsets } from './join-groups.ts';
import { ParsedFile } from './parsed-file.ts';
import { type ReadLine, readLine } from './read-line.ts';

type Growing<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K] };
export type GrowingGroup = Growing<RobotsGroup>;

/** Builds groups from lines as the dialect does, with one call per line in file order (RFC 9309 section 2.2.1). */
export class GroupParser {
  private readonly text: string;
  private readonly dialect: Dialect;
  readonly #lines: FileLines;
  private readonly groups: GrowingGroup[] = [];
  private readonly sitemaps: { line: number; value: string }[] = [];
  /** The group of each name, if a later line can continue it. */
  private readonly byToken = new Map<string, GrowingGroup>();
  /** Groups that have more than User-agent lines. */
  private readonly touched = new Set<GrowingGroup>();
  /** Every name so far, if a name counts only once. */
  private readonly heard = new Set<string>();
  private group: GrowingGroup | null = null;
  /** The lines before the first User-agent line, if they matter. */
  private early: GrowingGroup | null = null;
  /** Notes of the current line. Reused between lines to save the allocation. */
  private readonly notes: RobotsLineNote[] = [];
  private hasAgents = false;
  private rules = 0;
  private rejectedAt = 0;
  /** Whether the next User-agent line joins the group. */
  private inRun = false;

  constructor(file: FileText) {
    this.text = file.text;
    this.dialect = file.dialect;
    this.#lines = new FileLines(file);
  }

  skip(start: number, end: number): void {
    this.#lines.add(start, end, ['past-size-limit']);
  }

  read(number: number, start: number, end: number): void {
    const { read, source, rest, readEnd } = this.#lines.open(start, end);
    const notes = this.notes;
    notes.length = 0;
    for (const note of read.notes) notes.push(note);
    if (readEnd < end) notes.push('cut');
    this.take(number, read, source, start === end, notes);
    this.#lines.add(start, end, notes);
    // For this dialect the next line begins after the NUL. Its number stays that of the line in the file.
    let from = rest;
    while (from >= 0) {
      const next = this.text.slice(from + 1, readEnd).indexOf('\0');
      const to = next < 0 ? readEnd : from + 1 + next;
      this.take(number, readLine(this.text, from + 1, to, this.dialect), this.text, false, []);
      from = next < 0 ? -1 : to;
    }
  }

  finish(bytes: number, override: RobotsOverride | null): RobotsFile {
    const { dialect } = this;
    const rejected: RobotsOverride | null =
      this.rejectedAt === 0
        ? null
        : { allowed: dialect.rejectedFile.value === 'allow-all' ? true : null, line: this.rejectedAt, why: 'parse-error' };
    const instead = override ?? rejected;
    this.#lines.trim();
    const parts = { sitemaps: this.sitemaps, bytes, override: instead };
    if (instead !== null) return new ParsedFile(dialect.id, this.#lines, { ...parts, groups: [] });
    if (dialect.orphan.value === 'everybody-if-no-agent' && !this.hasAgents) this.groups.push(this.early ?? everybody());
    if (dialect.orphan.value === 'star' && this.early !== null) this.groups.unshift(this.early);
    const groups = dialect.groupJoin.value === 'subset-joins-earlier' ? joinSubsets(this.groups) : this.groups;
    groups.forEach((group, index) => {
      group.index = index;
      // A repeated name belongs only to its last group.
      if (dialect.groupJoin.value === 'same-name-reopens')
        group.agents = group.agents.filter(each => this.byToken.get(each.token) === group);
      const bare = dialect.bareNamed.value;
      if (bare === 'hides-star') return;
      if (bare === 'invisible' ? group.rules.length === 0 : !this.touched.has(group)) group.counts = false;
    });
    return new ParsedFile(dialect.id, this.#lines, { ...parts, groups });
  }

  /** Applies a line to the groups. */
  private take(number: number, read: ReadLine, source: string, isBare: boolean, notes: RobotsLineNote[]): void {
    const octets = source.slice(read.valueStart, read.valueEnd);
    const value = decodeOctets(octets);
    if (read.keyEnd > read.keyStart && value === '') notes.push('empty-value');
    switch (read.kind) {
      case 'user-agent':
        this.agent(number, value);
        break;
      case 'allow':
      case 'disallow':
        this.rule(number, read.kind === 'allow', octets, notes);
        break;
      case 'crawl-delay':
        this.delay(number, value, notes);
        break;
      case 'sitemap':
        if (value !== '' && this.dialect.sitemap.value === 'collected') this.sitemaps.push({ line: number, value });
        this.endRunAt('any-recognised-key', 'any-keyed-line');
        break;
      case 'other':
        this.endRunAt('any-keyed-line');
        if (source.slice(read.keyStart, read.keyEnd).toLowerCase() === 'request-rate') this.pace();
        break;
      case 'blank':
        if (this.dialect.blankLine.value === 'ends-record') this.group = null;
        // Only a completely empty line counts here, not a line of spaces.
        else if (this.dialect.blankLine.value === 'empty-ends-record' && isBare) this.group = null;
        break;
      default:
        break;
    }
  }

  private agent(line: number, value: string): void {
    const { dialect } = this;
    if (value === '' && dialect.emptyAgent.value === 'line-skipped') return;
    this.hasAgents = true;
    const names = dialect.agentValues.value === 'white-space-list' ? value.split(/\s+/) : [value];
    for (const name of names) {
      const token = lineTokenOf(name, dialect);
      if (dialect.groupJoin.value === 'first-name-leads' && !this.isNewName(token)) continue;
      if (dialect.groupJoin.value === 'same-name-reopens') this.reopen(token);
      else if (this.group === null || !this.inRun) this.open();
      this.group?.agents.push({ line, value: name, token });
      this.inRun = true;
    }
    this.inRun = dialect.runEnd.value !== 'every-agent-line';
  }

  /** Whether a name may join its run (`first-name-leads`): the first name always, another name only if no line had it before. */
  private isNewName(token: string): boolean {
    const leads = this.group === null || !this.inRun;
    if (!leads && (token === STAR || this.heard.has(token))) return false;
    this.heard.add(token);
    return true;
  }

  private open(): void {
    this.group = { index: this.groups.length, agents: [], rules: [], crawlDelays: [] };
    this.groups.push(this.group);
  }

  private reopen(token: string): void {
    const known = this.byToken.get(token);
    if (known !== undefined && this.touched.has(known)) this.group = known;
    else if (this.group === null || this.touched.has(this.group)) this.open();
    if (this.group !== null) this.byToken.set(token, this.group);
  }

  private rule(line: number, allow: boolean, octets: string, notes: RobotsLineNote[]): void {
    const { dialect } = this;
    if (allow && !dialect.allowKnown.value) {
      this.endRunAt('any-keyed-line');
      return;
    }
    this.inRun = false;
    const group = this.group ?? this.orphaned(line, notes);
    if (group === null) return;
    this.touched.add(group);
    const paths = dialect.rulePaths.value === 'white-space-list' && octets !== '' ? octets.split(/[\t-\r ]+/) : [octets];
    for (const path of paths) {
      const rule = this.ruleOf(
        line,
        allow,
        dialect.rulePaths.value === 'first-word' ? (path.split(/[\t-\r ]/, 1)[0] ?? '') : path,
        notes,
      );
      if (rule !== null) group.rules.push(rule);
    }
  }

  /** The group for the lines before the first User-agent line, null if they are ignored. */
  private orphaned(line: number, notes: RobotsLineNote[]): GrowingGroup | null {
    notes.push('orphan');
    const { value } = this.dialect.orphan;
    if (value === 'file-rejected') this.reject(line, notes);
    if (value === 'ignored' || value === 'file-rejected') return null;
    this.early ??= everybody();
    return this.early;
  }

  /** Null if the rule is ignored; the reason is added to the notes. */
  private ruleOf(line: number, allow: boolean, octets: string, notes: RobotsLineNote[]): RobotsRule | null {
    const { dialect } = this;
    const value = decodeOctets(octets);
    const limits = dialect.ruleLimit.value;
    const dropped = (why: RobotsLineNote): null => {
      notes.push(why);
      return null;
    };
    if (limits.rules !== null && this.rules >= limits.rules) return dropped('rule-limit');
    if (limits.characters !== null && value.length > limits.characters) return dropped('rule-too-long');
    this.rules += 1;
    const path = shaped(octets, dialect);
    if (path === null) return dropped(octets.startsWith('*') ? 'only-stars' : 'no-slash');
    const how = dialect.ruleNormalisation.value;
    if (dialect.brokenEscape.value === 'file-rejected' && hasBrokenEscape(path)) this.reject(line, notes);
    const normalized = normalizePattern(path, decodeOctets(path), how, dialect.dollar.value);
    return {
      line,
      allow,
      pattern: value,
      normalized: dialect.pathCase.value === 'ignored' ? normalized.toLowerCase() : normalized,
    };
  }

  private delay(line: number, value: string, notes: RobotsLineNote[]): void {
    const reading = this.dialect.crawlDelay.value;
    const seconds = delayOf(value, reading);
    if (seconds === null) {
      notes.push('bad-value');
      if (reading.broken === 'file-rejected') this.reject(line, notes);
    }
    const group = this.group ?? this.orphaned(line, notes);
    if (seconds !== null) group?.crawlDelays.push({ line, seconds });
    if (seconds !== null) this.endRunAt('rules-and-delay');
    this.endRunAt('any-recognised-key', 'any-keyed-line');
    if (seconds !== null || this.dialect.groupJoin.value !== 'same-name-reopens') this.pace();
  }

  /** A Crawl-delay or Request-rate line. */
  private pace(): void {
    this.endRunAt('rules-delay-and-rate');
    if (this.group !== null) this.touched.add(this.group);
  }

  private endRunAt(...ends: readonly string[]): void {
    if (ends.includes(this.dialect.runEnd.value)) this.inRun = false;
  }

  private reject(line: number, notes: RobotsLineNote[]): void {
    if (!notes.includes('rejects-file')) notes.push('rejects-file');
    if (this.rejectedAt === 0) this.rejectedAt = line;
  }
}

/** A group for all robots that no line of the file starts. */
function everybody(): GrowingGroup {
  return { index: 0, agents: [{ line: 0, value: STAR, token: STAR }], rules: [], crawlDelays: [] };
}

/** A path as the dialect uses it: with a slash added, trailing stars removed or the authority removed. Null if the rule is ignored. */
function shaped(octets: string, dialect: Dialect): string | null {
  let path = octets;
  if (dialect.trailingStar.value !== 'kept' && path.endsWith('*')) {
    let end = path.length - 1;
    if (dialect.trailingStar.value === 'all') while (end > 0 && path.charCodeAt(end - 1) === 0x2a) end -= 1;
    path = path.slice(0, end);
    if (path === '') return null;
  }
  if (dialect.absoluteRule.value === 'path' && /^https?:\/\//i.test(path)) {
    const slash = path.indexOf('/', path.indexOf('//') + 2);
    path = slash < 0 ? '/' : path.slice(slash);
  }
  if (path === '' || path.startsWith('/')) return path;
  const { value } = dialect.noSlash;
  if (value === 'slash-added-always') return `/${path}`;
  if (path.startsWith('*') || value === 'kept') return path;
  return value === 'ignored' ? null : `/${path}`;
}
