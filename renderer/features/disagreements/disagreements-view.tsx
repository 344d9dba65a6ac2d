import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { differenceWords } from '#shared/explain/matrix.ts';
import type { DisagreementGroup, Disagreements } from '#shared/model/replay.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useCall, useProgress, useStatus } from '../../bridge/hooks.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { workWords } from '../../domain/work-words.ts';
import { Problem } from '../../ui/problem.tsx';
import { listSize, SplitPane } from '../../ui/split-pane.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, percent, plural } from '../../ui/text/format.ts';
import { type CrawlerPair, CrawlerPicker } from './crawler-picker.tsx';
import { crawlerSets, knownOf } from './crawler-sets.ts';
import { GroupDetail } from './group-detail.tsx';

/** All URLs of the crawl on which crawlers differ, grouped by the cause. */
export function DisagreementsView() {
  const interpreters = useCall('robots.interpreters', {});
  const status = useStatus();
  const own = status?.settings.profile ?? '';
  const names = useMemo(() => new Map(interpreters.data?.profiles.map(each => [each.id, each.name])), [interpreters.data]);
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const [oneName, setOneName] = useState(false);
  const [pair, setPair] = useState<CrawlerPair | null>(null);
  const wanted = picked ?? knownOf(crawlerSets[0]?.profiles ?? [], new Set(names.keys()), own);
  if (interpreters.error)
    return <Problem text={`The crawlers could not be listed: ${interpreters.error}`} retry={interpreters.retry} />;
  if (!interpreters.data || own === '') return null;
  return (
    <div className="disagreements">
      <CrawlerPicker
        profiles={interpreters.data.profiles}
        own={own}
        picked={wanted}
        onPick={setPicked}
        oneName={oneName}
        onOneName={setOneName}
        pair={pair}
        onPair={setPair}
      />
      {pair ? (
        pair.blocked === pair.allowed ? (
          <div className="empty">Choose two different crawlers.</div>
        ) : (
          <List
            key={`${pair.blocked} ${pair.allowed} ${oneName}`}
            profiles={[pair.blocked, pair.allowed]}
            oneName={oneName}
            firstBlocked
            names={names}
          />
        )
      ) : wanted.length === 0 ? (
        <div className="empty">Choose at least one crawler to compare with the crawl’s own, {names.get(own) ?? own}.</div>
      ) : (
        <List key={`${wanted.join(' ')} ${oneName}`} profiles={wanted} oneName={oneName} firstBlocked={false} names={names} />
      )}
    </div>
  );
}

const pollMs = 300;

interface Wanted {
  readonly profiles: readonly string[];
  readonly oneName: boolean;
  /** Only URLs that the first of two crawlers may not fetch, while the second may. */
  readonly firstBlocked: boolean;
}

/** Opens the list in the engine and reads it while it grows. A running crawl extends it. */
function useDisagreements({ profiles, oneName, firstBlocked }: Wanted) {
  const [found, setFound] = useState<Disagreements | null>(null);
  const [error, setError] = useState('');
  const [attempt, setAttempt] = useState(0);
  const progress = useProgress(2_000);
  const list = useRef<number | null>(null);
  const wanted = profiles.join(' ');
  useEffect(() => {
    let ended = false;
    list.current = null;
    client.call('disagreements.open', { profiles: wanted.split(' '), oneName, firstBlocked }).then(
      opened => {
        if (ended) void client.call('disagreements.cancel', opened);
        else {
          list.current = opened.list;
          setFound(null);
          setError('');
          setAttempt(n => n + 1);
        }
      },
      (reason: unknown) => ended || setError(messageOf(reason)),
    );
    return () => {
      ended = true;
      if (list.current !== null) client.call('disagreements.cancel', { list: list.current }).catch(() => undefined);
    };
  }, [wanted, oneName, firstBlocked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: progress and attempt only read again
  useEffect(() => {
    let timer = 0;
    let ended = false;
    const read = async (): Promise<void> => {
      if (list.current === null) return;
      try {
        const next = await client.call('disagreements.read', { list: list.current });
        if (ended) return;
        setFound(next);
        setError('');
        const isOpen = next.progress.state === 'running' || next.groups.some(group => group.causes === null);
        if (isOpen) timer = window.setTimeout(() => void read(), pollMs);
      } catch (reason) {
        if (!ended) setError(messageOf(reason));
      }
    };
    void read();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [progress, attempt]);
  const cancel = useCallback(() => {
    if (list.current !== null)
      void client.call('disagreements.cancel', { list: list.current }).then(() => setAttempt(n => n + 1));
  }, []);
  return { found, error, cancel, retry: () => setAttempt(n => n + 1) };
}

interface ListProps extends Wanted {
  readonly names: ReadonlyMap<string, string>;
}

function List({ names, ...wanted }: ListProps) {
  const { found, error, cancel, retry } = useDisagreements(wanted);
  const [selected, setSelected] = useState<number | null>(null);
  if (error && !found) return <Problem text={`The crawlers could not be compared: ${error}`} retry={retry} />;
  if (!found) return <div className="empty">Comparing the crawlers on the URLs of this crawl…</div>;
  const group = found.groups.find(each => each.id === selected) ?? found.groups[0];
  return (
    <>
      <Summary found={found} names={names} cancel={cancel} />
      {found.groups.length === 0 ? (
        <div className="empty">
          {found.progress.state === 'running'
            ? 'No difference so far.'
            : found.firstBlocked
              ? `robots.txt blocks no URL for ${nameOf(names, found.profiles[0])} that ${nameOf(names, found.profiles[1])} may fetch: 0 of ${plural(found.judged, 'URL')}.`
              : `These ${found.profiles.length} crawlers agree on ${found.judged === 1 ? 'the one URL' : `all ${countWords(found.judged)} URLs`} that could be checked.`}
        </div>
      ) : (
        <SplitPane
          name="disagreements"
          label="Width of the list of groups"
          at="start"
          size={listSize}
          side={
            <nav className="list" aria-label="Groups of URLs">
              <ul data-testid="disagreement-groups">
                {found.groups.map(each => (
                  <li key={each.id}>
                    <button
                      type="button"
                      className="list-row"
                      aria-current={each === group}
                      data-testid="disagreement-group"
                      onClick={() => setSelected(each.id)}
                    >
                      <span className="num">
                        <b>{plural(each.urls, 'URL')}</b> <Foreign text={ruleOf(each)} />
                      </span>
                      <span className="muted">{causeWords(each, names)}</span>
                    </button>
                  </li>
                ))}
              </ul>
              {found.groupCount > found.groups.length && (
                <p className="muted note">
                  The {countWords(found.groups.length)} largest of {countWords(found.groupCount)} groups are listed.
                </p>
              )}
            </nav>
          }
          main={group && <GroupDetail key={group.id} list={found.list} group={group} names={names} />}
        />
      )}
    </>
  );
}

interface SummaryProps {
  readonly found: Disagreements;
  readonly names: ListProps['names'];
  readonly cancel: () => void;
}

function Summary({ found, names, cancel }: SummaryProps) {
  const { progress, judged, agreed, notAsked } = found;
  const differ = judged - agreed;
  return (
    <p className="work-line num" aria-live="polite" data-testid="disagreement-summary" data-state={progress.state}>
      <span>
        <b>{countWords(differ)}</b> of {plural(judged, 'URL')} ({percent(differ, judged)}){' '}
        {found.firstBlocked
          ? `${differ === 1 ? 'is' : 'are'} blocked for ${nameOf(names, found.profiles[0])}, but not for ${nameOf(names, found.profiles[1])}`
          : `get different verdicts from ${found.profiles.length} crawlers`}
        , in {plural(found.groupCount, 'group')}.
        {notAsked > 0 && ` ${countWords(notAsked)} more could not be checked: robots.txt of their hosts was never requested.`}
      </span>
      <ExportButton
        label="Export all…"
        disabled={differ === 0}
        offer={{
          label: 'All disagreements',
          list: { kind: 'disagreements', list: found.list, group: null },
          count: progress.state === 'running' ? null : differ,
          shown: null,
        }}
      />
      {progress.state === 'running' && (
        <>
          <span className="muted">{workWords(progress)}</span>
          <button type="button" className="btn small" onClick={cancel}>
            Stop
          </button>
        </>
      )}
      {progress.state === 'cancelled' && <span className="tone-warn">Stopped before the end.</span>}
      {progress.state === 'failed' && <span className="tone-bad">The comparison could not be finished.</span>}
    </p>
  );
}

const nameOf = (names: ListProps['names'], id = ''): string => names.get(id) ?? id;

/** The rule that represents a group: the first that forbids, otherwise the first that decides. */
function ruleOf({ says }: DisagreementGroup): string {
  const forbids = says.find(each => each.allowed === false && each.line > 0);
  return (forbids ?? says.find(each => each.line > 0))?.rule ?? 'no rule decides';
}

function causeWords({ causes }: DisagreementGroup, names: ReadonlyMap<string, string>): string {
  const [cause, ...more] = causes ?? [];
  if (!cause) return 'looking for the cause…';
  const other = cause.between[1] ?? '';
  const rest = more.length === 0 ? '' : ` and ${plural(more.length, 'more cause')}`;
  return `${names.get(other) ?? other}: ${differenceWords(cause)}${rest}`;
}
