import { formWords, normalizationWords, zoneWords } from '#shared/explain/link-words.ts';
import type { LinkDetail, WrittenAddress } from '#shared/model/link-detail.ts';
import { useCall } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';

/** One link: the address as written, each step to the stored URL, and where the link is on its page. */
export function LinkDetails({ url, seq, onClose }: { readonly url: string; readonly seq: number; readonly onClose: () => void }) {
  const { data, error, retry } = useCall('url.link', { url, seq });
  return (
    <section className="link-details" data-testid="link-details" aria-label="Link details">
      <header className="toolbar toolbar-line">
        <h3>Link {seq + 1} of the page</h3>
        <span className="grow" />
        <button type="button" className="btn quiet small" aria-label="Close the link details" onClick={onClose}>
          ✕
        </button>
      </header>
      {error && <Problem text={`The link could not be read: ${error}`} retry={retry} />}
      {data === null && <p className="muted pad">The page has no link at this position.</p>}
      {data && <Details detail={data} />}
    </section>
  );
}

function Details({ detail: { link, zone, form, newWindow, path, written, unavailable } }: { readonly detail: LinkDetail }) {
  return (
    <div className="pad selectable">
      {written ? <Steps written={written} stored={link.to} /> : <p className="muted">{unavailable}</p>}
      <dl className="facts">
        {form && (
          <div>
            <dt>Written as</dt>
            <dd>{formWords[form]}</dd>
          </div>
        )}
        {zone && (
          <div>
            <dt>Position</dt>
            <dd>
              {zoneWords[zone]}
              {newWindow && ', opens in a new window'}
            </dd>
          </div>
        )}
        {path !== '' && (
          <div>
            <dt>DOM path</dt>
            <dd className="mono">
              <Foreign text={path} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function Steps({ written, stored }: { readonly written: WrittenAddress; readonly stored: string }) {
  const { attribute, raw, base, isOwnBase, steps } = written;
  return (
    <table className="plain link-steps">
      <tbody>
        <tr>
          <th scope="row">As written ({attribute})</th>
          <td className="mono">{raw === '' ? <span className="muted">empty</span> : <Foreign text={raw} />}</td>
        </tr>
        {steps.map(({ change, text }) => (
          <tr key={change}>
            <th scope="row">
              {normalizationWords[change]}
              {change === 'resolved' && (
                <div className="muted">
                  {isOwnBase ? 'the URL of the page' : 'base element: '}
                  {!isOwnBase && <Foreign text={base} />}
                </div>
              )}
            </th>
            <td className="mono">
              <Foreign text={text} />
            </td>
          </tr>
        ))}
        {steps.length === 0 && (
          <tr>
            <th scope="row">Stored URL</th>
            <td className="mono">
              <Foreign text={stored} /> <span className="muted">(unchanged)</span>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
