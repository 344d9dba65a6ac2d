import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { noteAuditChange } from '../../domain/audit-changes.ts';
import type { AuditState } from '../../domain/use-issues.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { toast } from '../../ui/toast.ts';

async function compare(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
    noteAuditChange();
  } catch (error) {
    toast(`The crawls cannot be compared: ${messageOf(error)}`, 'problem');
  }
}

/** The earlier crawl that the audit is compared with, and how to choose one. */
export function ComparedWith({ state: { baseline, lastBaseline } }: { readonly state: AuditState }) {
  const choose = (): void => void compare(() => client.call('issues.chooseBaseline', {}));
  if (baseline === '')
    return (
      <span className="chips">
        {lastBaseline !== '' && (
          <button
            type="button"
            className="btn small"
            data-testid="baseline-last"
            onClick={() => void compare(() => client.call('issues.lastBaseline', {}))}
          >
            Compare with <Foreign text={lastBaseline} />
          </button>
        )}
        <button
          type="button"
          className="btn small"
          data-testid="baseline-choose"
          title="Says which hits are new, persisting, fixed or gone since an earlier crawl of the same site"
          onClick={choose}
        >
          Compare with an earlier crawl…
        </button>
      </span>
    );
  return (
    <span className="chips" data-testid="baseline">
      <span>
        Compared with <Foreign text={baseline} />
      </span>
      <button type="button" className="btn small" onClick={choose}>
        Another…
      </button>
      <button
        type="button"
        className="btn small"
        data-testid="baseline-drop"
        onClick={() => void compare(() => client.call('issues.dropBaseline', {}))}
      >
        Stop comparing
      </button>
    </span>
  );
}
