import { titleOf } from '#shared/explain/describe.ts';
import { testWords, whyNotCauses, whyNotTests } from '#shared/explain/why-not.ts';
import type { Lead, WhyNot, WhyNotTest } from '#shared/model/why-not.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { EvidenceList, UrlLink } from './evidence.tsx';

const marks: Readonly<Record<WhyNotTest['answer'], string>> = { pass: '✓', stop: '✕', unknown: '?', skipped: '·' };
const tones: Readonly<Record<WhyNotTest['answer'], string>> = {
  pass: 'tone-ok',
  stop: 'tone-bad',
  unknown: 'tone-warn',
  skipped: 'muted',
};

/** Why a URL was not fetched: the cause, the checks in order, and the links to it. `said` is text already shown above, which is not repeated. */
export function WhyNotSections({ why, said }: { readonly why: WhyNot; readonly said: string }) {
  if (why.group === 'fetched') return null;
  return (
    <>
      <section className="why-not" data-testid="why-not" data-cause={why.cause}>
        <h3>Why not: {whyNotCauses[why.cause].title}</h3>
        {!said.includes(why.sentence) && (
          <p>
            <Foreign text={why.sentence} />
          </p>
        )}
        {why.change && (
          <p className="advice">
            <Foreign text={why.change} />
          </p>
        )}
        <Tests tests={why.tests} said={said} />
      </section>
      <Leading lead={why.lead} predicted={why.predicted} />
    </>
  );
}

function Tests({ tests, said }: { readonly tests: readonly WhyNotTest[]; readonly said: string }) {
  return (
    <ol className="tests" data-testid="why-not-tests">
      {tests.map(test => (
        <li key={test.id} data-answer={test.answer}>
          <span className={`mark ${tones[test.answer]}`} aria-hidden="true">
            {marks[test.answer]}
          </span>
          <span>{whyNotTests[test.id][0]}</span>
          <span className={test.answer === 'stop' ? 'tone-bad' : 'muted'}>
            {testWords(test)}
            {test.detail && !said.includes(test.detail) && (
              <>
                {testWords(test) && ': '}
                <Foreign text={test.detail} />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Stored URLs close to one that was not fetched, the likeliest to be meant first. */
export function Relatives({ why: { relatives, compared, known } }: { readonly why: WhyNot }) {
  if (relatives.length === 0) return null;
  return (
    <section data-testid="relatives">
      <h3>{plural(relatives.length, 'known URL')} similar to this one</h3>
      <ul className="path">
        {relatives.map(near => (
          <li key={near.url} data-kind={near.kind}>
            <UrlLink url={near.url} />
            <span className="muted">
              <Foreign text={near.why} /> · {titleOf(near.reason)}
            </span>
          </li>
        ))}
      </ul>
      {compared < known && (
        <p className="muted">
          Crawlscope looked for other spellings among all {countWords(known)} URLs and compared the {countWords(compared)}{' '}
          closest.
        </p>
      )}
    </section>
  );
}

function Leading({ lead, predicted }: { readonly lead: Lead; readonly predicted: boolean }) {
  return (
    <section data-testid="lead" data-kind={lead.kind}>
      <h3>{predicted ? 'How it would be found' : 'Links to this URL'}</h3>
      <p>
        <Foreign text={lead.sentence} />
      </p>
      <EvidenceList items={lead.evidence} />
    </section>
  );
}
