import { useState } from 'react';
import { useCall } from '../../bridge/hooks.ts';
import { useAuditChanges } from '../../domain/audit-changes.ts';
import { plural } from '../../ui/text/format.ts';
import { IgnoreRulesDialog } from './ignore-rules.tsx';

interface Props {
  readonly nameOf: (check: string) => string;
}

/** Says how many ignore rules the file has, and opens them: a file of somebody else may have some. */
export function IgnoreRulesButton({ nameOf }: Props) {
  const { data } = useCall('issues.settings', {}, useAuditChanges());
  const [isOpen, setOpen] = useState(false);
  const count = data?.rules.length ?? 0;
  return (
    <>
      <button type="button" className="btn small" data-testid="ignore-rules-open" onClick={() => setOpen(true)}>
        {count === 0 ? 'Ignore rules…' : `${plural(count, 'ignore rule')}…`}
      </button>
      {isOpen && <IgnoreRulesDialog nameOf={nameOf} onClose={() => setOpen(false)} />}
    </>
  );
}
