import { useState } from 'react';
import { titleOf } from '#shared/explain/describe.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { ProfileEntry } from '#shared/model/profile.ts';
import type { ScopeGroup, ScopeTrial } from '#shared/model/scope-trial.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useCall, useDebounced, useStatus } from '../../bridge/hooks.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { canStop } from '../../domain/crawl-words.ts';
import { plainProfile, userAgentFor } from '../../domain/profile-search.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { DrawnFields } from './drawn-fields.tsx';
import { scopeFields } from './fields.ts';
import { admissionOfForm, type FormValues, formOf, linesOfText, ranges, readRange, scopeOfForm } from './form-values.ts';
import { ProfilePicker } from './profile-picker.tsx';

const mostTyped = 100;

/** Changes which URLs belong to a crawl, and shows on the stored URLs what that would do. */
export function ScopeForm({ onClose }: { readonly onClose: () => void }) {
  const status = useStatus();
  const profiles = useCall('profiles.list', {});
  return (
    <Modal title="URLs of this crawl" onClose={onClose}>
      {profiles.error && <Problem text={`The crawler profiles could not be read: ${profiles.error}`} retry={profiles.retry} />}
      {status && profiles.data && (
        <Fields settings={status.settings} known={profiles.data.profiles} isActive={canStop(status.state)} onClose={onClose} />
      )}
    </Modal>
  );
}

interface FieldsProps {
  readonly settings: CrawlSettings;
  readonly known: readonly ProfileEntry[];
  /** The crawl runs; its settings can be changed when it has stopped. */
  readonly isActive: boolean;
  readonly onClose: () => void;
}

function Fields({ settings, known, isActive, onClose }: FieldsProps) {
  const { toast } = useActions();
  const [form, setForm] = useState<FormValues>(() => formOf(settings));
  const [typed, setTyped] = useState('');
  const { busy, refused, clear, submit } = useSubmit();
  const change = (part: Partial<FormValues>): void => {
    setForm(old => ({ ...old, ...part }));
    clear();
  };
  const tried = useDebounced({ form, typed }, 300);
  const trial = useCall('scope.try', { settings: scopeOfForm(tried.form), typed: linesOfText(tried.typed).slice(0, mostTyped) });
  const depth = readRange(form.maxDepth, ranges.maxDepth).problem;
  const problems: Readonly<Record<string, string>> = depth === '' ? {} : { maxDepth: depth };
  const isBlocked = isActive || busy || depth !== '' || Boolean(trial.error);
  const save = (): void => {
    if (isBlocked) return;
    void submit(async () => {
      const own = known.filter(profile => profile.own && profile.id === form.profile).map(plainProfile);
      const isCarried = settings.profiles.some(({ id }) => id === form.profile);
      const profiles = isCarried ? settings.profiles : [...settings.profiles, ...own];
      await client.call('crawl.changeScope', admissionOfForm(form, profiles));
      toast('The crawl continues with the new settings');
      onClose();
    });
  };
  return (
    <DialogForm
      testId="scope-form"
      width="wide"
      onSubmit={save}
      buttons={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" data-testid="scope-resume" disabled={isBlocked}>
            Save and resume
          </button>
        </>
      }
    >
      <p>
        When the crawl resumes, it decides again on the URLs that the old settings kept out and on those that wait. Pages that are
        fetched stay. The counts below leave out depth, rel and the crawler.
      </p>
      <DrawnFields group={scopeFields} state={{ form, change, problems }} />
      <ProfilePicker
        profiles={known}
        value={form.profile}
        problem={undefined}
        onPick={picked => {
          const chosen = known.find(({ id }) => id === form.profile);
          change({
            profile: picked.id,
            userAgent: userAgentFor(form.userAgent, chosen, picked, settings.userAgent),
          });
        }}
      />
      <Field
        label="Try URLs"
        testId="scope-typed"
        rows={2}
        value={typed}
        onChange={setTyped}
        problem={undefined}
        hint="One per line. Each is judged as if an ordinary link led to it."
      />
      {trial.error && <Problem text={trial.error} />}
      {trial.data && !trial.error && <Trial trial={trial.data} />}
      {isActive && <Problem text="Stop the crawl before changing its settings." />}
      {refused && <Problem text={`The crawl does not go on: ${refused}`} />}
    </DialogForm>
  );
}

const nameOf = ({ reason, rule }: ScopeGroup): string =>
  reason === null ? 'Taken' : `${titleOf(reason)}${rule === '' ? '' : `: ${rule}`}`;

function Trial({ trial }: { readonly trial: ScopeTrial }) {
  const { groups, typed, tried, stored } = trial;
  return (
    <div data-testid="scope-trial" aria-live="polite">
      {typed.length > 0 && (
        <dl className="facts">
          {typed.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same URL may be typed twice
            <div key={`${at} ${each.typed}`}>
              <dt>{each.isTaken ? 'yes' : 'no'}</dt>
              <dd className="selectable">
                <Foreign text={each.typed} />
                <br />
                <span className="muted">
                  <Foreign text={each.sentence} />
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="muted">
        {stored === 0
          ? 'The file has no URLs yet.'
          : `${plural(tried, 'HTTP URL')} of the ${countWords(stored)} in the file, with these settings:`}
      </p>
      <dl className="facts">
        {groups.map(group => (
          <div key={`${group.reason} ${group.rule}`}>
            <dt>{countWords(group.urls)}</dt>
            <dd className="selectable">
              <Foreign text={nameOf(group)} />
              {group.changed > 0 && <strong> {countWords(group.changed)} of them new</strong>}
              <br />
              <span className="muted">
                <Foreign text={group.examples.slice(0, 3).join('  ')} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
