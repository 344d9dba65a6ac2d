import { useState } from 'react';
import type { CrawlStatus } from '#shared/model/crawl.ts';
import { credentialKey } from '#shared/model/credentials.ts';
import { client } from '../../bridge/client.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { LoginFields } from '../../domain/login-fields.tsx';
import { emptyLogin, isEmptyLogin, type LoginRow, typedSecret } from '../../domain/login-rows.ts';
import { Problem } from '../../ui/problem.tsx';

/** Asks for the credentials of an unfinished crawl again: the file does not contain them. */
export function MissingCredentialsNote({ status }: { readonly status: CrawlStatus }) {
  const missing = status.missingCredentials ?? [];
  // Other credentials are another form.
  return missing.length === 0 ? null : <Form key={missing.map(credentialKey).join('\n')} missing={missing} />;
}

function Form({ missing }: { readonly missing: NonNullable<CrawlStatus['missingCredentials']> }) {
  const [rows, setRows] = useState<readonly LoginRow[]>(() => missing.map(emptyLogin));
  const [keep, setKeep] = useState(false);
  const { busy, refused, clear, submit } = useSubmit();
  const isReady = !busy && rows.every(row => !isEmptyLogin(row));
  const send = (resume: boolean): void => {
    if (!isReady) return;
    void submit(async () => {
      await client.call('credentials.give', { secrets: rows.map(typedSecret), keep });
      if (resume) await client.call('crawl.resume', {});
    });
  };
  return (
    <section className="card note-card" data-testid="missing-credentials">
      <h2>This crawl needs its credentials again</h2>
      <p>The file does not contain them. Without them, the crawl does not continue.</p>
      <form
        className="form"
        onSubmit={event => {
          event.preventDefault();
          send(true);
        }}
      >
        <LoginFields
          rows={rows}
          onChange={next => {
            setRows(next);
            clear();
          }}
          keep={keep}
          onKeep={setKeep}
          newOrigin={null}
        />
        {refused && <Problem text={`The credentials were not accepted: ${refused}`} />}
        <p>
          <button type="submit" className="btn primary" data-testid="credentials-resume" disabled={!isReady}>
            Resume with these
          </button>{' '}
          <button type="button" className="btn" disabled={!isReady} onClick={() => send(false)}>
            Enter only
          </button>
        </p>
      </form>
    </section>
  );
}
