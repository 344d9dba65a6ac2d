import { readFileSync } from 'node:fs';
import type { Arguments } from './arguments.ts';
import { usage } from './exit.ts';
import { urlFrom } from './url-argument.ts';

/** Seeds from the command line and `--list` files: one URL a line, `#` starts a comment; `-` is standard input. */
export function readSeeds(args: Arguments): string[] {
  const listed = args.all('list').flatMap(path => {
    const text = readFileSync(path === '-' ? 0 : path, 'utf8').replace(/^\ufeff/, '');
    const lines = text.split(/\r\n|\r|\n/).map((line, i) => ({ line: line.trim(), number: i + 1 }));
    const found = lines.filter(({ line }) => line !== '' && !line.startsWith('#'));
    if (found.length === 0) return usage(`--list ${path} contains no URL; write one per line.`);
    return found.map(({ line, number }) => {
      try {
        return urlFrom(line);
      } catch (error) {
        return usage(`--list ${path}, line ${number}: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  });
  for (const seed of args.positionals)
    if (/^[^/]+\.crawl$/i.test(seed))
      usage(`“${seed}” is a crawl file, not a start URL. To continue it: crawlscope resume ${seed}`);
  const seeds = [...new Set([...args.positionals.map(urlFrom), ...listed])];
  const secret = seeds.map(seed => new URL(seed)).find(({ username, password }) => `${username}${password}` !== '');
  if (secret)
    usage(
      `the start URL at ${secret.host} has a user name or password, which other programs can read. Leave it out and write --auth basic:NAME.`,
    );
  return seeds;
}

/** 'example.com.crawl', 'localhost-8080.crawl' */
export const defaultFile = (seed: string): string =>
  `${new URL(seed).host.replace(/[^A-Za-z0-9.-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '') || 'site'}.crawl`;
