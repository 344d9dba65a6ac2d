import type { ResolvedEvidence } from '#shared/model/explanation.ts';
import { useActions } from '../../bridge/app-context.ts';
import { keyed } from '../../ui/keyed.ts';

/** The places that prove a statement; each opens where it leads. */
export function EvidenceList({ items }: { readonly items: readonly ResolvedEvidence[] }) {
  const { go } = useActions();
  if (items.length === 0) return null;
  return (
    <ul className="evidence-list">
      {keyed(items, each => `${each.kind} ${each.label}`).map(({ key, item }) => {
        const { open } = item;
        const words = (
          <>
            <bdi className="evidence-label">{item.label}</bdi>
            {item.text && item.text !== item.label && (
              <code>
                <bdi>{item.text}</bdi>
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
      <bdi>{url}</bdi>
    </button>
  );
}
