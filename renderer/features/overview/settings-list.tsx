import { settingNames, settingWords } from '#shared/explain/setting-words.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { intoView } from '../../ui/text/into-view.ts';

/** The settings this crawl runs with. */
export function SettingsList({ settings }: { readonly settings: CrawlSettings }) {
  const { setting, jump } = useNav();
  const { command } = useActions();
  const names = (Object.keys(settingNames) as (keyof CrawlSettings)[]).filter(name => name !== 'seeds');
  return (
    <section className="card">
      <header>
        <h2>Settings of this crawl</h2>
        <button type="button" className="btn small" data-testid="change-scope" onClick={() => command('crawl:scope')}>
          URLs…
        </button>
        <button type="button" className="btn small" data-testid="change-site-rules" onClick={() => command('crawl:site-rules')}>
          robots.txt on sites…
        </button>
      </header>
      <dl className="facts columns-2">
        {names.map(name => (
          <div
            key={name === setting ? `${name} ${jump}` : name}
            ref={name === setting ? intoView : null}
            data-highlighted={name === setting}
          >
            <dt>{settingNames[name]}</dt>
            <dd className="selectable">
              <Foreign text={settingWords(name, settings[name])} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
