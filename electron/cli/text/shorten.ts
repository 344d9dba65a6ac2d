import { dialectById } from '#core/robots/dialects/registry.ts';
import type { StepKind } from '#core/robots/shorten/edits.ts';
import type { Shortened } from '#core/robots/shorten/shorten.ts';
import { figure } from '#shared/explain/figure.ts';

const words: Readonly<Record<StepKind, readonly [one: string, many: string]>> = {
  comment: ['comment', 'comments'],
  layout: ['line with white space or an empty line', 'lines with white space, or empty'],
  'empty-rule': ['empty rule beside others', 'empty rules beside others'],
  duplicate: ['duplicate rule', 'duplicate rules'],
  covered: ['rule that a shorter one covers', 'rules that shorter ones cover'],
  'idle-allow': ['Allow that opens nothing', 'Allow lines that open nothing'],
  'same-rules': ['group with the rules of another', 'groups with the rules of another'],
  'same-names': ['group with the names of another', 'groups with the names of another'],
};

const counted = (kind: StepKind, count: number): string => `${figure(count)} ${words[kind][count === 1 ? 0 : 1]}`;
const nameOf = (id: string): string => dialectById(id)?.name ?? id;
/** Steps left out that are named one by one. */
const mostShown = 5;

/** What was taken out, what was left and why, and what proves that no verdict changes. */
export function shortenText(before: number, result: Shortened): string {
  const { bytes, made, leftOut, untried, refused, compared } = result;
  if (refused !== '') return `Not shortened: ${refused}\n`;
  const steps = Object.entries(made) as [StepKind, number][];
  const saved = before - bytes.length;
  const lines = [
    saved === 0
      ? `Nothing to take out of ${figure(before)} bytes.`
      : `${figure(before)} bytes became ${figure(bytes.length)}: ${figure(saved)} saved (${((saved / Math.max(1, before)) * 100).toFixed(0)} %).`,
    ...(steps.length > 0 ? [`Taken out or joined: ${steps.map(([kind, count]) => counted(kind, count)).join(', ')}.`] : []),
    ...leftOut.slice(0, mostShown).map(leftOutLine),
    ...(leftOut.length > mostShown ? [`… and ${figure(leftOut.length - mostShown)} more steps left out.`] : []),
    ...(untried > 0
      ? [`${figure(untried)} more steps were not tried: the file is too large to compare them all. Run it again on the result.`]
      : []),
    'Same verdicts: by RFC 9309 for every URL and robot, by construction.',
    `Compared besides: ${figure(compared.dialects)} dialects, ${figure(compared.names)} ${compared.names === 1 ? 'name' : 'names'}, ${figure(compared.urls)} URLs made from the rules${
      compared.ofCrawl > 0 ? `; ${figure(compared.ofCrawl)} URLs of the crawl by RFC 9309` : ''
    }: no verdict, delay or sitemap differs.`,
    ...(compared.cut.length > 0
      ? [
          `Not compared, because they read only a part of the original: ${compared.cut.map(nameOf).join(', ')}. They read more of the shorter file.`,
        ]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

const leftOutLine = ({ kind, line, difference }: Shortened['leftOut'][number]): string => {
  const { dialect, changes, agent, url } = difference;
  const where =
    changes === 'verdict'
      ? `its verdict on ${new URL(url).pathname}${new URL(url).search} for ${agent}`
      : changes === 'delay'
        ? `its delay for ${agent}`
        : 'its sitemaps';
  return `Left as it is, line ${line} (${words[kind][0]}): for ${nameOf(dialect)} it would change ${where}.`;
};
