import { useState } from 'react';
import type { UrlExplanation } from '#shared/model/explanation.ts';
import { FixProposal } from '../../domain/fix-proposal.tsx';

/** The smallest edit of robots.txt for this URL alone: it allows a blocked URL, or disallows an allowed one. */
export function FixThis({ why }: { readonly why: UrlExplanation }) {
  const [open, setOpen] = useState(false);
  const { robots } = why;
  if (!robots || robots.reason === 'no-file' || robots.reason === 'unreachable' || robots.reason === 'robots-txt') return null;
  const goal = robots.allowed ? 'block' : 'free';
  if (!open)
    return (
      <div className="row">
        <button type="button" className="btn small" data-testid="fix-this" onClick={() => setOpen(true)}>
          {goal === 'free' ? 'Allow in robots.txt…' : 'Disallow in robots.txt…'}
        </button>
      </div>
    );
  return (
    <section>
      <h3>{goal === 'free' ? 'The smallest edit that allows this URL' : 'The smallest edit that disallows this URL'}</h3>
      <FixProposal asked={{ goal, urls: [why.url] }} onDone={() => setOpen(false)} />
    </section>
  );
}
