import type { RobotsFile, RobotsGroup, RobotsRule } from '#shared/model/robots.ts';
import type { Dialect } from '../dialect.ts';
import { type CompiledGroup, compileGroup } from '../match/match.ts';
import { robotTokenOf, STAR } from './agent.ts';
import { type Candidate, candidates, namedGroups } from './named-groups.ts';

/** The groups that apply to a robot, and how they were found. */
export interface ChosenGroups {
  readonly groups: readonly RobotsGroup[];
  /** The User-agent lines that chose them, in file order. */
  readonly lines: readonly number[];
  /** The steps in order, as short English phrases. */
  readonly steps: readonly string[];
  /** The rules of all chosen groups, ready to be matched. */
  readonly compiled: CompiledGroup;
  /** Each group separately if the robot may choose any of several; otherwise empty. */
  readonly alternatives: readonly CompiledGroup[];
  /** The Crawl-delay line that blocks the whole site, 0 for none. */
  readonly closedBy: number;
}

interface Remembered {
  readonly dialect: Dialect;
  readonly byAgent: Map<string, ChosenGroups>;
  /** By the numbers of the groups: the same groups apply to most robots. */
  readonly compiled: Map<string, CompiledGroup>;
}

/** Groups are chosen and compiled once for each file and robot. The result is freed together with the file. */
const remembered = new WeakMap<RobotsFile, Remembered>();
const MOST_AGENTS = 64;

/** Finds the groups for a robot (RFC 9309 section 2.2.1) and compiles their rules. `agent` is a product token or a user agent. */
export function chooseGroups(file: RobotsFile, dialect: Dialect, agent: string): ChosenGroups {
  let memory = remembered.get(file);
  if (memory === undefined || memory.dialect !== dialect) {
    memory = { dialect, byAgent: new Map(), compiled: new Map() };
    remembered.set(file, memory);
  }
  const known = memory.byAgent.get(agent);
  if (known !== undefined) return known;
  if (memory.byAgent.size >= MOST_AGENTS) {
    memory.byAgent.clear();
    memory.compiled.clear();
  }
  const chosen = choose(file, memory, agent);
  memory.byAgent.set(agent, chosen);
  return chosen;
}

function choose(file: RobotsFile, memory: Remembered, agent: string): ChosenGroups {
  const { dialect } = memory;
  const token = robotTokenOf(agent, dialect);
  const steps: string[] = [token === '' ? 'robot without a name' : `robot name compared: ${token}`];
  const groups = file.groups.filter(group => group.counts !== false);
  const named = namedGroups(groups, token, dialect, steps);
  steps.push(describe('own group', named));
  if (named.length > 0 && dialect.star.value !== 'united') return collect(named, steps, memory);
  const everybody = candidates(groups, lineToken => lineToken === STAR);
  const star = dialect.choice.value === 'first' ? everybody.slice(0, 1) : everybody;
  if (named.length > 0) {
    steps.push(describe('together with *', star));
    return collect([...named, ...star.filter(each => !named.some(own => own.group === each.group))], steps, memory);
  }
  steps.push(describe(star.length > 0 ? 'fell back to *' : 'group for *', star));
  return collect(star, steps, memory);
}

const SHOWN_LINES = 20;

function describe(what: string, found: readonly Candidate[]): string {
  if (found.length === 0) return `${what}: none`;
  const lines = found.flatMap(each => each.lines).filter(line => line > 0);
  if (lines.length === 0) return `${what}: rules without a User-agent line`;
  const shown = lines.slice(0, SHOWN_LINES).join(', ');
  return `${what}: line ${shown}${lines.length > SHOWN_LINES ? ` and ${lines.length - SHOWN_LINES} more` : ''}`;
}

function collect(found: readonly Candidate[], steps: readonly string[], { dialect, compiled }: Remembered): ChosenGroups {
  const groups = found.map(each => each.group);
  const closedBy = closingLine(groups, dialect);
  const closesSite = closedBy > 0 && dialect.crawlDelay.value.closes === 'site';
  const key = groups.map(group => group.index).join(' ');
  let ready = compiled.get(key);
  if (ready === undefined) {
    const rules: RobotsRule[] = groups.flatMap(group => group.rules);
    if (closedBy > 0 && !closesSite) rules.push({ line: closedBy, allow: false, pattern: '/', normalized: '/' });
    ready = compileGroup(rules, dialect);
    compiled.set(key, ready);
  }
  return {
    groups,
    lines: found.flatMap(each => each.lines).filter(line => line > 0),
    steps,
    compiled: ready,
    alternatives:
      dialect.choice.value === 'any' && groups.length > 1 ? groups.map(group => compileGroup(group.rules, dialect)) : [],
    closedBy: closesSite ? closedBy : 0,
  };
}

/** The Crawl-delay line with a value longer than the robot would wait, 0 if there is none. */
function closingLine(groups: readonly RobotsGroup[], dialect: Dialect): number {
  const { closesAbove, several } = dialect.crawlDelay.value;
  if (closesAbove === null) return 0;
  const picked = pickDelay(groups, several);
  return picked !== null && picked.seconds > closesAbove ? picked.line : 0;
}

/** The Crawl-delay that applies when the groups have several; null if they have none. */
export function pickDelay(
  groups: readonly RobotsGroup[],
  several: 'largest' | 'smallest' | 'first' | 'last',
): { readonly seconds: number; readonly line: number } | null {
  let picked: { seconds: number; line: number } | null = null;
  for (const group of groups) {
    for (const { seconds, line } of group.crawlDelays) {
      const isBetter =
        picked === null ||
        several === 'last' ||
        (several === 'largest' && seconds > picked.seconds) ||
        (several === 'smallest' && seconds < picked.seconds);
      if (isBetter) picked = { seconds, line };
    }
  }
  return picked;
}
