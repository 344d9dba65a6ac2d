import { Modal } from '../../ui/modal.tsx';
import { RecentFiles } from './start-screen.tsx';

/** The recent files, over whatever is open. */
export function RecentDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Open recent" onClose={onClose}>
      <div className="recent-dialog">
        <RecentFiles focusFirst />
      </div>
    </Modal>
  );
}
