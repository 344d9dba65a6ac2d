import { titleOf } from '#shared/explain/describe.ts';
import type { Answer, UrlExplanation } from '#shared/model/explanation.ts';
import { keyed } from '../../ui/keyed.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords, verdictTone, verdictWords } from '../../ui/text/format.ts';
import { DecisionList } from './decisions.tsx';
import { EvidenceList, UrlLink } from './evidence.tsx';
import { FixThis } from './fix-this.tsx';
import { PageSignals, UrlNotes } from './page-notes.tsx';
import { RobotsReading } from './robots-reading.tsx';
import { Relatives, WhyNotSections } from './why-not.tsx';

/** What happened to a URL and why: the result first, then the chain of causes. */
export function Why({ why }: { readonly why: UrlExplanation }) {
  const answers: readonly Answer<string>[] = [why.mayFetch, why.mayList, why.linksFollowed];
  const said = [why.headline, ...answers.map(each => each.sentence)].join(' ');
  const shown = new Set(answers.flatMap(each => each.evidence.map(({ label }) => label)));
  return (
    <div className="why selectable">
      {!why.seen && !why.requestedAs && (
        <p className="prediction" role="note">
          <b>Prediction.</b> This URL is not in this crawl. The answers show what Crawlscope would decide from the stored
          robots.txt and the settings of this crawl.
        </p>
      )}
      <p className="headline" data-testid="inspector-headline">
        <Foreign text={why.headline} />
      </p>
      {!why.seen && <Relatives why={why.whyNot} />}
      <div className="answers">
        <AnswerCard question="May be fetched?" id="answer-may-fetch" answer={why.mayFetch} said={why.headline} />
        <AnswerCard question="May be listed?" id="answer-may-list" answer={why.mayList} said={why.headline} />
        <AnswerCard question="Links followed?" id="answer-links-followed" answer={why.linksFollowed} said={why.headline} />
      </div>
      <UrlNotes notes={why.notes} />
      <FixThis why={why} />
      {why.page && <PageSignals page={why.page} />}
      <WhyNotSections why={why.whyNot} said={said} />
      {why.seen && <Relatives why={why.whyNot} />}
      <DecisionList url={why.url} decisions={why.decisions} seen={why.seen} said={said} shown={shown} />
      {why.robots && <RobotsReading robots={why.robots} />}
      {why.discovery.length > 0 && (
        <section>
          <h3>How the crawl found it{why.facts && why.facts.depth !== null ? ` · Depth ${countWords(why.facts.depth)}` : ''}</h3>
          <ol className="path numbered">
            {keyed(why.discovery, each => each.url).map(({ key, item: step }) => (
              <li key={key}>
                <UrlLink url={step.url} />
                <span className="muted">
                  <Foreign text={step.how} />
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <p className="muted">
        Crawler profile: <Foreign text={why.profile} />.
      </p>
    </div>
  );
}

interface AnswerProps {
  readonly question: string;
  readonly id: string;
  readonly answer: Answer<string>;
  /** The headline: its sentence is not repeated. */
  readonly said: string;
}

function AnswerCard({ question, id, answer, said }: AnswerProps) {
  const tone = verdictTone(answer.verdict);
  return (
    <section className={`answer ${tone}`} data-testid={id} data-verdict={answer.verdict}>
      <header>
        <h3>{question}</h3>
        <b className={`tone-${tone}`}>{verdictWords[answer.verdict] ?? answer.verdict}</b>
      </header>
      <p>
        <Foreign text={answer.reason !== '' && said.includes(answer.sentence) ? titleOf(answer.reason) : answer.sentence} />
      </p>
      <EvidenceList items={answer.evidence} />
    </section>
  );
}
