import { useCallback } from 'react';
import { differenceWords } from '#shared/explain/matrix.ts';
import type { DisagreementGroup } from '#shared/model/replay.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { urlColumn } from '../../domain/url-column.tsx';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { plural } from '../../ui/text/format.ts';

interface Props {
  readonly list: number;
  readonly group: DisagreementGroup;
  readonly names: ReadonlyMap<string, string>;
}

const columns = [urlColumn({ urlOf: (url: string) => url, width: 300, base: '' })];

interface Camp {
  readonly allowed: boolean | null;
  readonly line: number;
  readonly rule: string;
  readonly members: readonly string[];
}

/** Groups crawlers with the same verdict and line. */
function campsOf({ says }: DisagreementGroup): Camp[] {
  const camps = new Map<string, Camp & { members: string[] }>();
  for (const { profile, allowed, line, rule } of says) {
    const key = `${allowed} ${line}`;
    const camp = camps.get(key);
    if (camp) camp.members.push(profile);
    else camps.set(key, { allowed, line, rule, members: [profile] });
  }
  return [...camps.values()];
}

const words = { true: 'May fetch', false: 'May not fetch', null: 'Undecided' } as const;
const tones = { true: 'ok', false: 'bad', null: 'warn' } as const;

/** Longer lists of names are folded, so that the other verdicts of a group stay visible. */
const SHOWN = 6;

function Members({ names }: { readonly names: readonly string[] }) {
  if (names.length <= SHOWN + 1) return <span className="who">{names.join(', ')}</span>;
  return (
    <details className="who">
      <summary>
        {names.slice(0, SHOWN).join(', ')} and {names.length - SHOWN} more
      </summary>
      {names.slice(SHOWN).join(', ')}
    </details>
  );
}

/** One group: the verdict and line of each crawler, why they differ, and the URLs. */
export function GroupDetail({ list, group, names }: Props) {
  const { go } = useActions();
  const { id, urls, origin, version, causes } = group;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a group that grew is read again
  const load = useCallback(
    async (from: number, limit: number) => {
      const page = await client.call('disagreements.urls', { list, group: id, from, limit });
      return { total: page.total, rows: page.urls };
    },
    [list, id, urls],
  );
  const rows = useBlocks<string>(load);
  const name = (profile: string): string => names.get(profile) ?? profile;
  const open = (url: string): void => {
    go({ do: 'inspect', url });
    go({ do: 'tab', tab: 'crawlers' });
  };
  return (
    <section className="sitemap">
      <header className="robots-head selectable" data-testid="disagreement-detail">
        <h2>
          {plural(urls, 'URL')} of <Foreign text={origin} />
        </h2>
        <ul className="camps">
          {campsOf(group).map(camp => {
            const key = String(camp.allowed) as keyof typeof words;
            return (
              <li key={`${key} ${camp.line}`}>
                <span className={`chip ${tones[key]}`}>{words[key]}</span>
                {camp.line > 0 ? (
                  <button
                    type="button"
                    className="link mono by"
                    title="Show the line in robots.txt"
                    onClick={() => go({ do: 'open', target: { view: 'robots', origin, version, line: camp.line } })}
                  >
                    <bdi>
                      line {camp.line}: {camp.rule}
                    </bdi>
                  </button>
                ) : (
                  <span className="muted by">no line decides</span>
                )}
                <Members names={camp.members.map(name)} />
              </li>
            );
          })}
        </ul>
        {causes === null && <p className="muted">Looking for the cause…</p>}
        {(causes ?? []).map(cause => (
          <p key={JSON.stringify(cause)}>
            <bdi>
              {cause.between.slice(1).map(name).join(', ')} {cause.between.length > 2 ? 'differ' : 'differs'} from{' '}
              {name(cause.between[0] ?? '')}.
            </bdi>{' '}
            <span className="muted">
              Cause: <bdi>{differenceWords(cause)}</bdi>
            </span>
          </p>
        ))}
        <p>
          <ExportButton
            label="Export these URLs…"
            offer={{
              label: 'URLs of this disagreement',
              list: { kind: 'disagreements', list, group: id },
              count: urls,
              shown: null,
            }}
          />
        </p>
      </header>
      <BlockList
        label="URLs of the group"
        testId="disagreement-urls"
        list={rows}
        columns={columns}
        what="The URLs"
        onOpen={open}
      />
    </section>
  );
}
