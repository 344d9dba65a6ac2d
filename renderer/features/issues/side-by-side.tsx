import { useState } from 'react';
import type { TextDiffRow } from '#shared/model/history.ts';
import type { IssueGroup } from '#shared/model/issues.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useCall, useStatus } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural, shortUrl } from '../../ui/text/format.ts';

interface Props {
  readonly group: IssueGroup;
  readonly onList: () => void;
  readonly onIgnore: () => void;
}

/** Two pages of a group, with the differences of their readable texts. */
export function SideBySide({ group, onList, onIgnore }: Props) {
  const { go } = useActions();
  const base = useStatus()?.seeds[0] ?? '';
  const [picked, setPicked] = useState<readonly [left: number, right: number]>([0, 1]);
  const [left = '', right = ''] = [group.urls[picked[0]], group.urls[picked[1]]];
  const { data, error, retry } = useCall('issues.pair', left === '' || right === '' ? null : { left, right });
  const choose = (at: 0 | 1) => (
    <span className="pair-choice">
      <select
        className="field"
        aria-label={at === 0 ? 'Page on the left' : 'Page on the right'}
        value={picked[at]}
        onChange={event =>
          setPicked(at === 0 ? [Number(event.target.value), picked[1]] : [picked[0], Number(event.target.value)])
        }
      >
        {group.urls.map((url, index) => (
          <option key={url} value={index}>
            {shortUrl(url, base)}
          </option>
        ))}
      </select>
      <button type="button" className="btn small" onClick={() => go({ do: 'inspect', url: at === 0 ? left : right })}>
        Inspect
      </button>
    </span>
  );
  return (
    <section className="side-by-side selectable" data-testid="side-by-side">
      <div className="pair-row">
        {choose(0)}
        {choose(1)}
      </div>
      <p className="muted num">
        {plural(group.size, 'page')} in this group.{' '}
        <button type="button" className="link" onClick={onList}>
          List them
        </button>
        {' · '}
        <button type="button" className="link" data-testid="ignore-group" onClick={onIgnore}>
          Ignore this group…
        </button>
        {group.size > group.urls.length && ` The first ${countWords(group.urls.length)} can be compared here.`}
      </p>
      {error && <Problem text={`The pages could not be compared: ${error}`} retry={retry} />}
      {data?.fields
        .filter(field => field.left !== '' || field.right !== '')
        .map(field => (
          <div key={field.name} className="pair-part">
            <h4 className="muted">
              {field.name} {field.left === field.right ? '' : <span className="chip warn">differs</span>}
            </h4>
            <div className="pair-row">
              <Foreign text={field.left || '–'} />
              <Foreign text={field.right || '–'} />
            </div>
          </div>
        ))}
      {data && <Texts rows={data.text} isCut={data.isCut} />}
    </section>
  );
}

function Texts({ rows, isCut }: { readonly rows: readonly TextDiffRow[] | null; readonly isCut: boolean }) {
  if (rows === null) return <p className="muted">The file has no text of one of these pages, so the texts cannot be compared.</p>;
  const isSame = rows.every(({ kind }) => kind === 'same' || kind === 'gap');
  return (
    <div className="pair-part" data-testid="text-difference">
      <h4 className="muted">
        Readable text {isSame ? <span className="chip ok">the same</span> : <span className="chip warn">differs</span>}
        {isCut && <span>Only the beginning is compared.</span>}
      </h4>
      {!isSame &&
        rows.map(row => (
          <div key={`${row.old} ${row.now} ${row.kind}`} className="pair-row text-row" data-kind={row.kind}>
            {row.kind === 'gap' ? (
              <span className="muted">the same text</span>
            ) : (
              <>
                <Foreign text={row.oldText} />
                <Foreign text={row.newText} />
              </>
            )}
          </div>
        ))}
    </div>
  );
}
