import { useState } from 'react';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useStatus } from '../../bridge/hooks.ts';
import { nextLimit, readLimit } from '../../domain/crawl-words.ts';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { countWords, plural } from '../../ui/text/format.ts';

/** Asks for the page limit with which a crawl that ended at its limit goes on. */
export function ContinueForm({ onClose }: { readonly onClose: () => void }) {
  const status = useStatus();
  return (
    <Modal title="Continue with a higher limit" onClose={onClose}>
      {status && <Fields limit={status.settings.maxPages} queued={status.queued} onClose={onClose} />}
    </Modal>
  );
}

interface FieldsProps {
  /** The present page limit. */
  readonly limit: number;
  readonly queued: number;
  readonly onClose: () => void;
}

function Fields({ limit, queued, onClose }: FieldsProps) {
  const { toast } = useActions();
  const [typed, setTyped] = useState(() => String(nextLimit(limit)));
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const { maxPages, problem } = readLimit(typed, limit);
  const submit = async (): Promise<void> => {
    if (problem !== '' || busy) return;
    setBusy(true);
    try {
      await client.call('crawl.continue', { maxPages });
      toast(`The crawl goes on to ${plural(maxPages, 'page')}`);
      onClose();
    } catch (error) {
      setRefused(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      data-testid="continue-form"
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="form narrow">
        <p>
          The crawl ended at its limit of {plural(limit, 'page')} with {plural(queued, 'URL')} waiting. They keep their order.
        </p>
        <Field
          label="Page limit"
          unit="pages"
          testId="continue-limit"
          focus
          value={typed}
          onChange={value => {
            setTyped(value);
            setRefused('');
          }}
          problem={problem}
          hint={`Counted over the whole crawl, with the pages fetched so far; now ${countWords(limit)}.`}
        />
        {refused && <Problem text={`The crawl was not continued: ${refused}`} />}
      </div>
      <footer className="dialog-foot">
        <span className="spacer" />
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="btn primary" data-testid="continue-crawl" disabled={problem !== '' || busy}>
          Continue
        </button>
      </footer>
    </form>
  );
}
