import { reportedWords } from '#shared/explain/profile-words.ts';
import type { ProfileEntry } from '#shared/model/profile.ts';
import { Foreign } from '../../ui/text/foreign.tsx';

interface FactsProps {
  readonly profile: ProfileEntry;
  readonly copy: () => void;
  readonly edit: () => void;
  readonly remove: () => void;
}

/** Everything that is known about one crawler, and what can be done with its profile. */
export function ProfileFacts({ profile, copy, edit, remove }: FactsProps) {
  const { own, ...plain } = profile;
  const yes = [
    plain.namedByHeader && 'finds its group by its whole user agent',
    plain.ignoresStar && 'obeys only groups that name it',
    plain.listsNothing && 'lists no pages',
    plain.ignoresFrames && 'follows href and not src (no frames)',
    plain.followsRedirectsUnseen && 'follows redirects without asking robots.txt for the target',
  ].filter(Boolean);
  const rows: readonly (readonly [string, string])[] = [
    ['Id', plain.id],
    ['Product token', plain.productToken],
    ['Falls back to', plain.fallsBackTo.join(', ') || 'no other name'],
    ['User agent', plain.userAgent || 'none of its own'],
    ['Dialect', `${plain.dialectName} (${plain.dialect})`],
    ['Page directives', ['robots', ...plain.directiveAgents].join(', ')],
    ...(yes.length > 0 ? [['Special behavior', yes.join('; ')] as const] : []),
    ['Source', reportedWords(plain)],
  ];
  return (
    <div className="profile-facts">
      <h3>
        <Foreign text={plain.name} /> <span className="chip">{own ? 'own' : 'built-in'}</span>
      </h3>
      <dl className="facts selectable">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Foreign text={text} />
            </dd>
          </div>
        ))}
      </dl>
      {!own && profile.id !== 'crawlscope' && (
        <p className="hint">Reported by the source. Crawlscope has not tested the crawler itself.</p>
      )}
      <div className="profile-buttons">
        {own && (
          <button type="button" className="btn" data-testid="profile-edit" onClick={edit}>
            Edit…
          </button>
        )}
        {own && (
          <button type="button" className="btn" data-testid="profile-remove" onClick={remove}>
            Remove
          </button>
        )}
        <button type="button" className={own ? 'btn' : 'btn primary'} data-testid="profile-copy" onClick={copy}>
          Copy as my own…
        </button>
      </div>
    </div>
  );
}
