import { isRedirect, isSuccess } from '#core/decision/outcome.ts';
import type { Steps } from '#core/steps.ts';
import type { FetchResponse } from '#shared/model/fetch.ts';
import type { PageLink, SitemapEntry } from '#shared/model/page.ts';
import type { BodyThread, ReadElsewhere } from '../threads/bodies/body-thread.ts';
import type { PageJob, SitemapJob } from './context.ts';
import { LinkFinder } from './page-links.ts';
import type { Prepared } from './prepare.ts';
import type { SettleContext } from './settle.ts';
import type { Done } from './settle-job.ts';
import { recordEntries } from './sitemap-step.ts';

/** A response whose body was read on the body thread, and the steps that prepare it. */
export interface LongRead {
  readonly outcome: FetchResponse;
  readonly steps: Steps<Prepared>;
}

/** Has a long body read on the body thread. Until then the response has no body; `outcome` has it back. */
export async function prepareLong(bodies: BodyThread, settle: SettleContext, { job, outcome }: Done): Promise<LongRead> {
  if (outcome.kind === 'failure' || (job.kind !== 'page' && job.kind !== 'sitemap'))
    throw new Error('Only pages and sitemap files have long bodies.');
  const { agents, engine, content } = settle.directiveProfile;
  const common = { response: outcome, isStored: settle.settings.storeBodies };
  const read = await bodies.read(
    job.kind === 'page'
      ? { ...common, kind: 'page', url: job.record.url, agents, engine: engine.id, ...(content ? { content } : {}) }
      : { ...common, kind: 'sitemap', url: job.sitemap.url },
  );
  const response = { ...outcome, ...read.bytes };
  const steps = job.kind === 'page' ? pageSteps(settle, job, response, read) : sitemapSteps(settle, job, response, read);
  return { outcome: response, steps };
}

function* pageSteps(settle: SettleContext, { record }: PageJob, response: FetchResponse, read: ReadElsewhere): Steps<Prepared> {
  const { facts } = read;
  if (facts.kind !== 'page') throw new Error('The body thread read a page as a sitemap.');
  const found = yield* read.items<PageLink>();
  const html = facts.reading.html && { ...facts.reading.html, links: found };
  const reading = { ...facts.reading, html };
  const isPage = isSuccess(response.status) && !isRedirect(response.status);
  const finder = new LinkFinder(settle, { url: record, reading, at: response.timings.endedAt });
  return { kind: 'page', reading, links: isPage ? yield* finder.inSteps() : [], stored: facts.stored };
}

function* sitemapSteps(
  settle: SettleContext,
  { slot, sitemap }: SitemapJob,
  response: FetchResponse,
  read: ReadElsewhere,
): Steps<Prepared> {
  const { facts } = read;
  if (facts.kind !== 'sitemap') throw new Error('The body thread read a sitemap as a page.');
  const { document, stored } = facts;
  try {
    if (isSuccess(response.status)) {
      const { kind } = document;
      const entries = flat(read.batches<SitemapEntry>());
      yield* recordEntries(settle, { slot, sitemap, kind, entries, at: response.timings.endedAt });
    }
  } finally {
    read.close();
  }
  return { kind: 'sitemap', document, stored };
}

function* flat<T>(batches: Iterable<readonly T[]>): Generator<T, void, void> {
  for (const batch of batches) yield* batch;
}
