import type { FindingItem, NotCheckableReason } from '#shared/model/audit.ts';
import type { Judge } from '../../replay/judge.ts';
import { targetOf } from '../../replay/target-table.ts';
import { sameBytes } from '../bytes.ts';
import type { AuditSite, AuditUrl } from '../check.ts';
import type { HostRow, RobotsRow } from '../source.ts';
import { judgeOfRow, type RobotsSaid, said } from './judges.ts';
import { Kept } from './kept.ts';
import { robotsOfSite } from './site-robots.ts';

/** The verdict on a URL by the file of before and by that of now. */
export interface RobotsFlip {
  readonly before: RobotsSaid;
  readonly now: RobotsSaid;
}

/** A robots.txt in force now beside the one of before. */
export interface RobotsPair {
  readonly origin: string;
  readonly before: RobotsRow;
  readonly now: RobotsRow;
  readonly isSame: boolean;
}

/** The file of before: that of the earlier crawl, or without one the version that this crawl read before the present one. */
function earlierRobots(site: AuditSite, { origin, originId }: HostRow): RobotsRow | NotCheckableReason {
  const { baseline, source } = site;
  if (baseline === null) return source.robotsBefore(originId) ?? 'needs-baseline';
  const before = baseline.host(origin)?.robots ?? null;
  return before === null || isUnknown(before) ? 'not-in-baseline' : before;
}

/** A server that fails says nothing about its rules. */
const isUnknown = ({ access, text }: RobotsRow): boolean => access === 'disallow-all' || (access === 'rules' && text === null);

interface Prepared {
  readonly judges: { readonly before: Judge; readonly now: Judge } | null;
  readonly lines: { readonly before: readonly string[]; readonly now: readonly string[] };
}

/** The robots.txt files of a crawl beside those of before, worked out once for all checks. */
class EarlierRobots {
  readonly #site: AuditSite;
  readonly #pairs = new Map<number, RobotsPair | NotCheckableReason>();
  readonly #prepared = new Kept<Prepared>();

  constructor(site: AuditSite) {
    this.#site = site;
  }

  pair(host: HostRow): RobotsPair | NotCheckableReason {
    let found = this.#pairs.get(host.originId);
    if (found === undefined) {
      found = this.#pair(host);
      this.#pairs.set(host.originId, found);
    }
    return found;
  }

  /** Null: both files give the same verdicts. */
  flip(url: AuditUrl): RobotsFlip | NotCheckableReason | null {
    const host = robotsOfSite(this.#site).hostOf(url.originId);
    const pair = host === null ? 'needs-robots' : this.pair(host);
    if (typeof pair === 'string') return pair;
    const { judges } = pair.isSame ? { judges: null } : this.#prepare(url.originId, pair);
    if (judges === null) return null;
    const target = targetOf(url.url);
    const before = said(judges.before, pair.origin, target);
    const now = said(judges.now, pair.origin, target);
    if (before === 'no-response' || now === 'no-response') return 'no-response';
    return before.allowed === now.allowed ? null : { before, now };
  }

  /** The verdicts and the lines that decide, as evidence. */
  itemsOf(url: AuditUrl, { before, now }: RobotsFlip): FindingItem[] {
    const items: FindingItem[] = [{ value: flipWords({ before, now }) }];
    const host = robotsOfSite(this.#site).hostOf(url.originId);
    const pair = host && this.pair(host);
    if (pair === null || typeof pair === 'string') return items;
    const { lines } = this.#prepare(url.originId, pair);
    if (now.line > 0) items.push({ value: `now: ${lineAt(lines.now, now.line)}`, line: now.line });
    if (before.line > 0) items.push({ value: `before: ${lineAt(lines.before, before.line)}` });
    return items;
  }

  linesOf(host: HostRow, pair: RobotsPair): Prepared['lines'] {
    return this.#prepare(host.originId, pair).lines;
  }

  #pair(host: HostRow): RobotsPair | NotCheckableReason {
    if (host.robots === null) return 'needs-robots';
    if (isUnknown(host.robots)) return host.robots.access === 'rules' ? 'no-body' : 'no-response';
    const before = earlierRobots(this.#site, host);
    if (typeof before === 'string') return before;
    const isSame = before.access === host.robots.access && sameBytes(before.text, host.robots.text);
    return { origin: host.origin, before, now: host.robots, isSame };
  }

  #prepare(originId: number, { before, now, isSame }: RobotsPair): Prepared {
    const { profile } = robotsOfSite(this.#site);
    return this.#prepared.of(originId, () => ({
      judges: isSame ? null : { before: judgeOfRow(before, profile), now: judgeOfRow(now, profile) },
      lines: { before: linesOf(before), now: linesOf(now) },
    }));
  }
}

const linesOf = ({ text }: RobotsRow): readonly string[] =>
  text === null ? [] : new TextDecoder().decode(text).split(/\r\n|\r|\n/);
const lineAt = (lines: readonly string[], line: number): string => (lines[line - 1] ?? '').trim().slice(0, 200);
const word = ({ allowed }: RobotsSaid): string => (allowed ? 'allowed' : 'blocked');
export const flipWords = ({ before, now }: RobotsFlip): string => `${word(before)} → ${word(now)}`;

const known = new WeakMap<AuditSite, EarlierRobots>();

export function earlierRobotsOf(site: AuditSite): EarlierRobots {
  let found = known.get(site);
  if (!found) {
    found = new EarlierRobots(site);
    known.set(site, found);
  }
  return found;
}
