import { type ReactNode, useState } from 'react';
import { useActions } from '../../bridge/app-context.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { Modal } from '../../ui/modal.tsx';
import { CrawlForm } from './crawl-form.tsx';

interface Props {
  readonly onClose: () => void;
  /** The dialog of all crawler profiles, shown over this one. */
  readonly crawlers: (onClose: () => void) => ReactNode;
}

/** The dialog that crawls again with the settings of the open file. A file of another installation must be allowed first. */
export function CrawlAgainForm({ onClose, crawlers }: Props) {
  const status = useStatus();
  const { go } = useActions();
  // As it was when the form opened: typing would be lost with each change of the crawl.
  const [repeated] = useState(() => status);
  if (status && !status.waiting && repeated) return <CrawlForm onClose={onClose} crawlers={crawlers} again={repeated} />;
  const toOverview = (): void => {
    go({ do: 'view', view: 'overview' });
    onClose();
  };
  return (
    <Modal title="Crawl again" onClose={onClose}>
      <div className="form narrow" data-testid="again-refused">
        {status ? (
          <p>
            This file was made by another installation, and has settings that you have not allowed. Allow them in the overview,
            then crawl again.
          </p>
        ) : (
          <p>The crawl is being read. Try again when the overview shows it.</p>
        )}
      </div>
      <footer className="dialog-foot">
        <span className="spacer" />
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="btn primary" data-first onClick={toOverview}>
          Go to the overview
        </button>
      </footer>
    </Modal>
  );
}
