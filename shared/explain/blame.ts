import type { BlameReason, BlameRun } from '../model/history.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const dayMs = 86_400_000;

/** '12 May 2024' (UTC) of epoch milliseconds. Days of the proleptic Gregorian calendar, counted in eras of 400 years from 1 March. */
export function dayWords(at: number): string {
  const days = Math.floor(at / dayMs) + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = (fromMarch + 2) % 12;
  const year = yearOfEra + era * 400 + (month < 2 ? 1 : 0);
  return `${day} ${months[month]} ${year}`;
}

/** '12 May 2024, 09:05 UTC' of epoch milliseconds. */
export function momentWords(at: number): string {
  const minutes = Math.floor((at - Math.floor(at / dayMs) * dayMs) / 60_000);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${dayWords(at)}, ${two(Math.floor(minutes / 60))}:${two(minutes % 60)} UTC`;
}

/** The request for robots.txt failed, and which version stays in force meanwhile. */
export interface UnreachableTold {
  /** Epoch milliseconds. */
  readonly at: number;
  /** 'Connection refused', 'status 503'. */
  readonly outcome: string;
  /** Number of the version that is used instead, 0 for none, and whether it is the one in force for the crawl. */
  readonly standIn: number;
  readonly isInForce: boolean;
}

/** 'robots.txt was unreachable on 12 May 2024, 09:05 UTC (status 503); version 3 stays in force here.' */
export const unreachableSentence = ({ at, outcome, standIn, isInForce }: UnreachableTold): string =>
  standIn > 0
    ? `robots.txt was unreachable on ${momentWords(at)} (${outcome}); ${isInForce ? `version ${standIn} stays in force here` : `version ${standIn}, the last readable one, is used instead`}.`
    : `robots.txt was unreachable on ${momentWords(at)} (${outcome}), and there is no copy to use instead. Nothing may be fetched until it can be read (RFC 9309 §2.3.1.4).`;

/** How the request for robots.txt failed, by its stored cause: 'dns failure', 'connection refused', 'failed'. */
export const failureWords = (cause: string): string => (cause === 'imported-failure' ? 'failed' : cause.replaceAll('-', ' '));

const verdicts = { true: 'Allowed', false: 'Blocked', null: 'Undecided' } as const;
export const blameVerdict = (allowed: boolean | null): string => verdicts[String(allowed) as keyof typeof verdicts];

const becauses: Readonly<Record<BlameReason, string>> = {
  rule: '',
  'no-match': 'no rule matches',
  'no-group': 'no group applies to this crawler',
  'robots-txt': 'crawlers may always fetch robots.txt itself',
  'no-file': 'there is no robots.txt',
  unreachable: 'robots.txt could not be read',
};

/** 'by line 14 “Disallow: /x”', or why without a line. */
export const blameBecause = ({ reason, rule }: Pick<BlameRun, 'reason' | 'rule'>, line: number): string =>
  line > 0 ? `by line ${line} “${rule}”` : becauses[reason];

/** The facts of the sentence: places in `runs` are versions, numbered from 1. `line` is the deciding line in version `asOf`. */
export interface BlameTold {
  readonly runs: readonly BlameRun[];
  readonly asOf: number;
  readonly since: number;
  readonly sameRuleSince: number;
  readonly line: number;
  readonly reason: BlameReason;
  /** Where version `asOf` is a failure and an older version is used instead. */
  readonly unreachable?: UnreachableTold | null;
  /** When a version was first seen, by number. */
  at(number: number): number;
}

/** 'Blocked since version 7 (12 May 2024) by line 14 “Disallow: /x”; allowed before.' */
export function blameSentence({ runs, asOf, since, sameRuleSince, line, reason, unreachable, at }: BlameTold): string {
  const run = runs.find(each => each.from <= asOf && asOf <= each.to);
  if (!run) return 'No version of robots.txt is stored.';
  const dated = (number: number): string => `version ${number} (${dayWords(at(number))})`;
  const because = blameBecause({ reason, rule: run.rule }, line);
  const link = line > 0 ? ' ' : ': ';
  const before = runs.find(each => each.from <= since - 1 && since - 1 <= each.to);
  const start =
    since === 1
      ? `${blameVerdict(run.allowed)} since the oldest known version, ${dated(1)}`
      : `${blameVerdict(run.allowed)} since ${dated(since)}`;
  const how = sameRuleSince > since ? `, and since ${dated(sameRuleSince)}${link}${because}` : `${link}${because}`;
  const failed = unreachable ? `${unreachableSentence(unreachable)} ` : '';
  return `${failed}${start}${how}${before ? `; ${blameVerdict(before.allowed).toLowerCase()} before` : ''}.`;
}
