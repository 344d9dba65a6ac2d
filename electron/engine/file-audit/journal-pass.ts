import type { Findings } from '#core/file-audit/findings.ts';
import {
  endOf,
  type InForce,
  inForceAt,
  isLogin,
  isLoginPage,
  type JournalEntry,
  wasSent,
} from '#core/politeness-report/journal.ts';
import type { Steps } from '#core/steps.ts';
import type { ReadDb } from '#storage/file/handle.ts';

const rowsOfBlock = 1_000;
/** Hosts whose rules are kept. */
const mostHosts = 1_000;

type Row = [
  id: number,
  origin: number,
  purpose: JournalEntry['purpose'],
  target: string,
  startedAt: number,
  endedAt: number | null,
  outcome: string | null,
  cause: string | null,
];

/**
 * Every request of the journal, in order: was the delay of its host kept, was robots.txt read before, and did it allow the URL? Reads
 * the journal once; memory grows with the hosts. Yields requests checked.
 */
export function* journalChecks(db: ReadDb, findings: Findings, rulesOf: (originId: number) => readonly InForce[]): Steps<void> {
  const block = db
    .prepare(
      `SELECT f.id, f.origin_id, f.purpose, coalesce(f.target, u.url, ''), f.started_at, f.ended_at, f.outcome, f.cause
       FROM fetch f LEFT JOIN url u ON u.id = f.url_id WHERE f.id > ? ORDER BY f.id LIMIT ${rowsOfBlock}`,
    )
    .raw();
  const busyUntil = new Map<number, number>();
  const rules = new Map<number, readonly InForce[]>();
  /** The last request of a host, where it was for the page of the login. */
  const loginPages = new Map<number, JournalEntry>();
  let done = 0;
  for (let after = 0; ; ) {
    const rows = block.all(after) as Row[];
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last[0];
    for (const [, origin, purpose, target, startedAt, endedAt, outcome, cause] of rows) {
      const entry = {
        purpose,
        target,
        startedAt,
        endedAt,
        outcome,
        cause,
        status: null,
        wireBytes: 0,
        userAgent: '',
        retryAfter: null,
      };
      if (!wasSent(entry)) continue;
      let spans = rules.get(origin);
      if (spans === undefined) {
        if (rules.size >= mostHosts) rules.clear();
        spans = rulesOf(origin);
        rules.set(origin, spans);
      }
      const rule = spans[inForceAt(spans, startedAt)];
      checkPace(findings, entry, rule, busyUntil.get(origin));
      // The user named the login.
      if (!isLogin(entry, loginPages.get(origin), rule?.login)) checkRobots(findings, entry, rule);
      if (isLoginPage(entry, rule?.login)) loginPages.set(origin, entry);
      else loginPages.delete(origin);
      // An interrupted attempt has no end: what came after it cannot be measured against it.
      const end = outcome === 'interrupted' ? startedAt : endOf(entry);
      busyUntil.set(origin, Math.max(busyUntil.get(origin) ?? end, end));
    }
    yield (done += rows.length);
  }
}

function checkPace(findings: Findings, entry: JournalEntry, rule: InForce | undefined, busyUntil: number | undefined): void {
  const { target, startedAt } = entry;
  const requiredMs = rule?.requiredMs ?? 0;
  if (busyUntil !== undefined && requiredMs > 0) {
    findings.checked('delay');
    findings.checked('one-request');
    const gapMs = startedAt - busyUntil;
    if (gapMs < 0)
      findings.differs('one-request', target, { stored: 'sent while another request was in flight', recomputed: 'after it' });
    else if (gapMs < requiredMs)
      findings.differs('delay', target, { stored: `${gapMs} ms after the last response`, recomputed: `${requiredMs} ms` });
  }
}

function checkRobots(findings: Findings, { target, purpose }: JournalEntry, rule: InForce | undefined): void {
  if (purpose === 'robots') return;
  findings.checked('robots-first');
  if (!rule || rule.forbids === null) {
    findings.differs('robots-first', target, { stored: 'requested before robots.txt', recomputed: 'after it' });
    return;
  }
  findings.checked('allowed');
  const forbidden = rule.override === '' ? rule.forbids(target) : null;
  if (forbidden !== null)
    findings.differs('allowed', target, {
      stored: 'requested',
      recomputed: `forbidden by line ${forbidden.line}: ${forbidden.rule}`,
    });
}
