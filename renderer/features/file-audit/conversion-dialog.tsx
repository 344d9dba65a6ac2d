import { type ConversionWork, conversionWords } from '#shared/model/conversion.ts';
import { client } from '../../bridge/client.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { durationText } from '../../ui/text/format.ts';

/** Says how far the conversion of an older file is. Closing the dialog cancels it: the file stays as it was, and is not opened. */
export function ConversionDialog({ work }: { readonly work: ConversionWork }) {
  const { step, share, etaMs, file, isCancelling } = work;
  const { refused, submit } = useSubmit();
  const cancel = (): void => void submit(async () => void (await client.call('conversion.cancel', {})));
  return (
    <Modal title="Converting an older file" onClose={cancel}>
      <div className="repair" data-testid="conversion" data-step={step}>
        <p>
          An earlier version of Crawlscope wrote <Foreign text={file.name} />. It is converted to this version before it opens.
        </p>
        <p className="muted">The file as it is now stays in its folder, under another name.</p>
        <div className="repair-state">
          {refused && <Problem text={refused} />}
          <p aria-live="polite">{isCancelling ? 'Cancelling' : conversionWords[step]}…</p>
          <progress
            className="repair-bar"
            aria-label="Share of this step"
            max={1}
            value={step === 'shrink' ? undefined : share}
          />
          <p className="muted num">
            {Math.floor(share * 100)} %{etaMs !== null && `, about ${durationText(etaMs)} left`}
          </p>
        </div>
      </div>
      <footer className="dialog-foot">
        <span className="spacer" />
        <button
          type="button"
          className="btn"
          data-first=""
          data-testid="conversion-cancel"
          disabled={isCancelling}
          onClick={cancel}
        >
          Cancel
        </button>
      </footer>
    </Modal>
  );
}
