// biome-ignore-all lint/suspicious/noArrayIndexKey: nothing in here moves
import { useState } from 'react';
import type { BlockedCost, PageCost, PageGains, ResourceCost, TemplateCost, Twice } from '#shared/model/blocked-cost.ts';
import { useActions } from '../bridge/app-context.ts';
import { client } from '../bridge/client.ts';
import { messageOf, useCall, useProgress, useStatus } from '../bridge/hooks.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Problem } from '../ui/problem.tsx';
import { Foreign } from '../ui/text/foreign.tsx';
import { countWords, plural, shortUrl } from '../ui/text/format.ts';
import { visibleText } from '../ui/text/visible-text.ts';
import { foreignScriptsNote } from './render-words.ts';

/** Pages that one button renders. */
const mostAsked = 1_000;
const shownRows = 100;

/** What resources that robots.txt blocks cost a page, or (without a URL) the crawl. Nothing where nothing is blocked. */
export function BlockedCostPanel({ url }: { readonly url?: string }) {
  const progress = useProgress(3_000);
  const { data, error, retry } = useCall('rendering.cost', url === undefined ? {} : { url }, progress);
  if (error) return <Problem text={`The cost of blocked resources could not be read: ${error}`} retry={retry} />;
  if (!data) return <p className="muted">Reading the blocked resources…</p>;
  if (data.withBlocked === 0)
    return url === undefined ? null : <div className="empty">robots.txt blocks no resource of this page.</div>;
  return <Cost cost={data} url={url ?? ''} />;
}

function Cost({ cost, url }: { readonly cost: BlockedCost; readonly url: string }) {
  const { pages, resources, templates } = cost;
  const unknown = pages.filter(({ gains }) => gains === null);
  return (
    <div className="blocked-cost selectable" data-testid="blocked-cost">
      <Sum cost={cost} isPage={url !== ''} />
      {unknown.length > 0 && <Free pages={unknown} isPage={url !== ''} />}
      <Resources rows={resources} isPage={url !== ''} base={url} />
      {url === '' && templates.length > 1 && <Templates rows={templates} />}
      {url !== '' && pages[0] && <Gains page={pages[0]} />}
    </div>
  );
}

const atLeast = (cost: BlockedCost, text: string): string => (cost.isAtLeast ? `at least ${text}` : text);

function Sum({ cost, isPage }: { readonly cost: BlockedCost; readonly isPage: boolean }) {
  const { rendered, withBlocked, known, total } = cost;
  const where = isPage
    ? 'robots.txt blocks resources of this page.'
    : `robots.txt blocks resources of ${plural(withBlocked, 'page')}, out of ${countWords(rendered)} rendered.`;
  if (known === 0)
    return (
      <p data-testid="blocked-cost-sum">
        {where} What they cost is unknown: {isPage ? 'it was' : 'the pages were'} not rendered with them.
      </p>
    );
  const losses = [
    plural(total.links, 'link'),
    ...(total.onlySo > 0 ? [`${plural(total.onlySo, 'URL')} that nothing else leads to`] : []),
    ...(total.words > 0 ? [plural(total.words, 'word')] : []),
    ...(total.noindex > 0 ? [isPage ? 'another noindex' : `another noindex on ${plural(total.noindex, 'page')}`] : []),
    ...(total.canonical > 0 ? [isPage ? 'another canonical' : `another canonical on ${plural(total.canonical, 'page')}`] : []),
  ];
  if (total.links + total.words + total.noindex + total.canonical === 0)
    return (
      <p data-testid="blocked-cost-sum">
        {where}{' '}
        {cost.isAtLeast
          ? 'No loss of links or words is known so far.'
          : 'A crawler that obeys sees the same links and words as without the block.'}
      </p>
    );
  return (
    <p data-testid="blocked-cost-sum">
      {where} A crawler that obeys does not see <b>{atLeast(cost, losses.join(', '))}</b>.
      {!isPage && known < withBlocked && (
        <span className="muted">
          {' '}
          {plural(withBlocked - known, 'page')} {withBlocked - known === 1 ? 'is' : 'are'} unknown: not rendered with the
          resources.
        </span>
      )}
    </p>
  );
}

/** Origins of the blocked resources of some pages. */
function originsOf(pages: readonly PageCost[]): string[] {
  const found = new Set<string>();
  for (const { blocked } of pages) for (const { url } of blocked) if (URL.canParse(url)) found.add(new URL(url).origin);
  return [...found].slice(0, 50);
}

/** Asks before anything is requested that robots.txt forbids. */
function Free({ pages, isPage }: { readonly pages: readonly PageCost[]; readonly isPage: boolean }) {
  const { toast } = useActions();
  const status = useStatus();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isRunning = status?.state === 'running' || status?.state === 'paused';
  const isForeign = status?.asksToRender === true;
  const asked = pages.slice(0, mostAsked);
  const origins = originsOf(asked);
  const start = async (): Promise<void> => {
    setAsking(false);
    setBusy(true);
    try {
      await client.call('rendering.start', {
        urls: asked.map(({ url }) => url),
        free: origins,
        ...(isForeign ? { allow: true } : {}),
      });
    } catch (error) {
      toast(messageOf(error), 'problem');
    }
    setBusy(false);
  };
  const stop = (): void => {
    client.call('crawl.stop', {}).catch((error: unknown) => toast(messageOf(error), 'problem'));
  };
  const many = isPage ? 'this page' : plural(asked.length, 'page');
  return (
    <div className="toolbar-line">
      {isBusy ? (
        <>
          <span className="muted">Rendering {many} with the blocked resources…</span>
          <button type="button" className="btn small" onClick={stop}>
            Stop
          </button>
        </>
      ) : (
        <button
          type="button"
          className="btn small"
          disabled={isRunning}
          title={isRunning ? 'Stop the crawl first.' : undefined}
          data-testid="render-freed"
          onClick={() => setAsking(true)}
        >
          Render {many} with the blocked resources…
        </button>
      )}
      {isAsking && (
        <Confirm
          title="Request what robots.txt forbids?"
          verb="I may: render"
          testId="free-resources"
          onCancel={() => setAsking(false)}
          onConfirm={() => void start()}
        >
          To render {many} whole, Crawlscope requests the blocked scripts, style sheets and data of{' '}
          {origins.map((origin, at) => (
            <span key={origin}>
              {at > 0 && ', '}
              <Foreign className="mono" text={origin} />
            </span>
          ))}{' '}
          although robots.txt forbids it. Do this only where the site is yours or its owner agrees. It holds for these renderings,
          not for the crawl, and each such request is recorded as made with your consent.
          {isForeign && ` ${foreignScriptsNote}`}
        </Confirm>
      )}
    </div>
  );
}

function Resources({
  rows,
  isPage,
  base,
}: {
  readonly rows: readonly ResourceCost[];
  readonly isPage: boolean;
  readonly base: string;
}) {
  const { go } = useActions();
  return (
    <table className="plain num blocked-resources">
      <thead>
        <tr>
          <th>Blocked resource</th>
          <th>robots.txt</th>
          {!isPage && <th className="end">Pages</th>}
          <th className="end" title="Links that appear only with this resource, where it alone explains them">
            Links
          </th>
          <th className="end" title="Of the URLs behind these links, those that nothing else leads to">
            Only this way
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, shownRows).map(({ url, type, robots, pages, known, links, onlySo }) => (
          <tr key={url}>
            <td>
              <button type="button" className="link wrap" title={visibleText(url)} onClick={() => go({ do: 'inspect', url })}>
                <Foreign text={shortUrl(url, base)} />
              </button>{' '}
              <span className="muted">{type}</span>
            </td>
            <td>
              {robots ? (
                <button
                  type="button"
                  className="link"
                  title={robots.rule}
                  onClick={() =>
                    go({
                      do: 'open',
                      target: { view: 'robots', origin: originOf(url), version: robots.version, line: robots.line },
                    })
                  }
                >
                  {robots.line === 0 ? 'whole file' : `line ${robots.line}`}
                </button>
              ) : (
                ''
              )}
            </td>
            {!isPage && <td className="end">{countWords(pages)}</td>}
            <td className="end">{known === 0 ? <Unknown /> : countWords(links)}</td>
            <td className="end">{known === 0 ? <Unknown /> : countWords(onlySo)}</td>
          </tr>
        ))}
      </tbody>
      {rows.length > shownRows && (
        <caption className="muted">{plural(rows.length - shownRows, 'further resource')} not shown.</caption>
      )}
    </table>
  );
}

/** The same for pages that are alike. */
function Templates({ rows }: { readonly rows: readonly TemplateCost[] }) {
  const figure = ({ known, isAtLeast }: TemplateCost, value: number) =>
    known === 0 ? <Unknown /> : `${isAtLeast ? 'at least ' : ''}${countWords(value)}`;
  return (
    <table className="plain num blocked-resources" data-testid="blocked-templates">
      <thead>
        <tr>
          <th title="Pages with the same host, first folder and parameters">Template</th>
          <th className="end">Pages</th>
          <th className="end" title="URLs that a crawler which obeys robots.txt sees no link to on these pages">
            Links
          </th>
          <th className="end" title="Of these URLs, those that nothing else leads to">
            Only this way
          </th>
          <th className="end" title="Words that a crawler which obeys robots.txt does not see on these pages">
            Words
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, shownRows).map(row => (
          <tr key={row.template}>
            <td>
              <Foreign className="mono" text={row.template} />
            </td>
            <td className="end">{countWords(row.pages)}</td>
            <td className="end">{figure(row, row.links)}</td>
            <td className="end">{figure(row, row.onlySo)}</td>
            <td className="end">{figure(row, row.words)}</td>
          </tr>
        ))}
      </tbody>
      {rows.length > shownRows && (
        <caption className="muted">{plural(rows.length - shownRows, 'further template')} not shown.</caption>
      )}
    </table>
  );
}

const Unknown = () => (
  <span className="muted" title="Not rendered with the resource">
    unknown
  </span>
);

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

const textOf = (value: string | boolean | null): string =>
  value === null ? 'none' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;

/** What appears on one page with its blocked resources. */
function Gains({ page: { gains, failure, stillLost, url } }: { readonly page: PageCost }) {
  if (gains === null && stillLost.length > 0)
    return <p className="tone-warn">The second rendering did not get the resources either: {failure}</p>;
  if (gains === null) return failure === '' ? null : <p className="tone-warn">The second rendering failed: {failure}.</p>;
  return (
    <>
      <Facts gains={gains} />
      <LinksBack gains={gains} url={url} />
    </>
  );
}

function Facts({ gains }: { readonly gains: PageGains }) {
  const { words, missingText, title, canonical, noindex } = gains;
  const rows: readonly (readonly [string, Twice<string | boolean | null> | null])[] = [
    ['Title', title],
    ['Canonical', canonical],
    ['noindex', noindex],
  ];
  return (
    <table className="plain rendered-values">
      <thead>
        <tr>
          <th />
          <th>robots.txt obeyed</th>
          <th>Resources freed</th>
        </tr>
      </thead>
      <tbody>
        <tr data-differs={words.obeying !== words.freed}>
          <th scope="row">Words</th>
          <td>{countWords(words.obeying)}</td>
          <td>
            {countWords(words.freed)}
            {missingText > 0 && <span className="muted"> · {missingText} % of the text is missing without them</span>}
          </td>
        </tr>
        {rows.map(
          ([label, twice]) =>
            twice && (
              <tr key={label} data-differs="true">
                <th scope="row">{label}</th>
                <td>
                  <Foreign text={textOf(twice.obeying)} />
                </td>
                <td>
                  <Foreign text={textOf(twice.freed)} />
                </td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}

function LinksBack({ gains: { links, linkCount, isCut }, url }: { readonly gains: PageGains; readonly url: string }) {
  const { go } = useActions();
  if (linkCount === 0) return <p className="muted">No link appears only with them.</p>;
  return (
    <section>
      <h3 className="num">
        {isCut && 'At least '}
        {plural(linkCount, 'link')} only with the blocked resources
      </h3>
      <ul className="link-difference">
        {links.slice(0, shownRows).map(({ url: target, text, resource, onlySo }, at) => (
          <li key={at}>
            <ins>+</ins>{' '}
            <button type="button" className="link" onClick={() => go({ do: 'inspect', url: target })}>
              <Foreign text={shortUrl(target, url)} />
            </button>{' '}
            {text !== '' && (
              <span className="muted">
                “<Foreign text={text} />”
              </span>
            )}{' '}
            {onlySo && <span className="chip warn">only this way</span>}{' '}
            {resource && (
              <span className="muted">
                by <Foreign className="mono" text={shortUrl(resource, url)} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {linkCount > Math.min(links.length, shownRows) && (
        <p className="muted">{countWords(linkCount - Math.min(links.length, shownRows))} more not shown.</p>
      )}
    </section>
  );
}
