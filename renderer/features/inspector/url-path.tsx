import { useState } from 'react';
import type { PathStep } from '#shared/model/graph.ts';
import { useCall, useStatus } from '../../bridge/hooks.ts';
import { GraphState, NoGraph } from '../../domain/graph-state.tsx';
import { useGraph } from '../../domain/use-graph.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { UrlLink } from './evidence.tsx';

/** The links of a larger crawl are read only when the user asks for them. */
const mostUnasked = 50_000;
const shownBehind = 100;

/** Shortest path to a URL, alternatives, the pages that all paths go through, and its link score. */
export function UrlPathFacts({ url }: { readonly url: string }) {
  const urls = useStatus()?.urls ?? 0;
  const graph = useGraph(urls > 0 && urls <= mostUnasked ? 'start' : 'look');
  const { state, error, retry, again } = graph;
  return (
    <section className="fact-group" data-testid="url-path">
      <h3>Path and link score</h3>
      {error && <Problem text={`The links could not be read: ${error}`} retry={retry} />}
      {state && state.run > 0 && <Found url={url} run={state.run} isCurrent={state.isCurrent} again={again} />}
      {state && state.run === 0 && state.state === 'none' && (
        <p>
          <button type="button" className="btn small" onClick={again}>
            Read the links
          </button>{' '}
          <span className="muted">This crawl is large: it takes some seconds.</span>
        </p>
      )}
      {state && state.run === 0 && state.state === 'running' && <GraphState graph={graph} />}
      {state && state.run === 0 && (state.state === 'failed' || state.state === 'cancelled') && <NoGraph graph={graph} />}
    </section>
  );
}

interface FoundProps {
  readonly url: string;
  readonly run: number;
  readonly isCurrent: boolean;
  readonly again: () => void;
}

function Found({ url, run, isCurrent, again }: FoundProps) {
  const { data, error, retry } = useCall('graph.path', { url }, run);
  // A URL that was found after the links were read, or that the crawl does not have.
  if (error) return <Problem text={error} retry={isCurrent ? retry : again} />;
  if (!data) return null;
  const { depth, way, alternatives, alternativesTotal, through, behind, score, position, scored, countsFor } = data;
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Link score</dt>
          <dd className="num">
            {score !== null && position !== null ? (
              `${score} of 100, place ${countWords(position)} of ${countWords(scored)}`
            ) : countsFor === null ? (
              'none: only internal URLs have one'
            ) : (
              <>
                none: links to it count for <UrlLink url={countsFor} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Shortest path</dt>
          <dd>
            {depth === null
              ? 'No link or redirect from a start URL leads here.'
              : depth === 0
                ? 'It is a start URL.'
                : `${plural(depth, 'step')} from a start URL${way.length <= depth ? '; the last ones:' : ''}`}
            {depth !== null && depth > 0 && <Steps steps={way} />}
          </dd>
        </div>
        {alternativesTotal > 1 && (
          <div>
            <dt>As short through</dt>
            <dd>
              <span className="num">{plural(alternativesTotal, 'page')}</span>
              <Steps steps={alternatives} />
              {alternatives.length < alternativesTotal && (
                <span className="muted num">and {countWords(alternativesTotal - alternatives.length)} more</span>
              )}
            </dd>
          </div>
        )}
        {depth !== null && depth > 0 && (
          <div>
            <dt>All paths go through</dt>
            <dd>
              {through.length === 0 ? 'no single page' : <Steps steps={through.map(each => ({ url: each, text: null }))} />}
            </dd>
          </div>
        )}
        <div>
          <dt>Without it</dt>
          <dd className="num">
            {behind === 0 ? 'no other URL would vanish' : `${plural(behind, 'URL')} would vanish: no other path leads there`}{' '}
            {behind > 0 && <Behind key={`${url} ${run}`} url={url} />}
          </dd>
        </div>
      </dl>
      {!isCurrent && (
        <p className="muted">
          The crawl has changed since the links were read.{' '}
          <button type="button" className="link" onClick={again}>
            Read again
          </button>
        </p>
      )}
    </>
  );
}

/** The first URLs that would vanish, on request. */
function Behind({ url }: { readonly url: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, retry } = useCall('graph.behind', isOpen ? { url, from: 0, limit: shownBehind } : null);
  return (
    <>
      <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide them' : 'Show them'}
      </button>
      {isOpen && error && <Problem text={error} retry={retry} />}
      {isOpen && data && (
        <>
          <Steps steps={data.urls.map(each => ({ url: each, text: null }))} />
          {data.urls.length < data.total && (
            <span className="muted num">
              and {countWords(data.total - data.urls.length)} more: crawlscope graph --behind lists all
            </span>
          )}
        </>
      )}
    </>
  );
}

/** URLs in order, each with the text of its link to the next. */
function Steps({ steps }: { readonly steps: readonly PathStep[] }) {
  return (
    <ol className="path-steps">
      {steps.map(({ url, text }) => (
        <li key={url}>
          <UrlLink url={url} />
          {text !== null && text !== '' && (
            <span className="muted">
              {' '}
              “<Foreign text={text} />”
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
