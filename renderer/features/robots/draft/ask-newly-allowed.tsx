import { useState } from 'react';
import { useActions } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { messageOf } from '../../../bridge/hooks.ts';
import { plural } from '../../../ui/text/format.ts';

/** URLs of one call: the most that the contract takes. */
const most = 1_000;

interface Props {
  /** The comparison that found the newly allowed URLs. */
  readonly handle: number;
  readonly count: number;
}

/** Offers to fetch only the newly allowed URLs. The crawl requests the server's current robots.txt first and obeys it. */
export function AskNewlyAllowed({ handle, count }: Props) {
  const { toast, command } = useActions();
  const [busy, setBusy] = useState(false);
  const ask = async (): Promise<void> => {
    setBusy(true);
    try {
      const page = await client.call('replay.urls', {
        handle,
        change: 'newlyAllowed',
        cause: null,
        section: null,
        from: 0,
        limit: most,
      });
      const { queued } = await client.call('crawl.askAgain', { urls: page.rows.map(row => row.url) });
      if (queued === 0) toast('Nothing was queued: robots.txt blocked none of these URLs in this crawl.');
      else {
        toast(`${plural(queued, 'URL')} queued. Crawlscope requests robots.txt first and obeys it.`);
        command('crawl:resume');
      }
    } catch (error) {
      toast(`They could not be queued: ${messageOf(error)}`, 'problem');
    } finally {
      setBusy(false);
    }
  };
  return (
    <p>
      <button type="button" className="btn small" data-testid="ask-newly-allowed" disabled={busy} onClick={() => void ask()}>
        {count > most
          ? `Fetch the first ${plural(most, 'URL')}, if today’s robots.txt allows`
          : `Fetch just ${count === 1 ? 'this URL' : `these ${count}`}, if today’s robots.txt allows`}
      </button>
    </p>
  );
}
