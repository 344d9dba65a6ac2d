import type { Findings } from '#core/file-audit/findings.ts';
import type { Steps } from '#core/steps.ts';
import type { DecisionDraft, MayList } from '#shared/model/decision.ts';
import type { FileCheckId } from '#shared/model/file-audit.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { ReadDb } from '#storage/file/handle.ts';
import { hasColumn } from '#storage/file/has-column.ts';
import type { Lookup, StoredDecision } from '#storage/reads/lookup.ts';
import { encodeTrace } from '#storage/tables/decisions.ts';
import type { Admissions } from './admissions.ts';
import { NotRecomputable, type Recompute } from './recompute.ts';

const rowsOfBlock = 200;

type Row = [
  id: number,
  url: string,
  origin: string | null,
  reason: string,
  mayList: MayList,
  distance: number,
  hops: number,
  fetchId: number | null,
  outlinks: number | null,
];

interface Parts {
  readonly lookup: Pick<Lookup, 'decisions'>;
  readonly recompute: Recompute;
  readonly admissions: Admissions;
}

/** Recomputes the decisions about every URL, and compares its current decision. Yields URLs done. */
export function* verdictChecks(db: ReadDb, findings: Findings, parts: Parts): Steps<void> {
  // Before version 9, the distance was the depth.
  const distance = hasColumn(db, 'url', 'distance') ? 'u.distance' : 'u.depth';
  const block = db
    .prepare(
      `SELECT u.id, u.url, o.key, u.reason, u.may_list, ${distance}, u.hops, u.fetch_id, u.outlinks
       FROM url u LEFT JOIN origin o ON o.id = u.origin_id WHERE u.id > ? ORDER BY u.id LIMIT ${rowsOfBlock}`,
    )
    .raw();
  let done = 0;
  for (let after = 0; ; ) {
    const rows = block.all(after) as Row[];
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last[0];
    for (const row of rows) {
      try {
        checkUrl(findings, row, parts);
      } catch (error) {
        // One damaged value ends the check of one URL.
        if (!(error instanceof RpcError)) throw error;
        findings.differs('one-decision', row[1], { stored: error.message, recomputed: 'decisions that can be read' });
      }
      done += 1;
      yield done;
    }
  }
}

function checkUrl(findings: Findings, row: Row, { lookup, recompute, admissions }: Parts): void {
  const [id, url, origin, reason, mayList, distance, hops, fetchId, outlinks] = row;
  const decisions = lookup.decisions(id);
  oneCurrent(findings, url, { reason, decisions });
  if (fetchId !== null) preceded(findings, url, decisions);
  const decided = { id, url, origin: origin ?? '', fetchId, outlinks };
  const admission = decisions.findLast(({ stage }) => stage === 'admission');
  for (const decision of decisions) {
    switch (decision.stage) {
      case 'admission':
        if (decision !== admission) findings.notRecomputable('admission', 'a later decision replaced it');
        else same(findings, 'admission', { url, decision }, admissions.decide({ url, distance, hops }, decision));
        break;
      case 'access':
        same(findings, 'access', { url, decision }, recompute.access(decided, decision));
        break;
      case 'fetch':
        same(findings, 'outcome', { url, decision }, recompute.outcome(decided, decision));
        break;
      case 'listing': {
        const isBlocked = decision.rule === 'robots.txt';
        const found = isBlocked ? recompute.blocked(decided, decision) : recompute.listing(decided, decision);
        same(findings, 'listing', { url, decision }, found);
        break;
      }
      case 'follow':
        same(findings, 'follow', { url, decision }, recompute.follow(decided, decision));
        break;
    }
  }
  const listing = decisions.findLast(({ stage }) => stage === 'listing');
  if (listing)
    findings.compare('listing', url, { stored: `may list: ${mayList}`, recomputed: `may list: ${listingWord(listing)}` });
}

/** What a listing decision writes into `may_list`. */
function listingWord({ rule, reason, verdict }: StoredDecision): MayList {
  if (rule === 'robots.txt') return reason === 'site-closed' ? 'no' : 'url-only';
  return verdict === 'accept' ? 'yes' : verdict === 'reject' ? 'no' : 'unknown';
}

function oneCurrent(
  findings: Findings,
  url: string,
  { reason, decisions }: { readonly reason: string; readonly decisions: readonly StoredDecision[] },
): void {
  findings.checked('one-decision');
  const current = decisions.filter(each => each.current);
  const [only] = current;
  if (current.length !== 1 || only === undefined)
    findings.differs('one-decision', url, { stored: `${current.length} current decisions`, recomputed: '1 current decision' });
  else if (only.reason !== reason) findings.differs('one-decision', url, { stored: reason, recomputed: only.reason });
}

/** A URL that was requested was allowed before. */
function preceded(findings: Findings, url: string, decisions: readonly StoredDecision[]): void {
  findings.checked('allowed');
  if (!decisions.some(({ stage, verdict }) => stage === 'access' && verdict === 'accept'))
    findings.differs('allowed', url, { stored: 'requested', recomputed: 'no decision that allows it' });
}

type Said = Omit<DecisionDraft, 'stage'>;

/** `rules`: only steps of these rules are told. A later version of the program may have others. */
const wordsOf = ({ verdict, reason, rule, trace, evidence }: Said, rules: ReadonlySet<string>): string =>
  `${verdict} ${reason} by ${rule} ${JSON.stringify(evidence)} (${encodeTrace(trace.filter(step => rules.has(step.rule)))})`;

const rulesOf = ({ trace }: Said): ReadonlySet<string> => new Set(trace.map(step => step.rule));

/** The stored evidence without settings that later steps cite as well. */
function withoutCited(decision: StoredDecision, { evidence }: DecisionDraft): DecisionDraft['evidence'] {
  const rest = decision.evidence.slice(evidence.length);
  return rest.every(({ kind }) => kind === 'setting') ? decision.evidence.slice(0, evidence.length) : decision.evidence;
}

function same(
  findings: Findings,
  check: FileCheckId,
  { url, decision }: { readonly url: string; readonly decision: StoredDecision },
  found: DecisionDraft | readonly DecisionDraft[] | NotRecomputable,
): void {
  if (found instanceof NotRecomputable) {
    findings.notRecomputable(check, found.why);
    return;
  }
  const drafts = 'stage' in found ? [found] : found;
  findings.checked(check);
  const texts = drafts.map(draft => ({
    stored: wordsOf({ ...decision, evidence: withoutCited(decision, draft) }, rulesOf(draft)),
    recomputed: wordsOf(draft, rulesOf(decision)),
  }));
  if (texts.some(({ stored, recomputed }) => stored === recomputed)) return;
  const [first] = texts;
  if (first) findings.differs(check, url, first);
}
