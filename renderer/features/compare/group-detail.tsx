import { useCallback, useMemo } from 'react';
import { changeWords, flipWords, targetWords } from '#shared/explain/comparison.ts';
import { titleOf } from '#shared/explain/describe.ts';
import type { ChangeGroup, ComparedUrl } from '#shared/model/comparison.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { BlockList } from '../../ui/grid/block-list.tsx';
import { useBlocks } from '../../ui/grid/use-blocks.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { plural } from '../../ui/text/format.ts';
import { flipCountWords, type ShownGroup } from './compare-words.ts';
import { columnsOf } from './group-columns.tsx';

interface Props {
  readonly run: number;
  readonly group: ShownGroup;
  readonly names: readonly [before: string, after: string];
}

/** One group: the text that changed, which way its URLs went, and the URLs. */
export function GroupDetail({ run, group, names }: Props) {
  const { go } = useActions();
  const { inspectorOpen } = useNav();
  const { id, part, change } = group;
  const load = useCallback(
    (from: number, limit: number) => client.call('comparison.urls', { run, group: id, from, limit }),
    [run, id],
  );
  const base = useStatus()?.seeds[0] ?? '';
  const columns = useMemo(() => columnsOf(group, base), [group, base]);
  const list = useBlocks<ComparedUrl>(load);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back to the groups
    <section
      className="sitemap"
      onKeyDown={event => {
        if (event.key === 'Escape' && !inspectorOpen)
          event.currentTarget.closest('.split')?.querySelector<HTMLElement>('.list-row[aria-current="true"]')?.focus();
      }}
    >
      <header className="robots-head selectable" data-testid="compare-detail">
        <h2 className="num">
          {plural(group.urls, 'URL')}, {plural(group.inlinks, 'inlink')}
          {part === 'changed' ? (
            <>: {group.kind}</>
          ) : (
            <>
              {' '}
              only in <Foreign text={names[part === 'gone' ? 0 : 1]} />: {group.text}
            </>
          )}
        </h2>
        {change && <Texts change={change} names={names} />}
        <p className="chips num">
          {group.flips.map(name => (
            <span key={name} className={`chip ${flipWords(name).tone}`}>
              {flipCountWords(name, change?.flips[name] ?? 0)}
            </span>
          ))}
        </p>
      </header>
      <div className="toolbar toolbar-line">
        <ExportButton
          label="Export these URLs…"
          offer={{ label: 'URLs of this change', list: { kind: 'comparison', run, group: id }, count: group.urls, shown: null }}
        />
      </div>
      <BlockList
        label="URLs of the group"
        testId="compare-urls"
        list={list}
        columns={columns}
        what="The URLs"
        onOpen={({ url }) => go({ do: 'inspect-compared', url })}
      />
    </section>
  );
}

const lineWords = (line: number): string => (line > 0 ? `line ${line}` : '');

/** The element before and after. */
function Texts({ change, names }: { readonly change: ChangeGroup; readonly names: readonly [string, string] }) {
  const { kind, edit, name, before, after, oldLine, newLine, reasons } = change;
  const isGeneric = before === after;
  const none = kind === 'robots' ? 'no line' : 'none';
  return (
    <>
      {edit === 'structure' && (
        <p className="muted">Both files contain both lines. What changed is the groups or the order of the lines.</p>
      )}
      {(kind === 'setting' || kind === 'limit') && <p className="muted">{name}</p>}
      {isGeneric ? (
        <p>
          <Foreign text={kind.endsWith('-target') ? targetWords(edit, before, after) : changeWords(change)} />
        </p>
      ) : (
        <dl className="compare-texts">
          <dt className="muted clip">
            <Foreign text={names[0]} />
          </dt>
          <dd>
            <span className="muted num">{lineWords(oldLine)}</span> <Text text={before} none={none} />
          </dd>
          <dt className="muted clip">
            <Foreign text={names[1]} />
          </dt>
          <dd>
            <span className="muted num">{lineWords(newLine)}</span> <Text text={after} none={none} />
          </dd>
        </dl>
      )}
      {reasons[0] !== reasons[1] && (
        <p className="muted">
          Examples: {titleOf(reasons[0])} → {titleOf(reasons[1])}
        </p>
      )}
    </>
  );
}

const Text = ({ text, none }: { readonly text: string; readonly none: string }) =>
  text === '' ? <span className="muted">{none}</span> : <Foreign className="mono" text={text} />;
