import { useState } from 'react';
import { credentialWords } from '#shared/explain/credentials.ts';
import { renderWords } from '#shared/explain/setting-words.ts';
import { isForEveryHost } from '#shared/explain/site-rules.ts';
import { type CrawlStatus, defaultSettings } from '#shared/model/crawl.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { plural } from '../../ui/text/format.ts';

const shown = 20;

/** Lists what a crawl file from another installation requests, and lets the user allow it. Nothing of it happens before. */
export function FileRequestsNote({ status }: { readonly status: CrawlStatus }) {
  const { toast } = useActions();
  const [isHidden, setHidden] = useState(false);
  const { waiting } = status;
  if (!waiting || isHidden) return null;
  const { checkEveryHours, privateHosts, ignoreRobots, ownRobots, delayMs, connections, connection, render, credentials } =
    waiting;
  const { proxy, extraCertificates, untrustedHosts } = status.settings;
  const allow = (): void => {
    client
      .call('crawl.allowRequests', {})
      .catch((error: unknown) =>
        toast(`This could not be allowed: ${error instanceof Error ? error.message : String(error)}`, 'problem'),
      );
  };
  return (
    <section className="card note-card" data-testid="file-requests">
      <h2>This file was made by another installation</h2>
      <p>It wants to do the following. Crawlscope does none of it unless you allow it.</p>
      <ul>
        {checkEveryHours > 0 && (
          <li>
            Request robots.txt of all hosts every {checkEveryHours === 1 ? 'hour' : `${checkEveryHours} hours`} while it is open
          </li>
        )}
        {privateHosts.length > 0 && (
          <li>
            Send requests to hosts of your computer or network: <Names names={privateHosts} />
          </li>
        )}
        {ignoreRobots.length > 0 && (
          <li>
            Fetch URLs that robots.txt forbids{' '}
            {ignoreRobots.some(isForEveryHost) ? (
              'on every host'
            ) : (
              <>
                at: <Names names={ignoreRobots} />
              </>
            )}
          </li>
        )}
        {ownRobots.length > 0 && (
          <li>
            Use a robots.txt text of its own in place of the one of{' '}
            {ownRobots.some(isForEveryHost) ? 'every host' : <Names names={ownRobots} />}
          </li>
        )}
        {delayMs !== null && (
          <li>
            Wait only {delayMs / 1000} s between requests to a host (default: {defaultSettings.delayMs / 1000} s)
          </li>
        )}
        {connection.includes('proxy') && (
          <li>
            Send all requests through the proxy <Foreign text={proxy} />
          </li>
        )}
        {connection.includes('extraCertificates') && (
          <li>Trust {plural(extraCertificates.length, 'root certificate')} of its own</li>
        )}
        {connection.includes('untrustedHosts') && (
          <li>
            Accept invalid certificates of: <Names names={untrustedHosts} />
          </li>
        )}
        {render !== null && <li>Run the scripts of its pages in a browser (rendered pages: {renderWords[render]})</li>}
        {credentials.length > 0 && (
          <li>
            Send your credentials: <Names names={credentials.map(credentialWords)} />
          </li>
        )}
        {connections !== null && (
          <li>
            Use {connections} connections at once (default: {defaultSettings.connections})
          </li>
        )}
      </ul>
      <p>
        <button type="button" className="btn" data-testid="allow-requests" onClick={allow}>
          Allow all of this
        </button>{' '}
        <button type="button" className="btn" onClick={() => setHidden(true)}>
          Not now
        </button>
      </p>
    </section>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  const rest = names.length - shown;
  return (
    <>
      <Foreign text={names.slice(0, shown).join('  ')} />
      {rest > 0 && ` and ${rest} more`}
    </>
  );
}
