import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { look } from '../../../electron/engine/first-look/look.ts';
import { openSession } from '../../../electron/engine/session/session.ts';
import { damaged } from '../../../test/support/damage.ts';

/** Reads mutated files as commands and window do, one after the other. Its starter ends it when it says nothing for ten seconds. */

interface Work {
  readonly good: string;
  readonly folder: string;
  readonly from: number;
  readonly to: number;
}

/** '' for a clear ending, else what was raw about it. */
async function review(path: string, readOnly: boolean): Promise<string> {
  let stage = 'open';
  try {
    const session = openSession(path, { readOnly });
    try {
      stage = 'status';
      await session.counted();
      session.status();
      stage = 'urls';
      const urls = [...session.urls({ filter: '', limit: 50 })];
      stage = 'links';
      for (const _ of session.links({ limit: 50 })) stage = 'links';
      stage = 'sitemaps';
      session.sitemaps();
      stage = 'explain';
      for (const { url } of urls.slice(0, 6)) await session.handlers['url.explain']({ url });
      stage = 'politeness';
      await session.politeness([]);
      stage = 'robots.file';
      for (const { origin } of await session.handlers['robots.origins']({})) await session.handlers['robots.file']({ origin });
    } finally {
      await session.close();
    }
    return '';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (error instanceof Error && error.name === 'RpcError' && code !== 'internal') return '';
    return `${stage}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

const { good, folder, from, to } = JSON.parse(process.argv[2] ?? '{}') as Work;
const bytes = readFileSync(good);
const path = join(folder, 'mutated.crawl');
for (let seed = from; seed < to; seed += 1) {
  process.send?.({ seed });
  writeFileSync(path, damaged(bytes, seed));
  let refused = false;
  let raw = '';
  try {
    refused = look(path).problem !== '';
  } catch (error) {
    raw = `look: ${error instanceof Error ? error.stack : String(error)}`;
  }
  // Deeper than the program goes: also what the first look refuses is opened.
  raw ||= await review(path, true);
  writeFileSync(path, damaged(bytes, seed));
  raw ||= await review(path, false);
  process.send?.({ seed, refused, raw });
}
process.disconnect?.();
