import { readableUrl } from '#shared/readable-url.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useCall, useProgress } from '../../bridge/hooks.ts';
import { type Inspected, tabNames } from '../../bridge/nav-state.ts';
import { useSaveReport } from '../../bridge/save-report.ts';
import { Hint } from '../../ui/hint.tsx';
import { Problem } from '../../ui/problem.tsx';
import { TabGroup, TabList, TabPanel } from '../../ui/tabs.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { Compared } from './compared.tsx';
import { Crawlers } from './crawlers.tsx';
import { Facts } from './facts.tsx';
import { Headers } from './headers.tsx';
import { Issues } from './issues.tsx';
import { Links } from './links.tsx';
import { Rendered } from './rendered/rendered.tsx';
import { Source } from './source.tsx';
import { Timeline } from './timeline.tsx';
import { Why } from './why.tsx';

const labels = {
  why: 'Why',
  issues: 'Issues',
  timeline: 'Timeline',
  crawlers: 'Crawlers',
  facts: 'Facts',
  links: 'Links',
  headers: 'Headers',
  source: 'Source',
  rendered: 'Rendered',
  compared: 'Both',
} as const;

/** Everything about one URL, seen or not. */
export function Inspector({ shown }: { readonly shown: Inspected }) {
  const { history, at, compared } = useNav();
  const { go, toast } = useActions();
  const progress = useProgress(2_000);
  const save = useSaveReport();
  const explained = useCall('url.explain', { url: shown.url }, progress);
  const copy = (): void => {
    navigator.clipboard.writeText(shown.url).then(
      () => toast('URL copied'),
      () => toast('Could not copy to the clipboard', 'problem'),
    );
  };
  const browse = (): void => {
    client.call('shell.openExternal', { url: shown.url }).catch((error: unknown) => toast(messageOf(error), 'problem'));
  };
  const why = explained.data;
  const readable = readableUrl(shown.url);
  return (
    <section className="inspector" data-testid="inspector" aria-label="Inspector">
      <TabGroup className="contents" current={shown.tab} onPick={tab => go({ do: 'tab', tab })}>
        <header className="inspector-head">
          <div className="inspector-url">
            <Hint text="Alt ←">
              <button
                type="button"
                className="btn quiet small"
                aria-label="Back"
                disabled={at <= 0}
                onClick={() => go({ do: 'back' })}
              >
                ←
              </button>
            </Hint>
            <Hint text="Alt →">
              <button
                type="button"
                className="btn quiet small"
                aria-label="Forward"
                disabled={at >= history.length - 1}
                onClick={() => go({ do: 'forward' })}
              >
                →
              </button>
            </Hint>
            <h2 className="clip selectable mono" title={visibleText(shown.url)}>
              <Foreign text={shown.url} />
            </h2>
            <button type="button" className="btn quiet small" onClick={copy}>
              Copy
            </button>
            <Hint text="Save everything the crawl knows about this URL as one HTML document">
              <button
                type="button"
                className="btn quiet small"
                data-testid="save-dossier"
                onClick={() => save({ kind: 'url', url: shown.url })}
              >
                Save dossier…
              </button>
            </Hint>
            <Hint text="Open in your browser">
              <button type="button" className="btn quiet small" onClick={browse}>
                Visit
              </button>
            </Hint>
            <Hint text="Esc">
              <button
                type="button"
                className="btn quiet small"
                aria-label="Close the inspector"
                onClick={() => go({ do: 'close-inspector' })}
              >
                ✕
              </button>
            </Hint>
          </div>
          {readable !== shown.url && (
            <p className="readable-url muted clip" data-testid="readable-url">
              Reads as <Foreign text={readable} />
            </p>
          )}
          <TabList
            label="Inspector"
            prefix="tab"
            items={tabNames
              .filter(name => name !== 'compared' || compared > 0 || shown.tab === name)
              .map(name => ({
                name,
                label: labels[name],
                ...(name === 'compared' ? { hint: 'In both crawls that are compared' } : {}),
              }))}
          />
        </header>
        <TabPanel scrolls className="inspector-body" name={shown.tab} key={`${shown.url} ${shown.tab} ${shown.link}`}>
          {explained.error && <Problem text={explained.error} retry={explained.retry} />}
          {shown.tab === 'why' && why && <Why why={why} />}
          {shown.tab === 'timeline' && why && <Timeline why={why} url={shown.url} />}
          {shown.tab === 'crawlers' && why && <Crawlers url={shown.url} refresh={why.decisions.length} />}
          {shown.tab === 'issues' && <Issues url={shown.url} />}
          {shown.tab === 'facts' && why && <Facts url={shown.url} why={why} />}
          {shown.tab === 'links' && why?.facts && <Links url={shown.url} link={shown.link} />}
          {shown.tab === 'links' && why?.facts === null && (
            <div className="empty">There are no links, because this URL is not in this crawl.</div>
          )}
          {shown.tab === 'headers' && <Headers url={shown.url} highlight={shown.header} />}
          {shown.tab === 'compared' && <Compared url={shown.url} run={compared} />}
          {shown.tab === 'rendered' && <Rendered url={shown.url} start={shown.start} end={shown.end} />}
          {shown.tab === 'source' && <Source url={shown.url} start={shown.start} end={shown.end} />}
        </TabPanel>
      </TabGroup>
    </section>
  );
}
