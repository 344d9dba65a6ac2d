import { largest } from '#shared/lists.ts';
import { pad } from '../export/text-width.ts';
import type { CommandSpec } from './arguments.ts';
import { entries } from './registry.ts';

const rows = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(0, largest(pairs.map(([left]) => left.length)));
  return pairs.map(([left, right]) => `  ${pad(left, width)}  ${right}`).join('\n');
};

/** `crawlscope --help` */
export function overview(): string {
  return `Crawlscope crawls a site politely into one .crawl file and explains every decision.

Usage: crawlscope <command> [options]

Commands:
${rows(entries.map(({ name, summary }) => [name, summary]))}

Every command has --help. Exit codes: 0 done, 1 a check failed, 2 bad usage or input, 3 could not finish (nothing lost).

Examples:
  crawlscope crawl https://example.com --out example.crawl
  crawlscope info example.crawl https://example.com/page
  crawlscope urls example.crawl --where "status:404 inlinks:>0"
`;
}

/** `crawlscope robots --help`: the commands that start with that word. */
export function familyHelp(family: string): string {
  const members = entries.filter(entry => entry.name.startsWith(`${family} `));
  const parts = [
    `Usage: crawlscope ${family} <command> [options]`,
    `Commands:\n${rows(members.map(({ name, summary }) => [name, summary]))}`,
    `Every command has --help, such as: crawlscope ${members[0]?.name} --help`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** `crawlscope <command> --help` */
export function commandHelp(spec: CommandSpec): string {
  const options = Object.entries(spec.options).map(
    ([name, option]) =>
      [
        `--${name}${option.value === '' ? '' : ` ${option.value}`}`,
        option.help + (option.repeatable ? ' (repeatable)' : ''),
      ] as const,
  );
  const parts = [
    `${spec.summary.charAt(0).toUpperCase()}${spec.summary.slice(1)}.`,
    `Usage: crawlscope ${[spec.name, spec.takes, '[options]'].filter(part => part !== '').join(' ')}`,
    `Options:\n${rows([...options, ['--help', 'show this text']])}`,
    ...(spec.notes && spec.notes.length > 0 ? [spec.notes.join('\n')] : []),
    `Examples:\n${spec.examples.map(example => `  ${example}`).join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}
