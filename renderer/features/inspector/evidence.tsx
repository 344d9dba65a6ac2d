import { settingNames } from '#shared/explain/setting-words.ts';
import type { EvidenceTarget, ResolvedEvidence } from '#shared/model/explanation.ts';
import { useActions } from '../../bridge/app-context.ts';
import { keyed } from '../../ui/keyed.ts';
import { Foreign } from '../../ui/text/foreign.tsx';

/** Some evidence names a property of the question rather than a setting that can be shown. */
const leadsNowhere = (target: EvidenceTarget | null): boolean =>
  target?.view === 'settings' && !Object.hasOwn(settingNames, target.name);

/** The places that prove a statement; each opens where it leads. */
export function EvidenceList({ items }: { readonly items: readonly ResolvedEvidence[] }) {
  const { go } = useActions();
  if (items.length === 0) return null;
  return (
    <ul className="evidence-list">
      {keyed(items, each => `${each.kind} ${each.label}`).map(({ key, item }) => {
        const open = leadsNowhere(item.open) ? null : item.open;
        const words = (
          <>
            <Foreign className="evidence-label" text={item.label} />
            {item.text && item.text !== item.label && (
              <code>
                <Foreign text={item.text} />
              </code>
            )}
          </>
        );
        return (
          <li key={key}>
            {open ? (
              <button
                type="button"
                className="evidence"
                data-testid="evidence"
                data-kind={item.kind}
                onClick={() => go({ do: 'open', target: open })}
              >
                {words}
              </button>
            ) : (
              <div className="evidence" data-testid="evidence" data-kind={item.kind}>
                {words}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A URL in running text that opens in the inspector. */
export function UrlLink({ url }: { readonly url: string }) {
  const { go } = useActions();
  return (
    <button type="button" className="link" onClick={() => go({ do: 'open', target: { view: 'url', url } })}>
      <Foreign text={url} />
    </button>
  );
}
