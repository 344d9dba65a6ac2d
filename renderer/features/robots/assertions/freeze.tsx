import { useRef, useState } from 'react';
import type { AssertionsMade } from '#shared/model/assertions.ts';
import { useNav } from '../../../bridge/app-context.ts';
import { client } from '../../../bridge/client.ts';
import { messageOf, useStatus } from '../../../bridge/hooks.ts';
import { interpreterInput } from '../../../domain/interpreter-choice.ts';
import { Foreign } from '../../../ui/text/foreign.tsx';
import { hostOf } from '../../../ui/text/format.ts';

/** Turns today's verdicts into assertions. */
export function Freeze({
  origin,
  onMade,
}: {
  readonly origin: string;
  readonly onMade: (made: AssertionsMade) => Promise<void>;
}) {
  const own = useStatus()?.settings.profile ?? '*';
  const [crawler, setCrawler] = useState(interpreterInput(useNav().crawler).profile ?? own);
  const [filter, setFilter] = useState(`site:${hostOf(origin)} depth:0..2`);
  const [problem, setProblem] = useState('');
  const asking = useRef(false);
  const add = async (): Promise<void> => {
    if (asking.current) return;
    asking.current = true;
    try {
      const made = await client.call('assertions.create', { crawler: crawler.trim(), filter });
      setProblem('');
      if (made.urls === 0) setProblem('No URL matches this filter.');
      else await onMade(made);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      asking.current = false;
    }
  };
  return (
    <form
      className="assertion-freeze"
      onSubmit={event => {
        event.preventDefault();
        void add();
      }}
    >
      <span className="muted">Add today’s verdicts for</span>
      <input
        className="field agent"
        aria-label="Crawler"
        title="A crawler’s name or profile. * means a crawler that no group names"
        spellCheck={false}
        value={crawler}
        onChange={event => setCrawler(event.target.value)}
      />
      <span className="muted">on URLs matching</span>
      <input
        className="field"
        aria-label="Filter of URLs"
        spellCheck={false}
        value={filter}
        onChange={event => setFilter(event.target.value)}
      />
      <button type="submit" className="btn small" data-testid="assertion-freeze">
        Add
      </button>
      {problem !== '' && (
        <p className="tone-bad" role="alert">
          <Foreign text={problem} />
        </p>
      )}
    </form>
  );
}
