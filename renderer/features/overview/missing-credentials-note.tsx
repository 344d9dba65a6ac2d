import { useState } from 'react';
import type { CrawlStatus } from '#shared/model/crawl.ts';
import { credentialKey, type LoginForm } from '#shared/model/credentials.ts';
import { client } from '../../bridge/client.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { LoginFields } from '../../domain/login-fields.tsx';
import { emptyLogin, isEmptyLogin, type LoginRow, typedSecret } from '../../domain/login-rows.ts';
import { Problem } from '../../ui/problem.tsx';

/** Asks for the credentials of an unfinished crawl again: the file does not contain them. */
export function MissingCredentialsNote({ status }: { readonly status: CrawlStatus }) {
  const missing = status.missingCredentials ?? [];
  // Other credentials are another form.
  return missing.length === 0 ? null : (
    <Form
      key={missing.map(credentialKey).join('\n')}
      missing={missing}
      login={status.settings.login}
      canResume={status.state !== 'finished'}
    />
  );
}

interface FormProps {
  readonly missing: NonNullable<CrawlStatus['missingCredentials']>;
  readonly login: LoginForm | null;
  /** Not at the page limit: there, only a higher limit continues the crawl. */
  readonly canResume: boolean;
}

function Form({ missing, login, canResume }: FormProps) {
  const [rows, setRows] = useState<readonly LoginRow[]>(() =>
    missing.map(use =>
      use.kind === 'login' && login ? { ...emptyLogin(use), fields: login.fields.map(name => [name, '']) } : emptyLogin(use),
    ),
  );
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
          send(canResume);
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
            {canResume ? 'Resume with these' : 'Use these'}
          </button>
          {canResume && (
            <>
              {' '}
              <button type="button" className="btn" disabled={!isReady} onClick={() => send(false)}>
                Use these, resume later
              </button>
            </>
          )}
        </p>
      </form>
    </section>
  );
}
