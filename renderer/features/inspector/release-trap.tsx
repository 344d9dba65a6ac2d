import { useState } from 'react';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';

/** Lets the crawl go on where a trap guard stopped it. `pattern`: as the decision names it. */
export function ReleaseTrap({ pattern }: { readonly pattern: string }) {
  const { toast } = useActions();
  const [asking, setAsking] = useState(false);
  const release = async (): Promise<void> => {
    setAsking(false);
    try {
      await client.call('crawl.releaseTrap', { pattern });
      toast('Released. The crawl continues with these URLs.');
    } catch (error) {
      toast(`They could not be released: ${messageOf(error)}`, 'problem');
    }
  };
  return (
    <p>
      <button type="button" className="btn small" data-testid="release-trap" onClick={() => setAsking(true)}>
        Crawl these URLs…
      </button>
      {asking && (
        <Confirm
          title="Crawl what the guard stopped?"
          verb="Crawl"
          testId="release-trap-dialog"
          onCancel={() => setAsking(false)}
          onConfirm={() => void release()}
        >
          The crawl continues with all URLs of the form <Foreign text={pattern} />. They may have no end: the page limit then ends
          the crawl.
        </Confirm>
      )}
    </p>
  );
}
