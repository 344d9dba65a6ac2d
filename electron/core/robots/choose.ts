import type { RobotsFile, RobotsGroup, RobotsRule } from '#shared/model/robots.ts';
import { namesRobot, robotTokenOf, STAR } from './agent.ts';
import type { Dialect } from './dialect.ts';
import { type CompiledGroup, compileGroup } from './match.ts';

/** The groups that speak to a robot, and how they were found. */
export interface ChosenGroups {
  readonly groups: readonly RobotsGroup[];
  /** The User-agent lines that chose them, in file order. */
  readonly lines: readonly number[];
  /** The steps in order, as short English phrases. */
  readonly steps: readonly string[];
  /** The rules of all chosen groups, ready to be matched. */
  readonly compiled: CompiledGroup;
}

interface Remembered {
  readonly dialect: Dialect;
  readonly byAgent: Map<string, ChosenGroups>;
}

/** Choosing and compiling is done once for a file and a robot. Forgotten together with the file. */
const remembered = new WeakMap<RobotsFile, Remembered>();
const MOST_AGENTS = 64;

/** Finds the groups for a robot (RFC 9309 section 2.2.1) and compiles their rules. `agent` is a product token or a user agent. */
export function chooseGroups(file: RobotsFile, dialect: Dialect, agent: string): ChosenGroups {
  let memory = remembered.get(file);
  if (memory === undefined || memory.dialect !== dialect) {
    memory = { dialect, byAgent: new Map() };
    remembered.set(file, memory);
  }
  const known = memory.byAgent.get(agent);
  if (known !== undefined) return known;
  if (memory.byAgent.size >= MOST_AGENTS) memory.byAgent.clear();
  const chosen = choose(file, dialect, agent);
  memory.byAgent.set(agent, chosen);
  return chosen;
}

interface Candidate {
  readonly group: RobotsGroup;
  readonly lines: readonly number[];
  readonly tokenLength: number;
}

function choose(file: RobotsFile, dialect: Dialect, agent: string): ChosenGroups {
  const token = robotTokenOf(agent, dialect);
  const steps: string[] = [token === '' ? 'robot without a name' : `robot name compared: ${token}`];
  const named = narrow(
    candidates(file, lineToken => namesRobot(lineToken, token, dialect)),
    dialect,
    steps,
  );
  const visible = dialect.bareNamed.value === 'invisible' ? named.filter(each => each.group.rules.length > 0) : named;
  steps.push(describe('own group', visible));
  if (visible.length > 0 && dialect.star.value === 'only-without-named') return collect(visible, steps, dialect);
  const everybody = candidates(file, lineToken => lineToken === STAR);
  const star = dialect.choice.value === 'first' ? everybody.slice(0, 1) : everybody;
  if (visible.length > 0) {
    steps.push(describe('together with *', star));
    return collect([...visible, ...star.filter(each => !visible.some(own => own.group === each.group))], steps, dialect);
  }
  steps.push(describe(star.length > 0 ? 'fell back to *' : 'group for *', star));
  return collect(star, steps, dialect);
}

function candidates(file: RobotsFile, fits: (lineToken: string) => boolean): Candidate[] {
  const found: Candidate[] = [];
  for (const group of file.groups) {
    const agents = group.agents.filter(each => fits(each.token));
    if (agents.length === 0) continue;
    found.push({
      group,
      lines: agents.map(each => each.line),
      tokenLength: agents.reduce((longest, each) => Math.max(longest, each.token.length), 0),
    });
  }
  return found;
}

/** Leaves the groups the dialect reads when several name the robot. */
function narrow(found: Candidate[], dialect: Dialect, steps: string[]): Candidate[] {
  if (found.length < 2) return found;
  switch (dialect.choice.value) {
    case 'first':
      steps.push(`first of ${found.length} groups`);
      return found.slice(0, 1);
    case 'last':
      steps.push(`last of ${found.length} groups`);
      return found.slice(-1);
    case 'longest-token': {
      const longest = found.reduce((best, each) => Math.max(best, each.tokenLength), 0);
      steps.push('longest name');
      return found.filter(each => each.tokenLength === longest);
    }
    default:
      steps.push(`${found.length} groups merged`);
      return found;
  }
}

const SHOWN_LINES = 20;

function describe(what: string, found: readonly Candidate[]): string {
  if (found.length === 0) return `${what}: none`;
  const lines = found.flatMap(each => each.lines);
  const shown = lines.slice(0, SHOWN_LINES).join(', ');
  return `${what}: line ${shown}${lines.length > SHOWN_LINES ? ` and ${lines.length - SHOWN_LINES} more` : ''}`;
}

function collect(found: readonly Candidate[], steps: readonly string[], dialect: Dialect): ChosenGroups {
  const rules: RobotsRule[] = found.flatMap(each => each.group.rules);
  return {
    groups: found.map(each => each.group),
    lines: found.flatMap(each => each.lines),
    steps,
    compiled: compileGroup(rules, dialect),
  };
}
