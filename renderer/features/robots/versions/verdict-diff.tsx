import { useCallback, useMemo, useState } from 'react';
import type { ReplayCause, ReplayDifference, ReplaySide } from '#shared/model/replay.ts';
import { useActions } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { useCall } from '../../../bridge/hooks.ts';
import { ExportButton } from '../../../domain/export-button.tsx';
import { urlColumn } from '../../../domain/url-column.tsx';
import { BlockList } from '../../../ui/grid/block-list.tsx';
import { useBlocks } from '../../../ui/grid/use-blocks.ts';
import type { GridColumn } from '../../../ui/grid/virtual-grid.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords, plural } from '../../../ui/text/format.ts';
import { editWords } from './edit-words.ts';

interface Props {
  readonly origin: string;
  readonly before: number | null;
  readonly after: number;
  readonly profile: string;
  readonly onInspect: (url: string) => void;
}

type Shown = 'newlyBlocked' | 'newlyAllowed' | 'undecided' | 'otherLine' | 'blocked';

interface Row {
  readonly url: string;
  readonly lines: string;
}

const labels: Readonly<Record<Shown, string>> = {
  newlyBlocked: 'Newly blocked',
  newlyAllowed: 'Newly allowed',
  undecided: 'Undecided now',
  otherLine: 'By another line',
  blocked: 'All blocked',
};
const tones: Readonly<Record<Shown, string>> = {
  newlyBlocked: 'bad',
  newlyAllowed: 'ok',
  undecided: 'warn',
  otherLine: '',
  blocked: '',
};

const sideOf = (version: number, profile: string): ReplaySide => ({ version, text: null, profile });

/** What changed in verdicts over all stored URLs: how many, by which edited line, and which URLs. */
export function VerdictDiff({ origin, before, after, profile, onInspect }: Props) {
  const side = sideOf(after, profile);
  const compared = useCall('replay.compare', { origin, before: sideOf(before ?? after, profile), after: side });
  const blocked = useCall('replay.judged', { origin, side, verdict: 'blocked', from: 0, limit: 1 });
  const { data, error, retry } = compared;
  // A newer comparison ends an older one that still runs: that is no problem to show.
  if (error && !error.includes('cancelled'))
    return <Problem text={`The verdicts could not be compared: ${error}`} retry={retry} />;
  if (!data) return <div className="empty">Checking the stored URLs against both versions…</div>;
  return (
    <Compared
      key={data.handle}
      comparison={data}
      side={side}
      blocked={blocked.data?.total ?? null}
      isFirst={before === null}
      onInspect={onInspect}
    />
  );
}

interface ComparedProps {
  readonly comparison: ReplayDifference;
  readonly side: ReplaySide;
  readonly blocked: number | null;
  readonly isFirst: boolean;
  readonly onInspect: (url: string) => void;
}

const lineWord = (line: number): string => (line > 0 ? String(line) : '–');

const columnsOf = (origin: string): readonly GridColumn<Row>[] => [
  urlColumn({ urlOf: ({ url }) => url, width: 150, base: `${origin}/` }),
  { key: 'lines', label: 'By line', width: 84, cell: ({ lines }) => <span className="num">{lines}</span> },
];

function Compared({ comparison, side, blocked, isFirst, onInspect }: ComparedProps) {
  const { go } = useActions();
  const { counts, causes, origin, total, causeCount } = comparison;
  const changes = (['newlyBlocked', 'newlyAllowed', 'undecided', 'otherLine'] as const).filter(name => counts[name] > 0);
  const [shown, setShown] = useState<Shown>(changes[0] ?? 'blocked');
  const [cause, setCause] = useState<number | null>(null);
  const list = useVerdictRows(comparison, side, shown, cause);
  const columns = useMemo(() => columnsOf(origin), [origin]);
  const pick = (name: Shown): void => {
    setShown(name);
    if (name === 'blocked') setCause(null);
  };
  const pickCause = (index: number, each: ReplayCause): void => {
    const next = cause === index ? null : index;
    setCause(next);
    const most = changes.find(name => each.counts[name] > 0);
    if (next !== null && most && (shown === 'blocked' || each.counts[shown] === 0)) setShown(most);
  };
  return (
    <section className="version-part" aria-label="Difference of the verdicts">
      <h3 className="version-part-head num" data-testid="verdict-diff">
        Verdicts
        <span className="muted">over {plural(total, 'URL')}:</span>
        {changes.length === 0 && (
          <span className="muted">{isFirst ? 'no version before to compare with' : 'no verdict changes'}</span>
        )}
        {[...changes, 'blocked' as const].map(name => (
          <button
            key={name}
            type="button"
            className={`chip ${tones[name]}`}
            aria-pressed={shown === name}
            data-testid={`verdicts-${name}`}
            onClick={() => pick(name)}
          >
            {labels[name]} {name === 'blocked' ? (blocked === null ? '…' : countWords(blocked)) : countWords(counts[name])}
          </button>
        ))}
        <ExportButton
          label="Export these URLs…"
          offer={{
            label: `${labels[shown]} URLs of ${origin}`,
            list:
              shown === 'blocked'
                ? { kind: 'judged', origin, side, verdict: 'blocked' }
                : { kind: 'replay', handle: comparison.handle, change: shown, cause, section: null },
            count: list.total ?? null,
            shown: null,
          }}
        />
      </h3>
      {causes.length > 0 && <Causes causes={causes} unlisted={causeCount - causes.length} picked={cause} onPick={pickCause} />}
      <BlockList
        key={`${shown} ${cause}`}
        label="URLs"
        testId="verdict-urls"
        list={list}
        columns={columns}
        what="The URLs"
        empty={shown === 'blocked' ? 'This version blocks none of the stored URLs.' : 'No such URL.'}
        onSelect={({ url }) => onInspect(url)}
        onOpen={({ url }) => go({ do: 'inspect', url })}
      />
    </section>
  );
}

/** The URLs of one change, or all that are blocked, loaded in blocks. `cause`: only those of this edit. */
function useVerdictRows(
  { handle, origin }: ReplayDifference,
  { version, profile }: ReplaySide,
  shown: Shown,
  cause: number | null,
) {
  const load = useCallback(
    async (from: number, limit: number) => {
      if (shown === 'blocked') {
        const asked = { origin, side: { version, text: null, profile }, verdict: 'blocked', from, limit } as const;
        const page = await client.call('replay.judged', asked);
        return { total: page.total, rows: page.rows.map(({ url, line }) => ({ url, lines: lineWord(line) })) };
      }
      const page = await client.call('replay.urls', { handle, change: shown, cause, section: null, from, limit });
      return {
        total: page.total,
        rows: page.rows.map(({ url, oldLine, newLine }) => ({ url, lines: `${lineWord(oldLine)} → ${lineWord(newLine)}` })),
      };
    },
    [shown, cause, handle, origin, version, profile],
  );
  return useBlocks<Row>(load);
}

interface CausesProps {
  readonly causes: readonly ReplayCause[];
  /** Smaller causes that are not in the list. */
  readonly unlisted: number;
  readonly picked: number | null;
  readonly onPick: (index: number, cause: ReplayCause) => void;
}

/** The edits that caused the changes. Selecting one filters the list of URLs. */
function Causes({ causes, unlisted, picked, onPick }: CausesProps) {
  return (
    <ul className="cause-list" data-testid="cause-list">
      {causes.map((each, index) => (
        <li key={`${each.edit} ${each.oldLine} ${each.newLine}`}>
          <button type="button" className="cause-row" aria-pressed={picked === index} onClick={() => onPick(index, each)}>
            <Foreign text={editWords(each)} />
            <span className="num muted">{causeCounts(each)}</span>
          </button>
        </li>
      ))}
      {unlisted > 0 && <li className="muted note">{plural(unlisted, 'smaller cause')} not listed.</li>}
    </ul>
  );
}

const causeCounts = ({ counts }: ReplayCause): string =>
  [
    ...(counts.newlyBlocked > 0 ? [`${countWords(counts.newlyBlocked)} blocked`] : []),
    ...(counts.newlyAllowed > 0 ? [`${countWords(counts.newlyAllowed)} allowed`] : []),
    ...(counts.undecided > 0 ? [`${countWords(counts.undecided)} undecided`] : []),
    ...(counts.otherLine > 0 ? [`${countWords(counts.otherLine)} same verdict`] : []),
  ].join(', ');
