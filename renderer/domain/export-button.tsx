import { useEffect, useRef } from 'react';
import { useActions } from '../bridge/app-context.ts';
import { type ExportOffer, offerExport, wantExport } from '../bridge/export-offers.ts';
import { Hint } from '../ui/hint.tsx';

interface Props {
  readonly offer: ExportOffer;
  /** There is no list yet. */
  readonly disabled?: boolean;
  /** What the button says, where several lists are exported side by side. */
  readonly label?: string;
}

/** Opens the export dialog for a list. While it is on screen, the dialog of the menu offers the list as well. */
export function ExportButton({ offer, disabled = false, label = 'Export…' }: Props) {
  const { command } = useActions();
  const button = useRef<HTMLButtonElement>(null);
  const key = JSON.stringify(offer);
  const current = useRef(offer);
  current.current = offer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the offer
  useEffect(() => (button.current && !disabled ? offerExport(button.current, current.current) : undefined), [key, disabled]);
  return (
    <Hint text={`Export: ${offer.label} (Ctrl E)`}>
      <button
        ref={button}
        type="button"
        className="btn small"
        data-testid="export-button"
        disabled={disabled}
        onClick={event => {
          wantExport(event.currentTarget);
          command('export');
        }}
      >
        {label}
      </button>
    </Hint>
  );
}
