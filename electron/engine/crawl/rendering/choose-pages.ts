import { templateOf } from '#core/rendering/template.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Store } from '#storage/store.ts';
import type { RenderWanted } from '#storage/tables/renderings.ts';

interface Taken {
  pages: number;
  /** Scripts change a page of it. */
  differs: boolean;
}

/** Decides which pages of a crawl are rendered. */
export class PageChoice {
  readonly #settings: Pick<CrawlSettings, 'render' | 'renderSample'>;
  readonly #templates: Map<string, Taken>;

  constructor(settings: CrawlSettings, store: Store) {
    this.#settings = settings;
    const isOn = settings.render !== 'never';
    const known = isOn ? store.renderings.templates() : [];
    this.#templates = new Map(
      known.map(({ template, count, differs }) => [template, { pages: count, differs: differs === 1 }] as const),
    );
  }

  /** Why a page is rendered; null: it is not. A page that is gets counted. */
  choose(url: string): { readonly template: string; readonly wanted: RenderWanted } | null {
    const { render, renderSample } = this.#settings;
    if (render === 'never') return null;
    const template = templateOf(url);
    const taken = this.#templates.get(template) ?? { pages: 0, differs: false };
    const isSample = taken.pages < renderSample;
    if (render !== 'all' && !isSample && !(render === 'different' && taken.differs)) return null;
    taken.pages += 1;
    this.#templates.set(template, taken);
    return { template, wanted: render === 'all' ? 'all' : isSample ? 'sample' : 'different' };
  }

  templateOf = templateOf;

  /** Scripts change a page of a template. Returns whether its other pages, which were left out, must be rendered now. */
  differs(template: string): boolean {
    const taken = this.#templates.get(template) ?? { pages: 0, differs: false };
    const isNews = this.#settings.render === 'different' && !taken.differs;
    taken.differs = true;
    this.#templates.set(template, taken);
    return isNews;
  }
}
