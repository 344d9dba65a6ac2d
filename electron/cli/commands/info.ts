import { profileSet } from '#core/crawlers/profile-set.ts';
import type { Session } from '#engine/session/session.ts';
import { matrixVerdict } from '#shared/explain/matrix.ts';
import type { UrlExplanation } from '#shared/model/explanation.ts';
import type { MatrixRow } from '#shared/model/matrix.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { toTable } from '../../export/table.ts';
import { printable } from '../../export/text-width.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { jsonDocument, toOutput } from '../json.ts';
import { differenceText, readingDocument, readingWords } from '../other-profiles.ts';
import { ownProfiles, profilesOption } from '../own-profiles.ts';
import { requireProfile } from '../robots-choice.ts';
import { briefText } from '../text/brief-explanation.ts';
import { customDocument, customText } from '../text/custom.ts';
import { explanationText } from '../text/explanation.ts';
import { foundThroughText } from '../text/found-through.ts';
import { snippetText, verdictLines } from '../text/page-signals.ts';
import { renderingText } from '../text/rendering.ts';
import { robotsLines } from '../text/robots.ts';
import { urlFromWithin } from '../url-argument.ts';
import { withSession } from '../with-session.ts';

/** Explains a URL; one that is not an HTTP URL is looked up as it is written, because the file may have it. */
async function explain(session: Session, text: string): Promise<UrlExplanation> {
  try {
    return await session.handlers['url.explain']({ url: urlFromWithin(text, session.settings().seeds[0]) });
  } catch (error) {
    const asWritten =
      error instanceof RpcError && error.code === 'bad_request' ? await session.handlers['url.explain']({ url: text }) : null;
    if (asWritten?.seen) return asWritten;
    throw error;
  }
}

function matrixText(url: string, rows: readonly MatrixRow[]): string {
  const cells = rows.map(row => [
    row.profile,
    matrixVerdict(row),
    row.line || null,
    row.indexable ?? null,
    row.follow ?? null,
    row.snippet === undefined ? null : snippetText(row.snippet),
    readingWords(row),
    differenceText(row),
  ]);
  return `${printable(url)}\n\n${[...toTable(['profile', 'may_fetch', 'line', 'may_list', 'follow', 'snippet', 'why', 'differs_by'], cells, null)].join('')}`;
}

export const info: Command = {
  name: 'info',
  summary: 'explain one URL, seen or not: fetched, may be fetched, may be listed, links followed, and what decided it',
  takes: 'F.crawl URL',
  positionals: { min: 2, max: 2 },
  options: {
    full: { value: '', help: 'show everything: each check, all evidence, the ranking of robots.txt rules, the facts' },
    profile: { value: 'P', help: 'also say how this crawler interprets the stored robots.txt and page, with the reasons' },
    'all-profiles': {
      value: '',
      help: 'how every known crawler interprets the stored robots.txt and page, one per line, and how it differs from ours',
    },
    ...profilesOption,
    ...jsonOption,
  },
  notes: ['URL may be a path such as /about on the site of the first start URL.', '--json always prints everything.'],
  examples: [
    'crawlscope info site.crawl https://example.com/private/a',
    'crawlscope info site.crawl /about --all-profiles',
    'crawlscope info site.crawl example.com/about --json',
  ],
  async run(args, io) {
    const [path = '', text = ''] = args.positionals;
    const id = args.one('profile');
    const all = args.has('all-profiles');
    if (id !== undefined && all) return usage('--profile and --all-profiles exclude each other; use one of them.');
    return await withSession(io, path, async session => {
      const { profiles: mine, render } = session.settings();
      const mayRender = render !== 'never';
      const own = id === undefined && !all ? [] : ownProfiles(args);
      const asked = id === undefined ? null : requireProfile(id, profileSet([...mine, ...own]));
      const explanation = await explain(session, text);
      const wanted = asked === null ? [] : [asked.id];
      const { rows } =
        all || wanted.length > 0
          ? await session.handlers['url.matrix']({ url: explanation.url, own, ...(all ? {} : { profiles: wanted }) })
          : { rows: [] };
      const wantsAll = args.has('json') || args.has('full');
      const found = explanation.seen && wantsAll ? await session.handlers['url.foundThrough']({ url: explanation.url }) : null;
      const rendering = explanation.seen ? await session.handlers['rendering.ofUrl']({ url: explanation.url }) : null;
      const isTold = args.has('full') || mayRender || (rendering?.renderings.length ?? 0) > 0;
      const custom = explanation.seen ? await session.handlers['rules.ofUrl']({ url: explanation.url }) : [];
      if (args.has('json')) {
        const plain = {
          ...(toOutput(explanation) as object),
          ...(found ? { foundThrough: toOutput(found) as object } : {}),
          ...(rendering ? { rendering: toOutput(rendering) as object } : {}),
          ...(custom.length > 0 ? { custom: custom.map(customDocument) } : {}),
        };
        await io.stdout.write(jsonDocument(rows.length === 0 ? plain : { ...plain, profiles: rows.map(readingDocument) }));
      } else if (all) {
        await io.stdout.write(matrixText(explanation.url, rows));
      } else {
        await io.stdout.write(args.has('full') ? explanationText(explanation) : briefText(explanation));
        if (found && args.has('full')) await io.stdout.write(foundThroughText(found));
        if (rendering && isTold) await io.stdout.write(renderingText(rendering));
        await io.stdout.write(customText(custom));
        for (const row of rows) {
          // The crawl's own reading of robots.txt is part of the explanation.
          if (row.profile !== explanation.profile) {
            const lines = row.detail ? robotsLines(row.detail) : [readingWords(row)];
            if (row.differsFrom) lines.push(`differs by: ${differenceText(row)}`);
            await io.stdout.write(
              `\nThe same robots.txt as ${row.name} interprets it\n${lines.map(line => `  ${printable(line)}\n`).join('')}`,
            );
          }
          await io.stdout.write(
            `\nThe same page as ${row.name} interprets it\n${verdictLines(row)
              .map(line => `  ${printable(line)}\n`)
              .join('')}`,
          );
        }
      }
      return exit.done;
    });
  },
};
