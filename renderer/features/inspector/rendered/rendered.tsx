import { type ReactNode, useState } from 'react';
import type { RenderingSummary } from '#shared/model/rendering-view.ts';
import { useCall, useProgress, useStatus } from '../../../bridge/hooks.ts';
import { BlockedCostPanel } from '../../../domain/blocked-cost.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { TabGroup, TabList, TabPanel } from '../../../ui/tabs.tsx';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { countWords, durationText, plural, timeWords } from '../../../ui/text/format.ts';
import { Changes } from './changes.tsx';
import { Markup, type ShownPlace } from './markup.tsx';
import { PageLog } from './page-log.tsx';
import { PageRequests } from './page-requests.tsx';
import { Picture } from './picture.tsx';
import { RenderButton } from './render-button.tsx';
import { endingWords, failureWords, variantWords } from './rendered-words.ts';

interface Props {
  readonly url: string;
  /** Bytes of the rendered document to show; 0, 0 for none. */
  readonly start: number;
  readonly end: number;
}

/** A page as a browser rendered it, and what its scripts changed. */
export function Rendered({ url, start, end }: Props) {
  const progress = useProgress(1_000);
  const { data, error, retry } = useCall('rendering.ofUrl', { url }, progress);
  const [variant, setVariant] = useState<RenderingSummary['variant']>('obeying');
  const place = end > 0 ? { start, end } : null;
  if (error) return <Problem text={`The rendering could not be read: ${error}`} retry={retry} />;
  if (!data) return null;
  const { renderings, cannot, why } = data;
  const shown = renderings.find(each => each.variant === variant) ?? renderings[0];
  if (!shown)
    return (
      <div className="empty" data-testid="not-rendered">
        <p>{cannot || why || 'This page was not rendered.'}</p>
        {cannot === '' && <RenderButton url={url} label="Render this page" />}
      </div>
    );
  return (
    <div className="filled rendered" data-testid="rendered">
      {renderings.length > 1 && (
        <div className="toolbar-line rendered-choice">
          {renderings.map(each => (
            <button
              key={each.id}
              type="button"
              className="chip"
              aria-pressed={each === shown}
              onClick={() => setVariant(each.variant)}
            >
              {variantWords[each.variant]}
            </button>
          ))}
        </div>
      )}
      <Rendering key={shown.id} url={url} rendering={shown} place={place} />
    </div>
  );
}

interface RenderingProps {
  readonly url: string;
  readonly rendering: RenderingSummary;
  readonly place: ShownPlace | null;
}

function Rendering({ url, rendering, place }: RenderingProps) {
  const { state } = rendering;
  if (state === 'queued' || state === 'leased') return <Waiting isUnderWay={state === 'leased'} url={url} />;
  return (
    <>
      <Head url={url} rendering={rendering} />
      <Parts url={url} rendering={rendering} place={place} />
    </>
  );
}

/** It is with the browser, or will be. */
function Waiting({ isUnderWay, url }: { readonly isUnderWay: boolean; readonly url: string }) {
  const isRunning = useStatus()?.state === 'running';
  return (
    <div className="empty" data-testid="rendering-waits">
      <p>
        {isUnderWay && isRunning
          ? 'The browser renders this page. Requests keep the delays of their hosts.'
          : isRunning
            ? 'This page waits to be rendered.'
            : 'This page waits to be rendered. It is rendered when the crawl goes on.'}
      </p>
      {!isRunning && <RenderButton url={url} label="Render this page now" />}
    </div>
  );
}

function Head({ url, rendering }: Pick<RenderingProps, 'url' | 'rendering'>) {
  const { state, result, detail, movedTo, endedAt, device, browser, endedBy, pageMs, wallMs, isOutdated, variant } = rendering;
  const about = [
    endedAt === null ? '' : timeWords(endedAt),
    device,
    state === 'done' ? endingWords(endedBy) : '',
    pageMs === null ? '' : `${durationText(pageMs)} on the clock of the page`,
    wallMs === null ? '' : `${durationText(wallMs)} of work`,
  ].filter(text => text !== '');
  return (
    <header className="rendered-head">
      <div className="rendered-about selectable">
        {state === 'failed' && (
          <p className="tone-bad" data-testid="rendering-failed">
            {failureWords(result)} {detail !== '' && <Foreign text={detail} />}{' '}
            {movedTo !== '' && (
              <>
                It moved to <Foreign className="mono wrap" text={movedTo} title={movedTo} />
              </>
            )}
          </p>
        )}
        <p className="muted num">
          <Foreign text={about.join(' · ')} /> · <Foreign text={browser} />
          {variant === 'freed' && ' · resources that robots.txt blocks were requested, with your consent'}
        </p>
        {state === 'done' && detail !== '' && (
          <p className="tone-warn">
            <Foreign text={detail} />
          </p>
        )}
        {endedBy === 'cap' && (
          <p className="tone-warn">The page was still busy when its time was over: what came later is missing.</p>
        )}
        {isOutdated && (
          <p className="tone-warn">The page was requested again since: this is a rendering of the response before.</p>
        )}
      </div>
      <RenderButton url={url} label="Render again" isQuiet />
    </header>
  );
}

const partNames = ['changes', 'picture', 'source', 'requests', 'console', 'cost'] as const;
type PartName = (typeof partNames)[number];

function labelOf(name: PartName, { requests, blocked, logged }: RenderingSummary): string {
  switch (name) {
    case 'changes':
      return 'Changes';
    case 'picture':
      return 'Screenshot';
    case 'source':
      return 'Source';
    case 'requests':
      return `Requests ${countWords(requests)}`;
    case 'console':
      return `Console ${countWords(logged)}`;
    case 'cost':
      return `Blocked ${countWords(blocked)}`;
  }
}

function Parts({ url, rendering, place: wanted }: RenderingProps) {
  const [place, setPlace] = useState(wanted);
  const isDone = rendering.state === 'done';
  const offered = partNames.filter(name => {
    if (name === 'cost') return rendering.blocked > 0;
    return isDone || name === 'requests' || name === 'console';
  });
  const [chosen, setChosen] = useState<PartName>(wanted === null ? 'changes' : 'source');
  const part = offered.find(name => name === chosen) ?? (offered[0] as PartName);
  const { id, facts, screenshots, requests, dropped, logged } = rendering;
  const parts: Readonly<Record<PartName, () => ReactNode>> = {
    changes: () =>
      facts === null ? (
        <div className="empty">This file has no comparison of the two pages. Render the page again.</div>
      ) : (
        <Changes
          facts={facts}
          url={url}
          onPlace={(start, end) => {
            setPlace({ start, end });
            setChosen('source');
          }}
        />
      ),
    picture: () => <Picture rendering={id} kinds={screenshots} />,
    source: () => <Markup rendering={id} place={place} />,
    requests: () => <PageRequests rendering={id} url={url} dropped={dropped} />,
    console: () => <PageLog rendering={id} url={url} count={logged} />,
    cost: () => <BlockedCostPanel url={url} />,
  };
  return (
    <TabGroup className="rendered-parts" current={part} onPick={setChosen}>
      <TabList
        label={`Rendered page: ${plural(requests, 'request')}`}
        prefix="rendered-part"
        items={offered.map(name => ({ name, label: labelOf(name, rendering) }))}
      />
      <TabPanel scrolls className="rendered-part" name={part} key={part}>
        {parts[part]()}
      </TabPanel>
    </TabGroup>
  );
}
