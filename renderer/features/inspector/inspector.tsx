import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useCall, useProgress } from '../../bridge/hooks.ts';
import { type Inspected, tabNames } from '../../bridge/nav-state.ts';
import { useSaveReport } from '../../bridge/save-report.ts';
import { Problem } from '../../ui/problem.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { Compared } from './compared.tsx';
import { Crawlers } from './crawlers.tsx';
import { Facts } from './facts.tsx';
import { Headers } from './headers.tsx';
import { Links } from './links.tsx';
import { Source } from './source.tsx';
import { Timeline } from './timeline.tsx';
import { Why } from './why.tsx';

const labels = {
  why: 'Why',
  timeline: 'Timeline',
  crawlers: 'Crawlers',
  facts: 'Facts',
  links: 'Links',
  headers: 'Headers',
  source: 'Source',
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
      () => toast('The clipboard refused', 'problem'),
    );
  };
  const browse = (): void => {
    client.call('shell.openExternal', { url: shown.url }).catch((error: unknown) => toast(messageOf(error), 'problem'));
  };
  const why = explained.data;
  return (
    <aside className="inspector" data-testid="inspector" aria-label="Inspector">
      <header className="inspector-head">
        <div className="inspector-url">
          <button
            type="button"
            className="btn quiet small"
            aria-label="Back"
            title="Alt ←"
            disabled={at <= 0}
            onClick={() => go({ do: 'back' })}
          >
            ←
          </button>
          <button
            type="button"
            className="btn quiet small"
            aria-label="Forward"
            title="Alt →"
            disabled={at >= history.length - 1}
            onClick={() => go({ do: 'forward' })}
          >
            →
          </button>
          <span className="clip selectable mono" title={visibleText(shown.url)}>
            <Foreign text={shown.url} />
          </span>
          <button type="button" className="btn quiet small" onClick={copy}>
            Copy
          </button>
          <button
            type="button"
            className="btn quiet small"
            title="Save everything the crawl knows of this URL as one HTML document"
            data-testid="save-dossier"
            onClick={() => save({ kind: 'url', url: shown.url })}
          >
            Save dossier…
          </button>
          <button type="button" className="btn quiet small" title="Open in your browser" onClick={browse}>
            Visit
          </button>
          <button
            type="button"
            className="btn quiet small"
            aria-label="Close the inspector"
            title="Esc"
            onClick={() => go({ do: 'close-inspector' })}
          >
            ✕
          </button>
        </div>
        <Tabs
          label="Inspector"
          prefix="tab"
          current={shown.tab}
          items={tabNames
            .filter(name => name !== 'compared' || compared > 0 || shown.tab === name)
            .map(name => ({
              name,
              label: labels[name],
              ...(name === 'compared' ? { hint: 'In both crawls that are compared' } : {}),
            }))}
          onPick={tab => go({ do: 'tab', tab })}
        />
      </header>
      <div className="inspector-body" data-tab={shown.tab} key={`${shown.url} ${shown.tab}`}>
        {explained.error && <Problem text={explained.error} retry={explained.retry} />}
        {shown.tab === 'why' && why && <Why why={why} />}
        {shown.tab === 'timeline' && why && <Timeline why={why} url={shown.url} />}
        {shown.tab === 'crawlers' && why && <Crawlers url={shown.url} refresh={why.decisions.length} />}
        {shown.tab === 'facts' && why && <Facts why={why} />}
        {shown.tab === 'links' && <Links url={shown.url} />}
        {shown.tab === 'headers' && <Headers url={shown.url} highlight={shown.header} />}
        {shown.tab === 'compared' && <Compared url={shown.url} run={compared} />}
        {shown.tab === 'source' && <Source url={shown.url} start={shown.start} end={shown.end} />}
      </div>
    </aside>
  );
}
