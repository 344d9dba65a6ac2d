import { useEffect, useState } from 'react';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { useCall, useProgress, useStatus } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { listSize, SplitPane } from '../../ui/split-pane.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import type { InterpretationChoice } from './interpret/tab.tsx';
import { RobotsFile, type RobotsTab } from './robots-file.tsx';

export const accessWords: Readonly<Record<string, string>> = {
  rules: 'rules read',
  'allow-all': 'no file: all allowed',
  'disallow-all': 'unreachable: nothing allowed',
  stale: 'unreachable: last good copy used',
};

/** What was looked at last: other views come and go in between. */
const kept: { tab: RobotsTab; choice: InterpretationChoice; proposed: object | null; asserted: object | null } = {
  tab: 'file',
  choice: { interpreter: '', against: '' },
  proposed: null,
  asserted: null,
};

/** Every origin's robots.txt as this crawl read it. */
export function RobotsView() {
  const nav = useNav();
  const { go } = useActions();
  const progress = useProgress(3_000);
  const status = useStatus();
  const failing = status?.failingAssertions ?? [];
  const seen = status?.urls;
  const { data, error, retry } = useCall('robots.origins', {}, progress);
  const [find, setFind] = useState('');
  const [tab, setTab] = useState(kept.tab);
  const [choice, setChoice] = useState(kept.choice);
  useEffect(() => {
    kept.tab = tab;
    kept.choice = choice;
  }, [tab, choice]);
  // Evidence points at a line of the file.
  const pointed = nav.robots;
  useEffect(() => {
    if (pointed !== null && pointed.line > 0) setTab('file');
  }, [pointed]);
  const proposed = nav.draft;
  useEffect(() => {
    if (proposed !== null && proposed !== kept.proposed) setTab('draft');
    kept.proposed = proposed;
  }, [proposed]);
  const asserted = nav.assertions;
  useEffect(() => {
    if (asserted !== null && asserted !== kept.asserted) setTab('assertions');
    kept.asserted = asserted;
  }, [asserted]);
  if (error && data === undefined) return <Problem text={`The robots.txt list could not be read: ${error}`} retry={retry} />;
  if (!data) return <div className="empty">Reading the robots.txt files…</div>;
  if (data.length === 0)
    return <div className="empty">No robots.txt was requested yet. Each appears here when the crawl reaches its host.</div>;
  const stored = data.reduce((sum, each) => sum + each.urls, 0);
  const origin = nav.robots?.origin ?? data[0]?.origin ?? '';
  const row = data.find(each => each.origin === origin);
  const version = nav.robots?.version ?? null;
  const pick = (next: string, nextVersion: number): void =>
    go({ do: 'open', target: { view: 'robots', origin: next, version: nextVersion, line: 0 } });
  const listed = data.filter(each => each.origin.includes(find.trim().toLowerCase()));
  return (
    <SplitPane
      name="origins"
      label="Width of the list of origins"
      at="start"
      size={listSize}
      side={
        <nav className="list" aria-label="Origins">
          <div className="list-head">
            <h2>{plural(data.length, 'origin')}</h2>
            {seen !== undefined && stored < seen && (
              <p className="muted num" title="The other URLs have no host, or the robots.txt of their host was not requested">
                with {countWords(stored)} of {plural(seen, 'URL')} seen
              </p>
            )}
            {data.length > 12 && (
              <input className="field" placeholder="Find a host" value={find} onChange={event => setFind(event.target.value)} />
            )}
          </div>
          <ul>
            {listed.slice(0, 1_000).map(each => (
              <li key={each.origin}>
                <button
                  type="button"
                  className="list-row"
                  aria-current={each.origin === origin}
                  disabled={each.current === null}
                  onClick={() => each.current !== null && pick(each.origin, each.current)}
                >
                  <Foreign text={each.origin} />
                  <span className="muted num">
                    {accessWords[each.access] ?? each.access} · blocked {countWords(each.blocked)} of {plural(each.urls, 'URL')}{' '}
                    in this crawl
                  </span>
                  {failing
                    .filter(({ origin: about }) => about === each.origin)
                    .map(({ unmet, since, sinceNumber }) => (
                      <span key={since} className="tone-bad num" data-testid="assertions-failing">
                        {plural(unmet, 'assertion')} not met since version {countWords(sinceNumber)}
                      </span>
                    ))}
                </button>
              </li>
            ))}
          </ul>
          {listed.length > 1_000 && (
            <p className="muted note">
              The first 1,000 of {countWords(listed.length)} are listed. Type a host name to find others.
            </p>
          )}
        </nav>
      }
      main={
        <RobotsFile
          key={origin}
          origin={origin}
          version={version ?? row?.current ?? null}
          line={nav.robots?.line ?? 0}
          jump={nav.jump}
          progress={progress}
          tab={tab}
          choice={choice}
          crawler={nav.crawler}
          onCrawler={crawler => go({ do: 'crawler', crawler })}
          onTab={setTab}
          onChoice={setChoice}
          onVersion={id => pick(origin, id)}
        />
      }
    />
  );
}
