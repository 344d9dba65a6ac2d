import { Fragment } from 'react';
import { credentialNames, credentialWords } from '#shared/explain/credentials.ts';
import type { LoginField } from '#shared/login-fields.ts';
import { type CredentialKind, type CredentialUse, credentialKinds } from '#shared/model/credentials.ts';
import { client } from '../bridge/client.ts';
import { useCall } from '../bridge/hooks.ts';
import { keyed } from '../ui/keyed.ts';
import { Problem } from '../ui/problem.tsx';
import { Foreign } from '../ui/text/foreign.tsx';
import { emptyLogin, hasUser, type LoginRow } from './login-rows.ts';

interface Props {
  readonly rows: readonly LoginRow[];
  readonly onChange: (rows: readonly LoginRow[]) => void;
  readonly keep: boolean;
  readonly onKeep: (keep: boolean) => void;
  /** The origin of a row that is added. Null: the rows are given, and none is added or removed. */
  readonly newOrigin: string | null;
}

const labels: Readonly<Record<CredentialKind, string>> = {
  basic: 'Password',
  bearer: 'Token',
  cookie: 'Cookies',
  certificate: 'Certificate and private key (PEM)',
  proxy: 'Password',
  login: 'Fields',
};

/** Credentials as typed, and whether the system's key store keeps them. */
export function LoginFields({ rows, onChange, keep, onKeep, newOrigin }: Props) {
  const state = useCall('credentials.state', {});
  const put = (index: number, row: LoginRow | null): void =>
    onChange(rows.flatMap((each, at) => (at !== index ? [each] : row ? [row] : [])));
  const kept = (state.data?.kept ?? []).filter(
    use => newOrigin !== null && !rows.some(row => row.kind === use.kind && row.origin === use.origin),
  );
  const forget = (use: CredentialUse): void => {
    void client.call('credentials.forget', use).then(state.retry, state.retry);
  };
  return (
    <div className="stacked logins" data-testid="logins">
      {keyed(rows, () => 'login').map(({ key, item: row }, index) => (
        <Row
          key={key}
          row={row}
          number={index + 1}
          isFixed={newOrigin === null}
          onChange={changed => put(index, changed)}
          onRemove={() => put(index, null)}
        />
      ))}
      {newOrigin !== null && (
        <div>
          <button
            type="button"
            className="btn small"
            data-testid="add-login"
            onClick={() => onChange([...rows, emptyLogin({ kind: 'basic', origin: newOrigin })])}
          >
            Add a credential…
          </button>
        </div>
      )}
      {kept.map(use => (
        <div key={`${use.kind} ${use.origin}`} className="login-kept">
          <span className="clip">
            In the key store: <Foreign text={credentialWords(use)} />
          </span>
          {use.kind !== 'login' && (
            <button
              type="button"
              className="btn small"
              onClick={() => onChange([...rows, { ...emptyLogin(use), isKept: true }])}
              aria-label={`Use ${credentialWords(use)}`}
            >
              Use
            </button>
          )}
          <button
            type="button"
            className="btn quiet small"
            onClick={() => forget(use)}
            aria-label={`Remove ${credentialWords(use)} from the key store`}
          >
            Forget
          </button>
        </div>
      ))}
      {rows.length > 0 && state.data?.canKeep && (
        <label className="check">
          <input type="checkbox" data-testid="keep-secrets" checked={keep} onChange={event => onKeep(event.target.checked)} />
          Keep them in the key store of this system
        </label>
      )}
      {rows.length > 0 && state.data?.canKeep === false && (
        <span className="hint" data-testid="no-key-store">
          This system has no protected key store. Crawlscope forgets the values when the file is closed.
        </span>
      )}
      {rows.length > 0 && (
        <span className="hint">
          Only this origin (scheme, host and port) gets a credential; a redirect elsewhere does not. The crawl file never contains
          the value, but it stores the pages: they may be private. To store no pages, turn off “Store page contents”.
        </span>
      )}
      {state.error && <Problem text={`The key store could not be read: ${state.error}`} retry={state.retry} />}
    </div>
  );
}

interface RowProps {
  readonly row: LoginRow;
  readonly number: number;
  readonly isFixed: boolean;
  readonly onChange: (row: LoginRow) => void;
  readonly onRemove: () => void;
}

function Row({ row, number, isFixed, onChange, onRemove }: RowProps) {
  const { kind } = row;
  return (
    <fieldset className="login" data-testid="login" data-kind={kind} aria-label={`Credential ${number}`}>
      {isFixed || row.isKept ? (
        <span className="login-of clip">
          <Foreign text={credentialWords(row)} />
        </span>
      ) : (
        <>
          <select
            className="field"
            aria-label="Kind"
            value={kind}
            onChange={event => onChange({ ...row, kind: event.target.value as CredentialKind })}
          >
            {credentialKinds.map(each => (
              <option key={each} value={each}>
                {credentialNames[each]}
              </option>
            ))}
          </select>
          <input
            className="field"
            aria-label={kind === 'login' ? 'Login page' : 'Origin'}
            data-testid="login-origin"
            placeholder={kind === 'login' ? 'https://example.com/login' : 'https://example.com'}
            spellCheck={false}
            value={row.origin}
            onChange={event => onChange({ ...row, origin: event.target.value })}
          />
        </>
      )}
      {row.isKept ? (
        <span className="muted login-secret">The value is in the key store.</span>
      ) : (
        <>
          {hasUser(kind) && (
            <input
              className="field login-user"
              aria-label="User name"
              data-testid="login-user"
              placeholder="User name"
              autoComplete="off"
              spellCheck={false}
              value={row.user}
              onChange={event => onChange({ ...row, user: event.target.value })}
            />
          )}
          {kind === 'certificate' && <Certificate row={row} onChange={onChange} />}
          {kind === 'login' && <FormFields row={row} onChange={onChange} />}
          {kind !== 'certificate' && kind !== 'login' && (
            <input
              className="field login-secret"
              type="password"
              aria-label={labels[kind]}
              data-testid="login-secret"
              placeholder={kind === 'cookie' ? 'name=value; name=value' : labels[kind]}
              autoComplete="off"
              value={row.secret}
              onChange={event => onChange({ ...row, secret: event.target.value })}
            />
          )}
        </>
      )}
      {!isFixed && (
        <button
          type="button"
          className="btn quiet small login-remove"
          aria-label={`Remove credential ${number}`}
          onClick={onRemove}
        >
          ✕
        </button>
      )}
    </fieldset>
  );
}

/** The fields of a login form, by their names in the page. */
function FormFields({ row, onChange }: Pick<RowProps, 'row' | 'onChange'>) {
  const put = (index: number, field: LoginField): void =>
    onChange({ ...row, fields: row.fields.map((each, at) => (at === index ? field : each)) });
  return keyed(row.fields, () => 'field').map(({ key, item: [name, value] }, index) => (
    <Fragment key={key}>
      <input
        className="field login-user"
        aria-label={`Name of field ${index + 1}`}
        spellCheck={false}
        value={name}
        onChange={event => put(index, [event.target.value, value])}
      />
      <input
        className="field login-secret"
        type={index === 0 ? 'text' : 'password'}
        aria-label={`Value of field ${index + 1}`}
        data-testid="login-field"
        placeholder="Value"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={event => put(index, [name, event.target.value])}
      />
    </Fragment>
  ));
}

/** A client certificate is pasted with its key. */
function Certificate({ row, onChange }: Pick<RowProps, 'row' | 'onChange'>) {
  return (
    <>
      <textarea
        className="field login-secret"
        rows={3}
        aria-label={labels.certificate}
        data-testid="login-secret"
        placeholder="-----BEGIN CERTIFICATE----- and -----BEGIN PRIVATE KEY-----"
        autoComplete="off"
        spellCheck={false}
        value={row.secret}
        onChange={event => onChange({ ...row, secret: event.target.value })}
      />
      <input
        className="field login-secret"
        type="password"
        aria-label="Passphrase of the private key"
        placeholder="Passphrase of the private key, if it has one"
        autoComplete="off"
        value={row.passphrase}
        onChange={event => onChange({ ...row, passphrase: event.target.value })}
      />
    </>
  );
}
