import { titleOf } from '#shared/explain/describe.ts';
import { durationWords } from '#shared/explain/duration.ts';
import { tlsWords } from '#shared/explain/tls.ts';
import type { Answer, ExplainedDecision, ResolvedEvidence, UrlExplanation, UrlFacts } from '#shared/model/explanation.ts';
import type { NetworkFacts } from '#shared/model/fetch.ts';
import { pad, printable } from '../../export/text-width.ts';
import { pageSections } from './page-signals.ts';
import { readableLine } from './readable-line.ts';
import { robotsLines } from './robots.ts';
import { sizeWords, timeWords } from './units.ts';
import { whyNotSections } from './why-not.ts';

const indent = (lines: readonly string[], by: number): string[] => lines.map(line => (line === '' ? '' : ' '.repeat(by) + line));

const evidenceLine = ({ label, text }: ResolvedEvidence): string => `evidence: ${label}${text === '' ? '' : `: ${text.trim()}`}`;

function answerLines(question: string, answer: Answer<string>): string[] {
  return [`${pad(question, 26)}${pad(answer.verdict, 10)}${answer.sentence}`, ...indent(answer.evidence.map(evidenceLine), 36)];
}

function decisionLines(decision: ExplainedDecision, number: number): string[] {
  const when = decision.at > 0 ? `  ${timeWords(decision.at)}` : '';
  return [
    `${number}. ${decision.stage}: ${decision.verdict}, ${titleOf(decision.reason)} [${decision.reason}]${decision.current ? ', current' : ''}${when}`,
    ...indent(
      [
        decision.sentence,
        ...decision.evidence.map(evidenceLine),
        ...(decision.advice ? [`to change it: ${decision.advice}`] : []),
      ],
      3,
    ),
  ];
}

/** What the last attempt cost and used on the network. */
function networkPairs(network: NetworkFacts | null): (readonly [string, string | null])[] {
  if (!network) return [];
  const { dnsMs, tcpMs, tlsMs, waitMs, downloadMs, httpVersion, tls } = network;
  const steps = [
    ['DNS', dnsMs],
    ['TCP', tcpMs],
    ['TLS', tlsMs],
    ['waiting', waitMs],
    ['download', downloadMs],
  ] as const;
  const times = steps.filter(([, ms]) => ms !== null).map(([name, ms]) => `${name} ${durationWords(ms ?? 0)}`);
  const notAfter = tls?.certificate?.notAfter ?? null;
  return [
    ['network', times.join(', ') || null],
    ['HTTP version', httpVersion],
    ['TLS', tls && tlsWords(tls, httpVersion !== null)],
    ['certificate', tls?.certificate ? `${tls.certificate.subject}, issued by ${tls.certificate.issuer}` : null],
    ['valid until', notAfter === null ? null : timeWords(notAfter)],
  ];
}

function factLines(facts: UrlFacts): string[] {
  const pairs: (readonly [string, string | number | null])[] = [
    ['state', facts.state],
    ['depth', facts.depth],
    ['status', facts.status],
    ['type', facts.contentType],
    ['size', facts.bytes === null ? null : sizeWords(facts.bytes)],
    ['time', facts.totalMs === null ? null : durationWords(facts.totalMs)],
    ['fetched', facts.fetchedAt === null ? null : timeWords(facts.fetchedAt)],
    ['attempts', facts.attempts],
    ['redirects to', facts.redirectTo],
    ['title', facts.title],
    ['description', facts.description],
    ['h1', facts.h1],
    ['language', facts.lang],
    ['canonical', facts.canonical],
    ['meta robots', facts.metaRobots],
    ['X-Robots-Tag', facts.xRobotsTag],
    ['inlinks', facts.inlinks],
    ['outlinks', facts.outlinks],
    ['in sitemaps', facts.inSitemaps],
    ['check', facts.check ? `${titleOf(facts.check.result)} [${facts.check.result}]` : null],
    ['check status', facts.check?.status ?? null],
    ['check type', facts.check?.contentType ?? null],
    [
      'check size',
      facts.check?.contentLength === undefined || facts.check.contentLength === null
        ? null
        : sizeWords(facts.check.contentLength),
    ],
    ['check leads to', facts.check?.redirectTo ?? null],
    ...networkPairs(facts.network ?? null),
    ['body', facts.bodyEnd === null || facts.bodyEnd === 'complete' ? null : facts.bodyEnd],
  ];
  return pairs.filter(([, value]) => value !== null && value !== '').map(([name, value]) => `${pad(name, 14)}${value}`);
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...indent(lines, 2)];

/** The whole explanation of one URL as plain text: verdicts, cause chain, discovery, robots.txt ranking, facts. */
export function explanationText(explanation: UrlExplanation): string {
  const { robots, facts, page, discovery, decisions, whyNot } = explanation;
  const chain = decisions.flatMap((decision, i) => decisionLines(decision, i + 1));
  const path = discovery.map((step, i) => `${i === 0 ? '' : `${'  '.repeat(Math.min(i, 20) - 1)}└ `}${step.url}  (${step.how})`);
  const lines = [
    explanation.url,
    ...readableLine(explanation.url),
    explanation.headline,
    '',
    ...answerLines('May it be fetched?', explanation.mayFetch),
    ...answerLines('May it be listed?', explanation.mayList),
    ...answerLines('Were its links followed?', explanation.linksFollowed),
    ...whyNotSections(whyNot).flatMap(([title, lines]) => section(title, lines)),
    ...section(explanation.seen ? 'Why, step by step' : 'What would be decided', chain),
    ...section('Notes', explanation.notes),
    ...section('How it was found', path),
    ...(robots
      ? section(
          `${robots.isOwn ? 'Your own robots.txt for' : 'robots.txt of'} ${robots.origin}, as ${robots.agent} interprets it${robots.versionNumber === null ? '' : ` (version ${robots.versionNumber})`}`,
          robotsLines(robots),
        )
      : []),
    ...(page ? pageSections(page).flatMap(([title, lines]) => section(title, lines)) : []),
    ...(facts ? section('Facts', factLines(facts)) : []),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}
