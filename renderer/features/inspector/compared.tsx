import type { ReactNode } from 'react';
import type { ComparedEvidence } from '#shared/model/comparison.ts';
import type { Answer } from '#shared/model/explanation.ts';
import { useCall } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, timeWords, verdictTone, verdictWords } from '../../ui/text/format.ts';
import { EvidenceList } from './evidence.tsx';
import { PageDifference } from './page-difference.tsx';

/** One URL in the open crawl and in the one it is compared with, side by side. `run`: 0 while nothing is compared. */
export function Compared({ url, run }: { readonly url: string; readonly run: number }) {
  const { data, error, retry } = useCall('comparison.pair', run === 0 ? null : { run, url });
  if (run === 0)
    return <div className="empty">No comparison is open. Choose “Compare with Another Crawl…” in the File menu.</div>;
  if (error) return <Problem text={`Could not read the two crawls: ${error}`} retry={retry} />;
  if (data === undefined) return <div className="empty">Reading both crawls…</div>;
  if (data === null) return <div className="empty">The comparison was closed.</div>;
  const { names, before, after } = data;
  const sides = [before, after] as const;
  return (
    <div className="pair selectable" data-testid="pair">
      <div className="pair-row pair-head">
        {(['Before', 'After'] as const).map((label, side) => (
          <h3 key={label}>
            {label}: <Foreign text={names[side] ?? ''} />
          </h3>
        ))}
      </div>
      <Row label="What happened" sides={sides} read={each => each.headline} show={each => <Foreign text={each.headline} />} />
      <Row
        label="May be fetched?"
        sides={sides}
        read={each => each.mayFetch.verdict}
        show={each => <Said answer={each.mayFetch} />}
      />
      <Row
        label="May be listed?"
        sides={sides}
        read={each => each.mayList.verdict}
        show={each => <Said answer={each.mayList} />}
      />
      <Row
        label="Links followed?"
        sides={sides}
        read={each => each.linksFollowed.verdict}
        show={each => <Said answer={each.linksFollowed} />}
      />
      {facts.map(([label, read]) => {
        const empty = sides.every(each => each === null || read(each) === '');
        if (empty) return null;
        return <Row key={label} label={label} sides={sides} read={read} show={each => <Value text={read(each)} />} />;
      })}
      {before && after && <PageDifference url={url} run={run} />}
    </div>
  );
}

const facts: readonly (readonly [string, (side: ComparedEvidence) => string])[] = [
  ['Status', each => (each.status === null ? '' : String(each.status))],
  ['Redirects to', each => each.redirectTo],
  ['Canonical', each => each.canonical],
  ['Meta robots', each => each.metaRobots],
  ['X-Robots-Tag', each => each.xRobotsTag],
  ['Title', each => each.title],
  ['Links in', each => countWords(each.inlinks)],
  ['Fetched', each => (each.fetchedAt === null ? '' : timeWords(each.fetchedAt))],
];

const Value = ({ text }: { readonly text: string }) =>
  text === '' ? <span className="muted">–</span> : <Foreign className="wrap" text={text} />;

interface RowProps {
  readonly label: string;
  readonly sides: readonly [ComparedEvidence | null, ComparedEvidence | null];
  readonly read: (side: ComparedEvidence) => string;
  readonly show: (side: ComparedEvidence) => ReactNode;
}

function Row({ label, sides, read, show }: RowProps) {
  const [before, after] = sides;
  const differs =
    before !== null && after !== null && read(before) !== read(after) && label !== 'Fetched' && label !== 'Links in';
  return (
    <section className="pair-part" data-differs={differs}>
      <h4 className="muted">
        {label}
        {differs && <span className="chip warn">differs</span>}
      </h4>
      <div className="pair-row">
        {(['before', 'after'] as const).map((name, side) => {
          const each = sides[side] ?? null;
          return (
            <div key={name} className="num">
              {each ? show(each) : <span className="muted">This crawl does not contain the URL.</span>}
            </div>
          );
        })}
      </div>
    </section>
  );
}

function Said({ answer }: { readonly answer: Answer<string> }) {
  return (
    <>
      <b className={`tone-${verdictTone(answer.verdict)}`}>{verdictWords[answer.verdict] ?? answer.verdict}</b>
      <p>
        <Foreign text={answer.sentence} />
      </p>
      <EvidenceList items={answer.evidence} />
    </>
  );
}
