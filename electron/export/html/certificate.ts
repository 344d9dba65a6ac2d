import type { PolitenessCertificate, PolitenessReport } from '#shared/model/politeness.ts';
import { type Content, code, el, foreign } from './markup.ts';
import { htmlPage, type Made, type Section, timeText } from './page.ts';
import { bytes, count, facts, hash, ms, plural, soft, table } from './parts.ts';

/** The politeness certificates of one or more hosts as one document. `--verify` reads `meta` from its head. */
export function certificatePage(
  certificates: readonly PolitenessCertificate[],
  made: Made,
  meta: Readonly<Record<string, string>>,
): string {
  const [only] = certificates;
  const single = certificates.length === 1 && only !== undefined;
  return htmlPage({
    kind: 'Politeness certificate',
    title: single ? only.origin : plural(certificates.length, 'host'),
    lead: [
      certificates.map(each => [
        !single && el('p', {}, code(each.origin)),
        el('div', { class: each.report.kept ? 'seal yes' : 'seal no' }, each.report.verdict),
      ]),
      soft(
        'How this crawler treated the host, computed from the journal. Crawlscope writes every request to the journal before sending it. A gap is the time from the end of a response to the start of the next request. Gaps are compared with the required delay without tolerance.',
      ),
    ],
    sections: [...certificates.flatMap((each, at) => sectionsOf(each, single ? '' : `${at + 1}-`)), method],
    made,
    meta,
  });
}

function sectionsOf(certificate: PolitenessCertificate, prefix: string): Section[] {
  const { origin, report } = certificate;
  const of = prefix === '' ? '' : ` · ${origin}`;
  const section = (id: string, title: string, ...content: readonly Content[]): Section => ({
    id: prefix + id,
    title: title + of,
    content,
  });
  return [
    section('period', 'What was sent', period(certificate)),
    section('delay', 'The delay kept', delays(certificate)),
    section('robots', 'Requests for robots.txt', robots(certificate)),
    section('load', 'Load on the host', load(report)),
    section('throttled', 'When the host requested a wait', throttled(report)),
    section('forbidden', 'Requests to forbidden paths', forbidden(report)),
    section('evidence', 'What this was made from', evidence(certificate)),
  ];
}

function period({ report, crawlState }: PolitenessCertificate): Content {
  const { from, until, unsent, open } = report;
  return [
    facts([
      ['First request', from === null ? 'none' : timeText(from)],
      ['Last response', until === null ? 'none' : timeText(until)],
      [
        'Requests',
        `${count(report.requests)}: ${plural(report.pages, 'page')}, ${plural(report.sitemaps, 'sitemap file')}, ${count(report.robotsRequests)} for robots.txt`,
      ],
      ['Bytes received', `${bytes(report.bytes)} of bodies as they arrived`],
      ['Attempts not sent', unsent > 0 && `${count(unsent)}: refused by us or not resolved, nothing reached the host`],
      ['Without an end', open > 0 && `${count(open)}: in flight, or cut off with the program`],
      ['State of the crawl', crawlState],
    ]),
    table(
      [{ title: 'User-Agent as sent' }, { title: 'Requests', as: 'end' }],
      report.userAgents.map(({ text, requests }) => [text === '' ? 'none recorded' : code(text), count(requests)]),
    ),
  ];
}

function delays({ report }: PolitenessCertificate): Content {
  const { gaps, shortestMs, medianMs, marginMs, shortGaps, short } = report;
  const used = report.delays.filter(each => each.gaps > 0);
  return [
    facts([
      ['Gaps measured', count(gaps)],
      ['Shortest gap', shortestMs === null ? 'none' : ms(shortestMs)],
      ['Median gap', medianMs === null ? 'none' : ms(medianMs)],
      ['Smallest margin', marginMs === null ? 'none' : `${ms(marginMs)} beyond what was required`],
      ['Short gaps', count(shortGaps)],
    ]),
    table(
      [
        { title: 'In force from', as: 'fit' },
        { title: 'Required', as: 'end' },
        { title: 'By' },
        { title: 'Gaps', as: 'end' },
        { title: 'Shortest', as: 'end' },
        { title: 'Median', as: 'end' },
        { title: 'Short', as: 'end' },
      ],
      used.map(each => [
        timeText(each.from),
        ms(each.requiredMs),
        each.line > 0 ? `Crawl-delay, line ${each.line} of version ${each.robots}` : 'the crawl’s own delay',
        count(each.gaps),
        each.shortestMs === null ? '' : ms(each.shortestMs),
        each.medianMs === null ? '' : ms(each.medianMs),
        count(each.short),
      ]),
      'A declared Crawl-delay is never shortened; where the crawl’s own delay is longer, that one counts.',
    ),
    gaps === 0 && soft('There was no gap in which a delay was required.'),
    table(
      [{ title: 'Request at', as: 'fit' }, { title: 'URL' }, { title: 'Gap', as: 'end' }, { title: 'Required', as: 'end' }],
      short.map(each => [timeText(each.at), code(each.target), ms(each.gapMs), ms(each.requiredMs)]),
      shortGaps > short.length ? `Short gaps, the first ${short.length} of ${count(shortGaps)}` : 'Short gaps',
    ),
  ];
}

function robots({ report, versions }: PolitenessCertificate): Content {
  return [
    table(
      [{ title: 'Asked at', as: 'fit' }, { title: 'URL' }, { title: 'Answer' }, { title: 'Took', as: 'end' }],
      report.robots.map(each => [
        timeText(each.at),
        code(each.target),
        foreign(each.outcome),
        each.totalMs === null ? '' : ms(each.totalMs),
      ]),
      report.robotsRequests > report.robots.length ? `The first ${report.robots.length} of ${count(report.robotsRequests)}` : '',
    ),
    report.robotsRequests === 0 && soft('robots.txt of this host was not requested.'),
    table(
      [
        { title: 'Version', as: 'end' },
        { title: 'Seen from' },
        { title: 'to' },
        { title: 'Answer' },
        { title: 'Crawl-delay' },
        { title: 'SHA-256 of the file' },
      ],
      versions.map(each => [
        each.number,
        timeText(each.firstSeenAt),
        timeText(each.lastSeenAt),
        each.status === null ? each.access : `${each.status}, ${each.access}`,
        each.delayMs === null ? 'none' : `${each.delayMs / 1000} s (line ${each.delayLine})`,
        hash(each.hash),
      ]),
    ),
    report.beforeRobots > 0 &&
      el('p', { class: 'no' }, `${plural(report.beforeRobots, 'request')} went out before a response for robots.txt was known.`),
    report.loginBeforeRobots > 0 &&
      soft(
        `${plural(report.loginBeforeRobots, 'request')} of the login, which the user named, went out before robots.txt was requested.`,
      ),
  ];
}

const load = ({ mostInFlight, peakSecond, peakMinute }: PolitenessReport): Content =>
  facts([
    ['Most in flight', plural(mostInFlight, 'request')],
    ['Busiest second', peakSecond && `${plural(peakSecond.requests, 'request')}, from ${timeText(peakSecond.at)}`],
    ['Busiest minute', peakMinute && `${plural(peakMinute.requests, 'request')}, from ${timeText(peakMinute.at)}`],
  ]);

function throttled({ throttled: rows, throttledAnswers, retryAfterBroken }: PolitenessReport): Content {
  if (throttledAnswers === 0) return soft('No response was 429 or 503.');
  return [
    el(
      'p',
      {},
      `${plural(throttledAnswers, 'answer')} 429 or 503; Retry-After was cut short ${plural(retryAfterBroken, 'time')}.`,
    ),
    table(
      [
        { title: 'Answered at', as: 'fit' },
        { title: 'URL' },
        { title: 'Status', as: 'end' },
        { title: 'Retry-After', as: 'end' },
        { title: 'Next request after', as: 'end' },
        { title: 'Waited for' },
      ],
      rows.map(each => [
        timeText(each.at),
        code(each.target),
        each.status,
        each.askedMs === null ? 'none' : ms(each.askedMs),
        each.waitedMs === null ? 'none followed' : ms(each.waitedMs),
        each.askedMs === null ? 'not requested' : each.honoured ? 'yes' : 'no',
      ]),
      throttledAnswers > rows.length ? `The first ${rows.length} of ${count(throttledAnswers)}` : '',
    ),
  ];
}

function forbidden({ disallowed, disallowedRequests, overriddenRequests }: PolitenessReport): Content {
  const all = disallowedRequests + overriddenRequests;
  if (all === 0) return soft('None: the robots.txt in force at the time allowed every page and sitemap file that was requested.');
  return [
    el(
      'p',
      {},
      `${plural(disallowedRequests, 'request')} against robots.txt, ${plural(overriddenRequests, 'request')} by the user’s own word.`,
    ),
    table(
      [{ title: 'Request at', as: 'fit' }, { title: 'URL' }, { title: 'Forbidden by' }, { title: 'Sent because' }],
      disallowed.map(each => [
        timeText(each.at),
        code(each.target),
        each.line > 0 ? [`line ${each.line}: `, code(each.rule)] : 'the answer to robots.txt',
        each.override === '' ? 'no reason recorded' : each.override,
      ]),
      all > disallowed.length ? `The first ${disallowed.length} of ${count(all)}` : '',
    ),
  ];
}

const evidence = ({ journal, rows, settings }: PolitenessCertificate): Content => [
  facts([
    ['Rows', `${count(rows)}: every attempt at this host, every version of its robots.txt, every settings version`],
    ['SHA-256 over the rows', hash(journal)],
  ]),
  table(
    [{ title: 'Settings', as: 'end' }, { title: 'From' }, { title: 'Own delay', as: 'end' }, { title: 'Reads robots.txt as' }],
    settings.map(each => [each.id, timeText(each.at), ms(each.delayMs), each.profile]),
  ),
];

const method: Section = {
  id: 'method',
  title: 'How to check it',
  content: [
    el(
      'p',
      {},
      'The command below computes the certificate again from the crawl file and compares it with this document, byte by byte. It fails if a row of the journal or a word of this document was changed.',
    ),
    el(
      'p',
      {},
      'Times are whole milliseconds of the clock of the machine that crawled. The server’s own log shows the same requests a moment later; a clock that was set while crawling would show as an odd gap. A Retry-After counts as kept from 2 ms below it: that much two rounded times can hide.',
    ),
  ],
};
