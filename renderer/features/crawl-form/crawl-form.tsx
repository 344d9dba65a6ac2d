import { type ReactNode, useId, useState } from 'react';
import type { CrawlSettings, CrawlStatus } from '#shared/model/crawl.ts';
import type { ProfileList } from '#shared/model/profile.ts';
import type { SettingDifference } from '#shared/settings-file.ts';
import { useCall } from '../../bridge/hooks.ts';
import { LoginFields } from '../../domain/login-fields.tsx';
import { suggestedOrigin } from '../../domain/login-rows.ts';
import { userAgentHint } from '../../domain/profile-search.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field, FieldNote } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { plural } from '../../ui/text/format.ts';
import { advancedFields, advancedSettings, connectionFields, requestFields, shownSettings } from './advanced-fields.ts';
import { DrawnFields, type FormState } from './drawn-fields.tsx';
import { limitFields } from './fields.ts';
import { excludesFor } from './login-excludes.ts';
import { OwnRobotsField } from './own-robots-field.tsx';
import { ProfilePicker } from './profile-picker.tsx';
import { SeedsField } from './seeds-field.tsx';
import { SiteRulesField } from './site-rules-field.tsx';
import { type Destination, useCrawlForm } from './use-crawl-form.ts';

interface Props {
  readonly onClose: () => void;
  /** The dialog of all crawler profiles, shown over this one. */
  readonly crawlers: (onClose: () => void) => ReactNode;
  /** The crawl that the new one repeats. */
  readonly again?: RepeatedCrawl | null;
}

/** The open crawl, as its settings were when the form opened. */
export type RepeatedCrawl = Pick<CrawlStatus, 'file' | 'settings'>;

/** The dialog that starts a crawl. */
export function CrawlForm({ onClose, crawlers, again = null }: Props) {
  const { data, error, retry } = useCall('shell.defaults', {});
  const profiles = useCall('profiles.list', {});
  const [managing, setManaging] = useState(false);
  return (
    <Modal title={again ? 'Crawl again' : 'New crawl'} onClose={onClose}>
      {error && <Problem text={`The default settings could not be read: ${error}`} retry={retry} />}
      {profiles.error && <Problem text={`The crawler profiles could not be read: ${profiles.error}`} retry={profiles.retry} />}
      {data && profiles.data && (
        <Fields defaults={data} known={profiles.data} again={again} manage={() => setManaging(true)} onClose={onClose} />
      )}
      {managing &&
        crawlers(() => {
          setManaging(false);
          profiles.retry();
        })}
    </Modal>
  );
}

interface FieldsProps {
  readonly defaults: Omit<CrawlSettings, 'seeds'>;
  readonly known: ProfileList;
  readonly again: RepeatedCrawl | null;
  readonly manage: () => void;
  readonly onClose: () => void;
}

function Fields({ defaults, known, again, manage, onClose }: FieldsProps) {
  const crawl = useCrawlForm({ defaults, profiles: known.profiles, again: again?.settings ?? null, onClose });
  const { form, change, problems, chosen, checked, refused } = crawl;
  return (
    <DialogForm
      testId="new-crawl-form"
      width="wide"
      onSubmit={crawl.start}
      note={<FootNote stopper={crawl.stopper} destination={crawl.destination} />}
      buttons={
        <>
          <button type="button" className="btn" onClick={() => void crawl.choose()}>
            Save in…
          </button>
          <button type="submit" className="btn primary" data-testid="start-crawl" disabled={!crawl.canStart}>
            Start <kbd>Ctrl Enter</kbd>
          </button>
        </>
      }
    >
      {again && (
        <p data-testid="again-note">
          Makes a new file with the start URLs and settings of <Foreign text={again.file} />, and requests conditionally what that
          file has: after <i>304 Not Modified</i>, the page is taken from it. That file stays as it is.
        </p>
      )}
      <SeedsField value={form.seeds} onChange={seeds => change({ seeds })} problem={problems['seeds']} />
      <DrawnFields group={limitFields} state={crawl} />
      <div className="settings-buttons">
        <button type="button" className="btn small" data-testid="load-settings" onClick={() => void crawl.load()}>
          Load settings…
        </button>
        <button
          type="button"
          className="btn small"
          data-testid="save-settings"
          disabled={crawl.isIncomplete}
          onClick={() => void crawl.save()}
        >
          Save settings…
        </button>
        <span className="hint">
          From and to a settings file; also from a crawl file. Start URLs, logins and own headers are not saved.
        </span>
      </div>
      <ProfilePicker
        profiles={known.profiles}
        value={form.profile}
        more={
          <button type="button" className="link" data-testid="manage-profiles" onClick={manage}>
            Compare, copy or add crawlers…
          </button>
        }
        problem={problems['profile'] ?? problems['profiles']}
        onPick={crawl.pick}
      />
      {known.problem && <Problem text={known.problem} />}
      <Field
        label="User agent"
        testId="user-agent"
        value={form.userAgent}
        onChange={userAgent => change({ userAgent })}
        problem={problems['userAgent']}
        hint={userAgentHint(form.userAgent, chosen)}
      />
      <Advanced state={crawl} />
      <Changed differences={crawl.differences} from={crawl.loaded?.name ?? ''} />
      {Object.entries(problems)
        .filter(([name]) => !shownSettings.has(name))
        .map(([name, text]) => (
          <Problem key={name} text={`${name}: ${text}`} />
        ))}
      {checked.error && <Problem text={`The settings could not be checked: ${checked.error}`} retry={checked.retry} />}
      {refused && <Problem text={`The crawl was not started: ${refused}`} />}
    </DialogForm>
  );
}

/** What differs from the defaults, and the file that the settings came from. */
function Changed({ differences, from }: { readonly differences: readonly SettingDifference[]; readonly from: string }) {
  if (differences.length === 0 && from === '') return null;
  return (
    <details className="advanced" data-testid="form-differences">
      <summary>
        {plural(differences.length, 'setting')} {differences.length === 1 ? 'differs' : 'differ'} from the defaults
        {from !== '' && (
          <>
            ; loaded from <Foreign text={from} />
          </>
        )}
      </summary>
      <table className="plain">
        <thead>
          <tr>
            <th>Setting</th>
            <th>This crawl</th>
            <th>Default</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ name, label, before, after }) => (
            <tr key={name}>
              <td>{label}</td>
              <td>
                <Foreign text={after} />
              </td>
              <td className="muted">
                <Foreign text={before} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Rarely used settings. The section opens automatically if it has an error. */
function Advanced({ state }: { readonly state: FormState }) {
  const { form, change, problems } = state;
  const note = useId();
  const [isOpen, setOpen] = useState(false);
  const isWrong = Object.keys(problems).some(name => advancedSettings.has(name));
  return (
    <details className="advanced" open={isOpen || isWrong} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary data-testid="advanced">
        Advanced: limits, speed, checks, links, included and excluded URLs, content, headers, credentials, connections, robots.txt
        per site
      </summary>
      {advancedFields.map(group => (
        <fieldset key={group.title} className="field-group">
          <legend>{group.title}</legend>
          <DrawnFields group={group} state={state} />
        </fieldset>
      ))}
      <fieldset className="field-group">
        <legend>{requestFields.title}</legend>
        <DrawnFields group={requestFields} state={state} />
        <LoginFields
          rows={form.logins}
          onChange={logins => change({ logins, ...excludesFor(form, logins) })}
          keep={form.keepSecrets}
          onKeep={keepSecrets => change({ keepSecrets })}
          newOrigin={suggestedOrigin(form.seeds)}
        />
        <FieldNote id={note} problem={problems['credentials']}>
          {null}
        </FieldNote>
      </fieldset>
      <fieldset className="field-group">
        <legend>{connectionFields.title}</legend>
        <DrawnFields group={connectionFields} state={state} />
      </fieldset>
      <SiteRulesField value={form.sites} onChange={sites => change({ sites })} problem={problems['siteRules']} />
      <OwnRobotsField
        value={form.ownRobots}
        onChange={ownRobots => change({ ownRobots })}
        problem={problems['ownRobots']}
        newOrigin={suggestedOrigin(form.seeds)}
      />
    </details>
  );
}

function FootNote({ stopper, destination }: { readonly stopper: string; readonly destination: Destination | null }) {
  if (stopper !== '')
    return (
      <span className="destination clip field-problem" title={stopper}>
        <Foreign text={stopper} />
      </span>
    );
  return (
    <span className="destination clip muted" title={destination?.folder}>
      {destination ? (
        <>
          The file will be <Foreign text={destination.name} /> in <Foreign text={destination.folder} />
        </>
      ) : (
        'The file will be in your crawls folder, named after the site'
      )}
    </span>
  );
}
