import { useState } from 'react';
import type { ProfileList, UserProfile } from '#shared/model/profile.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { Field } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';

interface Props {
  readonly start: UserProfile;
  /** Id of the profile it is to replace; null for a new one. */
  readonly replaces: string | null;
  readonly dialects: ProfileList['dialects'];
  readonly engines: ProfileList['engines'];
  readonly onCancel: () => void;
  readonly onSaved: (profile: UserProfile) => void;
}

type Texts = 'id' | 'name' | 'productToken' | 'userAgent' | 'source' | 'asOf';
type Lists = 'fallsBackTo' | 'directiveAgents';
type Flags = 'namedByHeader' | 'ignoresStar' | 'listsNothing' | 'ignoresFrames' | 'followsRedirectsUnseen';

const flags: readonly (readonly [Flags, string])[] = [
  ['namedByHeader', 'It finds its group by its whole user agent'],
  ['ignoresStar', 'It obeys only groups that name it'],
  ['listsNothing', 'It is not a search engine: it lists no pages'],
  ['ignoresFrames', 'It follows href and not src: no pages in frames'],
  ['followsRedirectsUnseen', 'It follows redirects without asking robots.txt for the target'],
];

/** The words of a list field: between commas or white space. */
const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** The fields of a profile of the user's own. The engine says what is wrong with them. */
export function ProfileEditor({ start, replaces, dialects, engines, onCancel, onSaved }: Props) {
  const [profile, setProfile] = useState(start);
  const [lists, setLists] = useState<Readonly<Record<Lists, string>>>({
    fallsBackTo: start.fallsBackTo.join(', '),
    directiveAgents: start.directiveAgents.join(', '),
  });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<UserProfile>): void => {
    setProfile(old => ({ ...old, ...part }));
    setProblems(old => Object.fromEntries(Object.entries(old).filter(([field]) => !(field in part))));
    setRefused('');
  };
  const save = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const whole: UserProfile = {
      ...profile,
      fallsBackTo: wordsOf(lists.fallsBackTo),
      directiveAgents: wordsOf(lists.directiveAgents),
    };
    try {
      const found = await client.call('profiles.save', { profile: whole, replaces });
      setProblems(found);
      if (Object.keys(found).length === 0) onSaved(whole);
    } catch (error) {
      setRefused(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const text = (field: Texts, label: string, hint: string, focus = false) => (
    <Field
      label={label}
      testId={`profile-${field}`}
      focus={focus}
      value={profile[field]}
      onChange={value => change({ [field]: value })}
      problem={problems[field]}
      hint={hint}
    />
  );
  const list = (field: Lists, label: string, hint: string) => (
    <Field
      label={label}
      testId={`profile-${field}`}
      value={lists[field]}
      onChange={value => {
        setLists(old => ({ ...old, [field]: value }));
        change({ [field]: wordsOf(value) });
      }}
      problem={problems[field]}
      hint={hint}
    />
  );
  return (
    <form
      className="profile-editor"
      data-testid="profile-editor"
      onSubmit={event => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="pair">
        {text('name', 'Name', '', true)}
        {text('id', 'Id', 'For --profile and in crawl files.')}
        {text('productToken', 'Product token', 'Its name in robots.txt. * if no group names it.')}
        {list('fallsBackTo', 'Falls back to', 'Names it tries, in this order, when no group names it.')}
      </div>
      {text(
        'userAgent',
        'User agent',
        'The User-Agent header it sends. Leave it empty for a profile that only predicts verdicts.',
      )}
      <div className="pair">
        <label className="stacked">
          <span>Dialect</span>
          <select
            className="field"
            data-testid="profile-dialect"
            value={profile.dialect}
            onChange={event => change({ dialect: event.target.value })}
          >
            {dialects.map(dialect => (
              <option key={dialect.id} value={dialect.id}>
                {dialect.name}
              </option>
            ))}
          </select>
          <span className="hint">How it interprets robots.txt.</span>
        </label>
        <label className="stacked">
          <span>Page directives</span>
          <select
            className="field"
            data-testid="profile-directives"
            value={profile.directives}
            onChange={event => change({ directives: event.target.value })}
          >
            {engines.map(engine => (
              <option key={engine.id} value={engine.id}>
                {engine.name}
              </option>
            ))}
          </select>
          <span className="hint">How it interprets robots meta elements and X-Robots-Tag.</span>
        </label>
        {list('directiveAgents', 'Names in page directives', 'The names it obeys besides “robots”.')}
      </div>
      {flags.map(([flag, label]) => (
        <label key={flag} className="check">
          <input type="checkbox" checked={profile[flag]} onChange={event => change({ [flag]: event.target.checked })} />
          {label}
        </label>
      ))}
      <div className="pair">
        {text('source', 'Source', 'The page or person that reports this.')}
        {text('asOf', 'As of', 'YYYY-MM-DD')}
      </div>
      {refused && <Problem text={`The crawler was not saved: ${refused}`} />}
      <div className="profile-buttons">
        <button type="button" className="btn" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="btn primary" data-testid="profile-save" disabled={busy}>
          Save
        </button>
      </div>
    </form>
  );
}
