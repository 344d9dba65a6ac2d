// biome-ignore-all lint/suspicious/noArrayIndexKey: nothing in here moves
import type { RenderLogRow } from '#shared/model/rendering-view.ts';
import { useCall } from '../../../bridge/hooks.ts';
import { Problem } from '../../../ui/problem.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords } from '../../../ui/text/format.ts';
import { placeWords } from './rendered-words.ts';

const labels: Readonly<Record<string, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
  exception: 'exception',
  refused: 'refused',
};
const tones: Readonly<Record<string, string>> = { error: 'bad', exception: 'bad', warning: 'warn', refused: 'warn' };

/** What the page wrote to the console, and what it tried and did not get. */
export function PageLog({ rendering, url, count }: { readonly rendering: number; readonly url: string; readonly count: number }) {
  const { data, error, retry } = useCall('rendering.log', { rendering });
  if (error) return <Problem text={`The console could not be read: ${error}`} retry={retry} />;
  if (!data) return null;
  if (data.length === 0) return <div className="empty">The page wrote nothing to the console and was refused nothing.</div>;
  return (
    <>
      <ul className="page-log selectable" data-testid="rendered-log">
        {data.map((row, at) => (
          <Entry key={at} row={row} url={url} />
        ))}
      </ul>
      {count > data.length && <p className="muted pad">{countWords(count - data.length)} more entries are not shown.</p>}
    </>
  );
}

function Entry({ row: { kind, text, place }, url }: { readonly row: RenderLogRow; readonly url: string }) {
  return (
    <li data-kind={kind}>
      <span className={`chip ${tones[kind] ?? ''}`}>{labels[kind] ?? kind}</span>
      <span className="mono wrap">
        <Foreign text={text} />
        {place && (
          <span className="muted">
            {' '}
            <Foreign text={placeWords(place, url)} />
          </span>
        )}
      </span>
    </li>
  );
}
