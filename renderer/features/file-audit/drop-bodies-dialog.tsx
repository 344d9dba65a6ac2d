import { useEffect, useState } from 'react';
import type { BodiesWish, BodiesWork, BodyCount, DroppedBodies } from '#shared/model/bodies.ts';
import { useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { bytesWords, countWords, durationText, plural } from '../../ui/text/format.ts';

const pollMs = 250;
const waitMs = 250;
const dayMs = 86_400_000;
const mebibyte = 1_048_576;
type Which = 'all' | 'older' | 'filter' | 'newest' | 'bytes';

/** How many bodies a wish means, or why that cannot be said. Null while it is counted. */
function useCount(wish: BodiesWish | null, again: number) {
  const [found, setFound] = useState<{ readonly count: BodyCount } | { readonly problem: string } | null>(null);
  const key = JSON.stringify(wish);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the wish
  useEffect(() => {
    setFound(null);
    if (!wish) return;
    let ended = false;
    const timer = window.setTimeout(() => {
      client.call('bodies.count', wish).then(
        count => ended || setFound({ count }),
        (reason: unknown) => ended || setFound({ problem: messageOf(reason) }),
      );
    }, waitMs);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [key, again]);
  return found;
}

interface Typed {
  readonly days: string;
  readonly filter: string;
  readonly newest: string;
  readonly size: string;
}

const wholeOf = (typed: string, digits: number): number | null => {
  const text = typed.trim();
  return /^\d+$/.test(text) && text.length <= digits ? Number(text) : null;
};

/** What the fields mean; null while a number or the filter is missing. */
function wishOf(which: Which, { days, filter, newest, size }: Typed, now: number): BodiesWish | null {
  const all = { before: null, filter: null };
  const number = { older: wholeOf(days, 4), newest: wholeOf(newest, 8), bytes: wholeOf(size, 6), all: 0, filter: 0 }[which];
  if (number === null || (which === 'filter' && filter.trim() === '')) return null;
  if (which === 'older') return { ...all, before: Math.max(0, now - number * dayMs) };
  if (which === 'filter') return { ...all, filter: filter.trim() };
  if (which === 'newest') return { ...all, keep: { newest: number } };
  return which === 'bytes' ? { ...all, keep: { bytes: number * mebibyte } } : all;
}

/** Drops stored pages of the open file: says first how many and what goes with them, then asks once more. */
export function DropBodiesDialog({ onClose }: { readonly onClose: () => void }) {
  const { filter: shown } = useNav();
  const [which, setWhich] = useState<Which>('older');
  const [days, setDays] = useState('90');
  const [filter, setFilter] = useState(shown);
  const [newest, setNewest] = useState('1000');
  const [size, setSize] = useState('100');
  const [asks, setAsks] = useState(false);
  const [work, setWork] = useState<BodiesWork | null>(null);
  const [now] = useState(() => Date.now());
  const { busy, refused, clear, submit } = useSubmit();
  const wish = wishOf(which, { days, filter, newest, size }, now);
  const found = useCount(wish, work?.state === 'done' ? 1 : 0);
  const count = found && 'count' in found ? found.count : null;
  const isRunning = work?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = window.setInterval(() => {
      client.call('bodies.read', {}).then(setWork, () => undefined);
    }, pollMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  const change = (action: () => void): void => {
    clear();
    setWork(null);
    action();
  };
  const start = (): void => {
    setAsks(false);
    if (!wish) return;
    void submit(async () => {
      await client.call('bodies.drop', wish);
      setWork(await client.call('bodies.read', {}));
    });
  };
  return (
    <Modal title="Drop stored pages" onClose={onClose}>
      <div className="repair" data-testid="drop-bodies" data-state={work?.state ?? 'none'}>
        <p className="muted">
          Verdicts, facts, links, findings, hashes and sizes stay. Without its stored page a URL has no source view, and search,
          custom rules and comparisons of texts say “not stored” for it. Stored robots.txt files always stay.
        </p>
        <fieldset className="drop-choices" disabled={isRunning || busy}>
          <legend>Which pages</legend>
          <label className="check">
            <input
              type="radio"
              name="which"
              data-first=""
              checked={which === 'older'}
              onChange={() => change(() => setWhich('older'))}
            />
            Requested more than
            <input
              className="field days"
              inputMode="numeric"
              aria-label="Days"
              value={days}
              onChange={event => change(() => setDays(event.target.value))}
              onFocus={() => setWhich('older')}
            />
            days ago
          </label>
          <label className="check">
            <input type="radio" name="which" checked={which === 'filter'} onChange={() => change(() => setWhich('filter'))} />
            Of URLs that a filter finds
            <input
              className="field grow"
              aria-label="Filter"
              placeholder="status:404 -inurl:/shop/"
              value={filter}
              onChange={event => change(() => setFilter(event.target.value))}
              onFocus={() => setWhich('filter')}
            />
          </label>
          <label className="check">
            <input type="radio" name="which" checked={which === 'newest'} onChange={() => change(() => setWhich('newest'))} />
            All but the newest
            <input
              className="field days"
              inputMode="numeric"
              aria-label="Stored pages that stay"
              value={newest}
              onChange={event => change(() => setNewest(event.target.value))}
              onFocus={() => setWhich('newest')}
            />
            pages
          </label>
          <label className="check">
            <input type="radio" name="which" checked={which === 'bytes'} onChange={() => change(() => setWhich('bytes'))} />
            All but the newest that take
            <input
              className="field days"
              inputMode="numeric"
              aria-label="MiB that stay"
              value={size}
              onChange={event => change(() => setSize(event.target.value))}
              onFocus={() => setWhich('bytes')}
            />
            MiB in the file
          </label>
          <label className="check">
            <input type="radio" name="which" checked={which === 'all'} onChange={() => change(() => setWhich('all'))} />
            All
          </label>
        </fieldset>
        <div aria-live="polite" className="repair-state" data-testid="drop-count">
          {refused && <Problem text={refused} />}
          {!work && found && 'problem' in found && <Problem text={found.problem} />}
          {!work && wish && !found && <p className="muted">Counting…</p>}
          {!work && !wish && which !== 'filter' && <p className="tone-bad">Write a whole number, such as 90.</p>}
          {!work && count && <p>{countSentence(count)}</p>}
          {work && <State work={work} />}
        </div>
      </div>
      <footer className="dialog-foot">
        <span className="spacer" />
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
        {isRunning ? (
          <button
            type="button"
            className="btn"
            data-testid="drop-cancel"
            onClick={() => void submit(async () => void (await client.call('bodies.cancel', {})))}
          >
            Stop
          </button>
        ) : (
          <button
            type="button"
            className="btn primary"
            data-testid="drop-start"
            disabled={busy || !count || count.bodies === 0 || work !== null}
            onClick={() => setAsks(true)}
          >
            Drop…
          </button>
        )}
      </footer>
      {asks && count && (
        <Confirm
          title={`Drop ${plural(count.bodies, 'stored page')}?`}
          verb="Drop"
          testId="drop-confirm"
          onCancel={() => setAsks(false)}
          onConfirm={start}
        >
          {bytesWords(count.bytes)} of stored pages go. Nothing brings them back, except requesting the pages again. To keep them,
          save a copy of the crawl first.
        </Confirm>
      )}
    </Modal>
  );
}

const countSentence = ({ bodies, bytes }: BodyCount): string =>
  bodies === 0 ? 'No stored page is among them.' : `${plural(bodies, 'stored page')} with ${bytesWords(bytes)} would be dropped.`;

function droppedSentence({ bodies, isCancelled, fileBytes, isSmaller }: DroppedBodies): string {
  const began = `${plural(bodies, 'stored page')} dropped${isCancelled ? ' before you stopped it' : ''}.`;
  if (bodies === 0) return began;
  return isSmaller
    ? `${began} The file has ${bytesWords(fileBytes.after)} now, before ${bytesWords(fileBytes.before)}.`
    : `${began} The file keeps the freed space for later pages.`;
}

function State({ work }: { readonly work: BodiesWork }) {
  const { state, phase, done, total, etaMs, dropped, problem } = work;
  if (state === 'failed') return <Problem text={problem} />;
  if (state === 'done' && dropped) return <p>{droppedSentence(dropped)}</p>;
  const left = etaMs === null ? '' : `, about ${durationText(etaMs)} left`;
  return (
    <>
      <progress
        className="repair-bar"
        aria-label={
          phase === 'drop'
            ? 'Share of the stored pages that is dropped'
            : 'Share of the freed space that is removed from the file'
        }
        max={Math.max(1, total)}
        value={done}
      />
      <p className="muted num">
        {phase === 'drop'
          ? `${countWords(done)} of ${countWords(total)} stored pages${left}`
          : `Making the file smaller: ${Math.floor((100 * done) / Math.max(1, total))} %${left}`}
      </p>
    </>
  );
}
