import { countsSentence, factSentence, lineSentence, orderWords } from '#shared/explain/interpretation.ts';
import { append, largest } from '#shared/lists.ts';
import type {
  InterpretationDifference,
  InterpretedFile,
  InterpretedLine,
  InterpretedRule,
} from '#shared/model/interpretation.ts';
import { pad } from '../../export/text-width.ts';

const marks = { used: ' ', changed: '~', dropped: 'x', none: ' ' } as const;
const widest = 48;

const clip = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);

const readAs = (line: InterpretedLine): string => [line.text, lineSentence(line)].filter(part => part !== '').join('   # ');

const ruleLine = ({ line, allow, pattern, idle }: InterpretedRule): string =>
  `  ${allow ? 'Allow' : 'Disallow'}: ${pattern}   # line ${line}${idle ? ', decides nothing' : ''}`;

/** A file as one crawler reads it: each line beside its source, the groups that result, what it says to the robot. */
export function interpretationLines(
  reading: InterpretedFile,
  differences: readonly InterpretationDifference[] | null,
  other: string,
): string[] {
  const width = Math.min(widest, Math.max(0, largest(reading.source.map(({ text }) => text.length))));
  const digits = String(reading.source.length).length;
  const byLine = new Map<number, InterpretedLine[]>();
  for (const line of reading.lines) byLine.set(line.line, [...(byLine.get(line.line) ?? []), line]);
  const differing = new Map(differences?.map(each => [each.line, each]));
  const out = [
    `interpreted as ${reading.dialectName} (${reading.dialect}): ${countsSentence(reading)}`,
    ...reading.facts.map(factSentence),
    '',
  ];
  for (const { number, text, hidden } of reading.source) {
    const place = String(number).padStart(digits);
    const source = pad(clip(hidden > 0 ? `${text.slice(0, widest - 2)}…` : text), width);
    const here = byLine.get(number) ?? [];
    const lines = here.length === 0 ? [`${place}   ${source} |`] : [];
    for (const [index, line] of here.entries())
      lines.push(`${index === 0 ? `${place} ${marks[line.outcome]} ${source}` : pad('', digits + 3 + width)} | ${readAs(line)}`);
    const difference = differing.get(number);
    const names = difference?.onlyNames ? ' # Applies to other names.' : '';
    for (const line of difference?.other ?? []) lines.push(`${pad('', digits + 3 + width)} | ${other}: ${readAs(line)}${names}`);
    append(
      out,
      lines.map(line => line.trimEnd()),
    );
  }
  if (reading.moreLines > 0) out.push(`… and ${reading.moreLines} more lines`);
  out.push('');
  append(out, groupLines(reading));
  if (differences !== null)
    out.push('', `${other} interprets ${differences.length} ${differences.length === 1 ? 'line' : 'lines'} differently.`);
  return out;
}

function groupLines(reading: InterpretedFile): string[] {
  const out: string[] = [];
  for (const group of reading.groups) {
    const lines = [...new Set(group.agents.map(({ line }) => line))].filter(line => line > 0);
    const from = lines.length > 0 ? `line ${lines.join(', ')}` : 'no User-agent line';
    out.push(
      `group ${group.index + 1} (${from})${group.chosen ? ' <- applies to this robot' : ''}${group.overlooked ? ' overlooked' : ''}`,
    );
    for (const { token, line } of group.agents) out.push(`  User-agent: ${token}   # line ${line}`);
    append(out, group.rules.map(ruleLine));
    if (group.moreRules > 0) out.push(`  … and ${group.moreRules} more rules`);
    for (const { seconds, line, isUsed } of group.crawlDelays)
      out.push(`  Crawl-delay: ${seconds} s   # line ${line}${isUsed ? '' : ', read but not used'}`);
  }
  if (reading.groups.length > 0) out.push(`order: ${orderWords(reading)}`);
  for (const { value, line } of reading.sitemaps) out.push(`Sitemap: ${value}   # line ${line}`);
  const { robot } = reading;
  if (robot !== null) {
    out.push('', `robot ${robot.agent}: ${robot.ignoresGroups ? 'groups for * do not apply to it' : robot.steps.join('; ')}`);
    if (robot.groups.length > 1) {
      out.push('its groups together:');
      append(out, robot.rules.map(ruleLine));
    }
    if (robot.crawlDelay) out.push(`it waits ${robot.crawlDelay.seconds} s (line ${robot.crawlDelay.line})`);
  }
  return out;
}
