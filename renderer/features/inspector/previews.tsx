import type { CardText, PagePreview, PreviewText } from '#shared/model/preview.ts';
import { useCall } from '../../bridge/hooks.ts';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords } from '../../ui/text/format.ts';

/** How the page may look in a search result and as a social card. No image is loaded. */
export function Previews({ url }: { readonly url: string }) {
  const { data, error, retry } = useCall('url.preview', { url });
  if (error) return <Problem text={`The previews could not be made: ${error}`} retry={retry} />;
  if (!data) return null;
  return (
    <>
      <SearchResult search={data.search} />
      {data.social && <SocialCard social={data.social} />}
    </>
  );
}

const widthWords = (what: string, { text, pixels, mostPixels, isCut }: PreviewText): string =>
  text === '' ? `no ${what}` : `${what} ${countWords(Math.round(pixels))} of ${mostPixels} px${isCut ? ', cut' : ''}`;

function SearchResult({ search: { address, title, description } }: { readonly search: PagePreview['search'] }) {
  return (
    <section className="fact-group" data-testid="search-preview">
      <h3>
        Search result <span className="chip">an approximation</span>
      </h3>
      <div className="preview">
        <Foreign className="muted" text={address} />
        {title.text === '' ? (
          <span className="muted">No title: search engines make one up.</span>
        ) : (
          <Foreign className="preview-title" text={title.text} />
        )}
        {description.text === '' ? (
          <span className="muted">No description: search engines take text from the page.</span>
        ) : (
          <Foreign className="preview-description" text={description.text} />
        )}
      </div>
      <p className="muted num">
        Cut at the width of a result on a wide screen: {widthWords('title', title)}; {widthWords('description', description)}.
        Search engines may show other texts.
      </p>
    </section>
  );
}

function SocialCard({
  social: { title, description, image, site, card },
}: {
  readonly social: NonNullable<PagePreview['social']>;
}) {
  const text = (name: string, { text: content, from }: CardText) => (
    <div>
      <dt>{name}</dt>
      <dd>
        {content === '' ? <span className="muted">–</span> : <Foreign text={content} />}
        {from !== '' && <span className="muted"> from {from}</span>}
      </dd>
    </div>
  );
  return (
    <section className="fact-group" data-testid="social-preview">
      <h3>
        Social card{card === '' ? '' : ` (Twitter: ${card})`} <span className="chip">an approximation</span>
      </h3>
      <dl className="facts preview">
        {text('Image', image)}
        {text('Site', site)}
        {text('Title', title)}
        {text('Description', description)}
      </dl>
      <p className="muted">Crawlscope names the image and does not load it.</p>
    </section>
  );
}
