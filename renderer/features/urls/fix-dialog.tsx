import type { FixAsked } from '../../domain/fix-proposal.tsx';
import { FixProposal } from '../../domain/fix-proposal.tsx';
import { Modal } from '../../ui/modal.tsx';
import { plural } from '../../ui/text/format.ts';

interface Props {
  readonly goal: FixAsked['goal'];
  readonly filter: string;
  /** URLs that the filter lists. */
  readonly count: number;
  readonly onClose: () => void;
}

/** The smallest edit of robots.txt for all listed URLs. */
export function FixDialog({ goal, filter, count, onClose }: Props) {
  return (
    <Modal title={`${goal === 'free' ? 'Allow' : 'Disallow'} ${plural(count, 'listed URL')} in robots.txt`} onClose={onClose}>
      <div className="fix-dialog">
        <FixProposal asked={{ goal, filter }} onDone={onClose} />
      </div>
    </Modal>
  );
}
