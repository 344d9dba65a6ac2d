import { useEffect, useState } from 'react';
import { durationWords } from '#shared/explain/duration.ts';
import type { DiskWait } from '#shared/model/disk-wait.ts';
import type { OutageStatus } from '#shared/model/outage.ts';
import { useActions } from '../../bridge/app-context.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { Foreign } from '../../ui/text/foreign.tsx';

/** While the crawl waits for our own network: what it saw, since when, the next try, and a button to try at once. */
export function OutageBanner() {
  const status = useStatus();
  if (status?.state !== 'running' || !status.outage) return null;
  return <Banner outage={status.outage} now={status.now} />;
}

/** While the crawl waits for room on the disk: what it needs, since when, when it ends, and a button to look at once. */
export function DiskBanner() {
  const status = useStatus();
  if (status?.state !== 'running' || !status.diskWait) return null;
  return <DiskWaitBanner wait={status.diskWait} now={status.now} />;
}

function DiskWaitBanner({ wait, now }: { readonly wait: DiskWait; readonly now: number }) {
  const { command } = useActions();
  const at = useSeconds(now);
  const { detail, since, until } = wait;
  return (
    <section className="outage-banner" data-testid="disk-wait" aria-label="Disk full">
      <p className="selectable">
        <b role="status">The crawl waits for room on the disk.</b> <Foreign text={detail} /> It goes on by itself when there is
        room; nothing stored so far is lost.
        <span className="muted num">
          {' '}
          Since {seconds(at - since)}; ends in {seconds(until - at)}, and can be resumed.
        </span>
      </p>
      <button type="button" className="btn small" data-testid="try-disk" onClick={() => command('crawl:try-network')}>
        Look now
      </button>
    </section>
  );
}

/** Whole seconds in words. */
const seconds = (ms: number): string => durationWords(Math.max(0, Math.ceil(ms / 1_000)) * 1_000);

function Banner({ outage, now }: { readonly outage: OutageStatus; readonly now: number }) {
  const { command } = useActions();
  const at = useSeconds(now);
  const { detail, since, nextTryAt, until } = outage;
  return (
    <section className="outage-banner" data-testid="outage" aria-label="No network">
      <p className="selectable">
        <b role="status">The crawl waits for the network.</b> <Foreign text={detail} /> No URL uses up an attempt meanwhile.
        <span className="muted num">
          {' '}
          Since {seconds(at - since)}; {nextTryAt > at ? `next try in ${seconds(nextTryAt - at)}` : 'trying now'}; stops in{' '}
          {seconds(until - at)}, and can be resumed.
        </span>
      </p>
      <button type="button" className="btn small" data-testid="try-network" onClick={() => command('crawl:try-network')}>
        Try now
      </button>
    </section>
  );
}

/** The time of the crawl, which goes on between two reports. */
function useSeconds(now: number): number {
  const [since, setSince] = useState({ now, at: performance.now() });
  const [, tick] = useState(0);
  useEffect(() => setSince({ now, at: performance.now() }), [now]);
  useEffect(() => {
    const timer = setInterval(() => tick(n => n + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return since.now + performance.now() - since.at;
}
