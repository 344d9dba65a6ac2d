import { lazy, Suspense } from 'react';
import type { DialogName } from './bridge/commands.ts';
import { RecentFiles } from './features/start/start-screen.tsx';
import { Modal } from './ui/modal.tsx';

// Loaded when they open: the window starts without them.
const CrawlForm = lazy(async () => ({ default: (await import('./features/crawl-form/crawl-form.tsx')).CrawlForm }));
const ContinueForm = lazy(async () => ({ default: (await import('./features/crawl-form/continue-form.tsx')).ContinueForm }));
const SiteRulesForm = lazy(async () => ({ default: (await import('./features/crawl-form/site-rules-form.tsx')).SiteRulesForm }));
const ProfilesDialog = lazy(async () => ({ default: (await import('./features/profiles/profiles-dialog.tsx')).ProfilesDialog }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./features/frame/shortcuts.tsx')).ShortcutSheet }));

interface Props {
  readonly open: DialogName;
  readonly onClose: () => void;
}

/** The dialog that is open over the window, if any. */
export function Dialogs({ open, onClose }: Props) {
  return <Suspense fallback={null}>{dialogOf({ open, onClose })}</Suspense>;
}

function dialogOf({ open, onClose }: Props) {
  switch (open) {
    case 'new':
      return <CrawlForm onClose={onClose} crawlers={close => <ProfilesDialog onClose={close} />} />;
    case 'profiles':
      return <ProfilesDialog onClose={onClose} />;
    case 'site-rules':
      return <SiteRulesForm onClose={onClose} />;
    case 'continue':
      return <ContinueForm onClose={onClose} />;
    case 'shortcuts':
      return <ShortcutSheet onClose={onClose} />;
    case 'recent':
      return (
        <Modal title="Open recent" onClose={onClose}>
          <div className="recent-dialog">
            <RecentFiles focusFirst />
          </div>
        </Modal>
      );
    case null:
      return null;
  }
}
