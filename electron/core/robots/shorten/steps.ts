import { largest, least } from '#shared/lists.ts';
import type { RobotsFile, RobotsGroup, RobotsLine, RobotsRule } from '#shared/model/robots.ts';
import { octetString } from '../../url/percent.ts';
import type { Step } from './edits.ts';

/**
 * Steps that change no verdict for any URL and robot by RFC 9309. Why each of them does not is said beside it. `file`: the bytes as the
 * dialect `rfc9309` parses them.
 */
export function stepsOf(file: RobotsFile, bytes: Uint8Array): Step[] {
  return [...layoutSteps(file, bytes), ...ruleSteps(file), ...groupSteps(file)];
}

const step = (kind: Step['kind'], line: number, because = 0): Step => ({ kind, line, because, remove: [line] });

/** Comments, white space and empty lines mean nothing (section 2.2). An empty line before a group stays: older robots need it. */
function layoutSteps(file: RobotsFile, bytes: Uint8Array): Step[] {
  const steps: Step[] = [];
  const isText = ({ kind }: RobotsLine): boolean => kind !== 'blank' && kind !== 'comment';
  let wasText = false;
  let blank: RobotsLine | null = null;
  for (const line of file.lines) {
    if (line.kind === 'comment') steps.push(step('comment', line.number));
    else if (line.kind === 'blank') {
      if (blank !== null || !wasText) steps.push(step('layout', line.number));
      else blank = line;
    }
    if (!isText(line)) continue;
    if (blank !== null && line.kind !== 'user-agent') steps.push(step('layout', blank.number));
    blank = null;
    wasText = true;
    if (line.kind === 'unparsed' || line.kind === 'other') continue;
    const written = octetString(bytes.subarray(line.start, line.end));
    const plain = `${line.key}: ${line.value}`.trimEnd();
    // Other octets may have been decoded.
    const isPlain = /^[\t\x20-\x7e]*$/.test(written);
    if (isPlain && plain.length < written.length)
      steps.push({ kind: 'layout', line: line.number, because: 0, remove: [], replace: { line: line.number, text: plain } });
  }
  if (blank !== null) steps.push(step('layout', blank.number));
  return steps;
}

/** The text that every path matched by a pattern starts with. */
const start = (pattern: string): string => pattern.split(/[*$]/, 1)[0] ?? '';

/**
 * Rules that decide nothing. A rule that a shorter one of its kind covers decides only against rules of the other kind; without any that
 * can match the same path, both give the same verdict. An Allow gives the verdict of no rule at all where no Disallow can match. Every
 * group keeps one rule. Rules of the other kind are those of the whole file, because groups of one robot are combined (section 2.2.1).
 */
function ruleSteps(file: RobotsFile): Step[] {
  const all = file.groups.flatMap(group => group.rules).filter(rule => rule.normalized !== '');
  if (all.length > MOST_RULES) return [];
  const opposite = new StartIndex(all);
  return file.groups.flatMap(group => {
    const found = idleRules(group, opposite);
    const lines = new Set(group.rules.map(({ line }) => line));
    return found.length < lines.size ? found : found.slice(1);
  });
}

function idleRules(group: RobotsGroup, others: StartIndex): Step[] {
  const found: Step[] = [];
  const seen = new Map<string, number>();
  const written = group.rules.filter(rule => rule.normalized !== '');
  const kept = new Map<string, RobotsRule>();
  for (const rule of group.rules) {
    if (rule.normalized === '') {
      if (written.length > 0) found.push(step('empty-rule', rule.line));
      continue;
    }
    const key = `${rule.allow} ${rule.normalized}`;
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, rule.line);
      kept.set(key, rule);
    } else found.push(step('duplicate', rule.line, first));
  }
  const covers = new Covers([...kept.values()]);
  for (const rule of kept.values()) {
    if (others.meets(!rule.allow, rule.normalized)) continue;
    const cover = covers.of(rule);
    if (cover) found.push(step('covered', rule.line, cover.line));
    else if (rule.allow && kept.size > 1) found.push(step('idle-allow', rule.line));
  }
  return found;
}

/** Distinct lengths, rising. */
const lengthsOf = (texts: readonly string[]): number[] => [...new Set(texts.map(text => text.length))].sort((a, b) => a - b);

/** Finds a rule of the same kind whose pattern is a beginning of another: it matches whatever that one matches. */
class Covers {
  readonly #rules: ReadonlyMap<string, RobotsRule>;
  readonly #lengths: readonly number[];

  constructor(rules: readonly RobotsRule[]) {
    this.#rules = new Map(rules.map(rule => [`${rule.allow} ${rule.normalized}`, rule]));
    this.#lengths = lengthsOf(rules.map(rule => rule.normalized));
  }

  of({ allow, normalized }: RobotsRule): RobotsRule | null {
    for (const length of this.#lengths) {
      if (length >= normalized.length) return null;
      const begin = normalized.slice(0, length);
      // A $ at the end would anchor it; an escape is not cut.
      if (begin.endsWith('$') || /%[\dA-Fa-f]?$/.test(begin)) continue;
      const cover = this.#rules.get(`${allow} ${begin}`);
      if (cover) return cover;
    }
    return null;
  }
}

/** Finds out whether a rule of one kind can match a path that a pattern matches. */
class StartIndex {
  readonly #starts: Readonly<Record<'true' | 'false', Starts>>;

  constructor(rules: readonly RobotsRule[]) {
    const of = (allow: boolean): Starts =>
      new Starts(rules.filter(rule => rule.allow === allow).map(rule => start(rule.normalized)));
    this.#starts = { true: of(true), false: of(false) };
  }

  meets(allow: boolean, pattern: string): boolean {
    return this.#starts[`${allow}`].meet(start(pattern));
  }
}

/** Texts that paths start with. Two meet if one is a beginning of the other. */
class Starts {
  readonly #sorted: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #lengths: readonly number[];

  constructor(texts: readonly string[]) {
    this.#known = new Set(texts);
    this.#sorted = [...this.#known].sort();
    this.#lengths = lengthsOf(texts);
  }

  meet(text: string): boolean {
    for (const length of this.#lengths) {
      if (length > text.length) break;
      if (this.#known.has(text.slice(0, length))) return true;
    }
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return this.#sorted[low]?.startsWith(text) ?? false;
  }
}

/** More rules are compared with each other no more: the file keeps them. */
const MOST_RULES = 20_000;

/**
 * Groups that are combined anyway (section 2.2.1): those with the same rules become one group of all their names, those of the same names
 * one group of all their rules.
 */
function groupSteps(file: RobotsFile): Step[] {
  const steps: Step[] = [];
  const byRules = new Map<string, RobotsGroup>();
  const byNames = new Map<string, RobotsGroup>();
  for (const group of file.groups) {
    if (!isMovable(file, group)) continue;
    const names = group.agents.map(({ token }) => token.toLowerCase()).sort();
    const rules = group.rules.map(rule => `${rule.allow} ${rule.normalized}`).sort();
    const delays = group.crawlDelays.map(({ seconds }) => String(seconds));
    const same = byRules.get(JSON.stringify([rules, delays]));
    const named = byNames.get(JSON.stringify(names));
    const agents = group.agents.map(({ line }) => line);
    const others = [...new Set([...group.rules.map(({ line }) => line), ...group.crawlDelays.map(({ line }) => line)])];
    const remove = [...new Set([...agents, ...others])];
    const line = agents[0] ?? 0;
    const because = (same ?? named)?.agents[0]?.line ?? 0;
    if (same) {
      const known = new Set(same.agents.map(({ token }) => token.toLowerCase()));
      const lines = group.agents.filter(({ token }) => !known.has(token.toLowerCase())).map(agent => agent.line);
      steps.push({ kind: 'same-rules', line, because, remove, move: { lines, after: same.agents.at(-1)?.line ?? 0 } });
    } else if (named && group.crawlDelays.length === 0 && named.rules.length > 0) {
      const after = largest(named.rules.map(rule => rule.line));
      steps.push({ kind: 'same-names', line, because, remove, move: { lines: others, after } });
    } else {
      byRules.set(JSON.stringify([rules, delays]), group);
      byNames.set(JSON.stringify(names), group);
    }
  }
  return steps;
}

/** Whether a group is one piece of names, rules and delays, so that its lines can be moved without touching others. */
function isMovable(file: RobotsFile, group: RobotsGroup): boolean {
  const own = new Set([
    ...group.agents.map(({ line }) => line),
    ...group.rules.map(({ line }) => line),
    ...group.crawlDelays.map(({ line }) => line),
  ]);
  if (own.size === 0 || group.rules.length === 0) return false;
  const [first, last] = [least(own), largest(own)];
  for (let line = first; line <= last; line += 1) {
    const kind = file.line(line)?.kind;
    if (kind !== 'blank' && kind !== 'comment' && !own.has(line)) return false;
  }
  return true;
}
