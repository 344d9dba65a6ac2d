import { useCall, useStatus } from '../../../bridge/hooks.ts';
import { Hint } from '../../../ui/hint.tsx';
import { assertionPlace, putOnDraft, unsavedAt } from '../assertions/store.ts';
import { totalWords } from '../assertions/words.ts';

interface Props {
  readonly origin: string;
  /** The draft, after a short pause in typing. */
  readonly draft: string;
  /** Shows them. */
  readonly onOpen: () => void;
}

/** Whether the draft meets the assertions about this origin; shows nothing if there are none. */
export function DraftAssertions({ origin, draft, onOpen }: Props) {
  const place = assertionPlace(useStatus()?.file ?? '', origin);
  const stored = useCall('assertions.get', { origin });
  const text = unsavedAt(place) ?? stored.data?.unsaved ?? stored.data?.text ?? '';
  const run = useCall('assertions.run', text.trim() === '' ? null : { origin, text, draft });
  if (text.trim() === '') return null;
  const { data } = run;
  const isBad = data !== undefined && data.unmet + data.problems.length > 0;
  const tone = run.error || isBad ? 'tone-bad' : data && data.unchecked > 0 ? 'tone-warn' : data ? 'tone-ok' : 'muted';
  return (
    <Hint text="Shows the assertions about this robots.txt, checked on the draft">
      <button
        type="button"
        className="link num draft-assertions"
        data-testid="draft-assertions"
        onClick={() => {
          putOnDraft(place, true);
          onOpen();
        }}
      >
        <span className={tone}>
          {run.error ? `Assertions could not be checked: ${run.error}` : data ? totalWords(data) : 'Checking the assertions…'}
        </span>
      </button>
    </Hint>
  );
}
