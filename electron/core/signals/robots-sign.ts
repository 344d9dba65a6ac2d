import type { SignalValue } from '#shared/model/signals.ts';
import type { RobotsFacts } from '../directives/verdict-facts.ts';
import { comparedPath, endings, type Judge, judgePath } from '../replay/judge.ts';
import { targetOf, traitsOf } from '../replay/target-table.ts';
import { closesWholeSite } from '../robots/whole-site.ts';

/** Whether a line of a judge's file closes the whole site. Looked up once a line. */
const closing = new WeakMap<Judge, Map<number, boolean>>();

function closesSite(judge: Judge, line: number): boolean {
  let lines = closing.get(judge);
  if (lines === undefined) {
    lines = new Map();
    closing.set(judge, lines);
  }
  let found = lines.get(line);
  if (found === undefined) {
    const groups = judge.chosen?.groups.map(({ index }) => index) ?? [];
    found = closesWholeSite(judge.file, { allowed: false, line, groups });
    lines.set(line, found);
  }
  return found;
}

/** What robots.txt says to a crawler about a path, as its judge compares it (`comparedPath`). */
export function robotsSign(judge: Judge, path: string): SignalValue<'robots'> {
  const { line, ending } = judgePath(judge, path);
  const allowed = endings[ending]?.allowed;
  if (allowed === null) return 'choice';
  if (allowed) return 'allowed';
  return closesSite(judge, line) ? 'site-blocked' : 'blocked';
}

/** The same about a URL, as facts for its verdict. `judge` null: no response for /robots.txt is stored. */
export function robotsFacts(url: string, judge: Judge | null): RobotsFacts {
  if (judge === null) return { known: false, allowed: null, reason: 'no-file', line: 0, rule: '' };
  const target = targetOf(url);
  const path = comparedPath(judge, url.slice(0, url.length - target.length), target, traitsOf(target));
  const { line, ending } = judgePath(judge, path);
  const { allowed, reason } = endings[ending] ?? endings[0];
  const found = judge.file?.line(line);
  const rule = found ? `${found.key}: ${found.value}`.trimEnd() : '';
  return { known: true, allowed, reason, line, rule, wholeSite: robotsSign(judge, path) === 'site-blocked' };
}
