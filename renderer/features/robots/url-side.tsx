import type { ReactNode } from 'react';
import { Hint } from '../../ui/hint.tsx';
import type { SideSize } from '../../ui/split-pane.tsx';

/** The list's size beside a robots.txt. */
export const urlSideSize: SideSize = { usual: '40%', least: 240, most: 75 };

interface Props {
  readonly label: string;
  readonly testId: string;
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A list of URLs beside a robots.txt. Esc closes it. */
export function UrlSide({ label, testId, title, onClose, children }: Props) {
  return (
    <section
      className="url-side"
      aria-label={label}
      data-testid={testId}
      onKeyDown={event => event.key === 'Escape' && onClose()}
    >
      <header className="url-side-head">
        <h3 className="num" aria-live="polite">
          {title}
        </h3>
        <Hint text="Close (Esc)">
          <button type="button" className="btn quiet small" aria-label="Close the list" onClick={onClose}>
            ✕
          </button>
        </Hint>
      </header>
      {children}
    </section>
  );
}
