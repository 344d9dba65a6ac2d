import { type ReactNode, useMemo, useState } from 'react';
import type { CrawlSettings, Scope } from '#shared/model/crawl.ts';
import type { ProfileList } from '#shared/model/profile.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useCall, useDebounced } from '../../bridge/hooks.ts';
import { plainProfile, userAgentFor, userAgentHint } from '../../domain/profile-search.ts';
import { settingNames } from '../../domain/settings-words.ts';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { type FormValues, formOf, readForm, suggestedName } from './form-values.ts';
import { ProfilePicker } from './profile-picker.tsx';
import { SiteRulesField } from './site-rules-field.tsx';

interface Props {
  readonly onClose: () => void;
  /** The dialog of all crawler profiles, shown over this one. */
  readonly crawlers: (onClose: () => void) => ReactNode;
}

/** The dialog that starts a crawl. */
export function CrawlForm({ onClose, crawlers }: Props) {
  const { data, error, retry } = useCall('shell.defaults', {});
  const profiles = useCall('profiles.list', {});
  const [managing, setManaging] = useState(false);
  return (
    <Modal title="New crawl" onClose={onClose}>
      {error && <Problem text={`The default settings could not be read: ${error}`} retry={retry} />}
      {profiles.error && <Problem text={`The crawler profiles could not be read: ${profiles.error}`} retry={profiles.retry} />}
      {data && profiles.data && (
        <Fields defaults={data} known={profiles.data} manage={() => setManaging(true)} onClose={onClose} />
      )}
      {managing &&
        crawlers(() => {
          setManaging(false);
          profiles.retry();
        })}
    </Modal>
  );
}

const scopes: readonly { readonly value: Scope; readonly label: string }[] = [
  { value: 'page', label: 'The seeds only' },
  { value: 'prefix', label: 'Below the path of a seed' },
  { value: 'host', label: 'The hosts of the seeds' },
  { value: 'domain', label: 'Their domains with all subdomains' },
];

interface FieldsProps {
  readonly defaults: Omit<CrawlSettings, 'seeds'>;
  readonly known: ProfileList;
  readonly manage: () => void;
  readonly onClose: () => void;
}

function Fields({ defaults: given, known, manage, onClose }: FieldsProps) {
  const { profiles } = known;
  // A crawl file carries all of the user's own profiles.
  const defaults = useMemo(
    () => ({ ...given, profiles: profiles.filter(({ own }) => own).map(plainProfile) }),
    [given, profiles],
  );
  const { toast, go } = useActions();
  const [form, setForm] = useState<FormValues>(() => formOf(defaults));
  const [destination, setDestination] = useState<{ grant: string; name: string; folder: string } | null>(null);
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const set =
    <K extends keyof FormValues>(name: K) =>
    (value: FormValues[K]): void => {
      setForm(old => ({ ...old, [name]: value }));
      setRefused('');
    };
  const reading = readForm(form, defaults);
  const still = useDebounced(form, 300);
  const settled = readForm(still, defaults).settings;
  const checked = useCall('crawl.check', settled && settled.seeds.length > 0 ? writable(settled) : null);
  const engineProblems = still === form ? (checked.data ?? {}) : {};
  const problems: Readonly<Record<string, string>> = { ...engineProblems, ...reading.problems };
  const chosen = profiles.find(({ id }) => id === form.profile);
  const unknown = Object.entries(problems).filter(([name]) => !shown.includes(name));
  // The field may be out of sight: the foot says what keeps the crawl from starting.
  const [field, words] = Object.entries(problems)[0] ?? [];
  const stopper = field === undefined ? '' : `${settingNames[field as keyof CrawlSettings] ?? field}: ${words}`;
  const ready = reading.settings !== null && reading.settings.seeds.length > 0 && Object.keys(problems).length === 0;

  const choose = async (): Promise<void> => {
    try {
      const chosen = await client.call('file.chooseNew', {
        suggestedName: suggestedName(reading.settings?.seeds ?? []).slice(0, 200),
      });
      if (chosen) setDestination(chosen);
    } catch (error) {
      toast(messageOf(error), 'problem');
    }
  };
  const start = async (): Promise<void> => {
    if (!reading.settings || !ready || busy) return;
    setBusy(true);
    try {
      const outcome = await client.call('crawl.start', {
        settings: writable(reading.settings),
        destination: destination?.grant ?? null,
      });
      if ('file' in outcome) {
        go({ do: 'view', view: 'overview' });
        onClose();
      }
    } catch (error) {
      setRefused(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      data-testid="new-crawl-form"
      onSubmit={event => {
        event.preventDefault();
        void start();
      }}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void start();
        }
      }}
    >
      <div className="form">
        <Field
          label="Seeds"
          testId="seed-input"
          rows={3}
          focus
          placeholder="https://example.com/"
          value={form.seeds}
          onChange={set('seeds')}
          problem={problems['seeds']}
          hint="One URL a line. Without a scheme, https is used for a host name, http for this machine and for IP addresses."
        />
        <ProfilePicker
          profiles={profiles}
          value={form.profile}
          more={
            <button type="button" className="link" data-testid="manage-profiles" onClick={manage}>
              Crawlers: compare, copy, add your own…
            </button>
          }
          problem={problems['profile'] ?? problems['profiles']}
          onPick={picked =>
            setForm(old => ({
              ...old,
              profile: picked.id,
              userAgent: userAgentFor(old.userAgent, chosen, picked, defaults.userAgent),
            }))
          }
        />
        {known.problem && <Problem text={known.problem} />}
        <Field
          label="User agent"
          testId="user-agent"
          value={form.userAgent}
          onChange={set('userAgent')}
          problem={problems['userAgent']}
          hint={userAgentHint(form.userAgent, chosen)}
        />
        <div className="triple">
          <label className="stacked">
            <span>Scope</span>
            <select className="field" value={form.scope} onChange={event => set('scope')(event.target.value as Scope)}>
              {scopes.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <Field
            label="Page limit"
            unit="pages"
            value={form.maxPages}
            onChange={set('maxPages')}
            problem={problems['maxPages']}
          />
          <Field
            label="Depth limit"
            unit="clicks"
            value={form.maxDepth}
            onChange={set('maxDepth')}
            problem={problems['maxDepth']}
          />
          <Field
            label="Connections"
            unit="at once"
            value={form.connections}
            onChange={set('connections')}
            problem={problems['connections']}
            hint="Over all hosts; one to a host with a delay."
          />
          <Field
            label="Delay"
            unit="seconds"
            value={form.delay}
            onChange={set('delay')}
            problem={problems['delayMs']}
            hint="At least this between requests to a host."
          />
          <Field
            label="Delay ceiling"
            unit="seconds"
            value={form.maxDelay}
            onChange={set('maxDelay')}
            problem={problems['maxDelayMs']}
            hint="A longer Crawl-delay pauses the host; it is never shortened."
          />
        </div>
        <div className="pair">
          <Field
            label="Include"
            rows={2}
            value={form.include}
            onChange={set('include')}
            problem={problems['include']}
            hint="Regular expressions over the URL, one a line; empty: all."
          />
          <Field
            label="Exclude"
            rows={2}
            value={form.exclude}
            onChange={set('exclude')}
            problem={problems['exclude']}
            hint="Regular expressions over the URL, one a line."
          />
        </div>
        <div className="pair">
          <label className="check">
            <input type="checkbox" checked={form.sitemaps} onChange={event => set('sitemaps')(event.target.checked)} />
            Read sitemaps
          </label>
          <label className="check">
            <input type="checkbox" checked={form.storeBodies} onChange={event => set('storeBodies')(event.target.checked)} />
            Keep bodies, to show the source later
          </label>
        </div>
        <SiteRulesField value={form.sites} onChange={set('sites')} problem={problems['siteRules']} />
        {unknown.map(([name, text]) => (
          <Problem key={name} text={`${name}: ${text}`} />
        ))}
        {checked.error && <Problem text={`The settings could not be checked: ${checked.error}`} retry={checked.retry} />}
        {refused && <Problem text={`The crawl was not started: ${refused}`} />}
      </div>
      <footer className="dialog-foot">
        {stopper ? (
          <span className="destination clip field-problem" title={stopper}>
            <Foreign text={stopper} />
          </span>
        ) : (
          <span className="destination clip muted" title={destination?.folder}>
            Saved{' '}
            {destination ? (
              <>
                as <Foreign text={destination.name} /> in <Foreign text={destination.folder} />
              </>
            ) : (
              'in your crawls folder, named after the site'
            )}
          </span>
        )}
        <button type="button" className="btn" onClick={() => void choose()}>
          Choose…
        </button>
        <button type="submit" className="btn primary" data-testid="start-crawl" disabled={!ready || busy}>
          Start <kbd>Ctrl Enter</kbd>
        </button>
      </footer>
    </form>
  );
}

const shown = [
  'seeds',
  'userAgent',
  'profile',
  'profiles',
  'siteRules',
  'maxPages',
  'maxDepth',
  'connections',
  'delayMs',
  'maxDelayMs',
  'include',
  'exclude',
];

/** The settings with the mutable lists the contract's input type asks for. */
const writable = (settings: CrawlSettings) => ({
  ...settings,
  seeds: [...settings.seeds],
  include: [...settings.include],
  exclude: [...settings.exclude],
});
