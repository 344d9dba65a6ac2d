import { useState } from 'react';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { nextLimit, readLimit } from '../../domain/crawl-words.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { writeNumber } from '../../ui/numbers.ts';
import { Problem } from '../../ui/problem.tsx';
import { countWords, plural } from '../../ui/text/format.ts';

/** The form for a new page limit, to continue a crawl that ended at its limit. */
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
  const [typed, setTyped] = useState(() => writeNumber(nextLimit(limit)));
  const { busy, refused, clear, submit } = useSubmit();
  const { maxPages, problem } = readLimit(typed, limit);
  const send = (): void => {
    if (problem !== '') return;
    void submit(async () => {
      await client.call('crawl.continue', { maxPages });
      toast(`The crawl continues, up to ${plural(maxPages, 'page')}`);
      onClose();
    });
  };
  return (
    <DialogForm
      testId="continue-form"
      width="narrow"
      onSubmit={send}
      buttons={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" data-testid="continue-crawl" disabled={problem !== '' || busy}>
            Continue
          </button>
        </>
      }
    >
      <p>
        The crawl reached its limit of {plural(limit, 'page')} with {plural(queued, 'URL')} waiting. They keep their order.
      </p>
      <Field
        label="Page limit"
        unit="pages"
        testId="continue-limit"
        focus
        value={typed}
        onChange={value => {
          setTyped(value);
          clear();
        }}
        problem={problem}
        hint={`Counts all pages of the crawl, also those already fetched. The limit is now ${countWords(limit)}.`}
      />
      {refused && <Problem text={`The crawl was not continued: ${refused}`} />}
    </DialogForm>
  );
}
