import type { CrawlSettings } from '#shared/model/crawl.ts';
import { useNav } from '../../bridge/app-context.ts';
import { intoView } from '../../ui/into-view.ts';
import { settingNames, settingWords } from '../../ui/settings-words.ts';

/** The settings this crawl runs with. */
export function SettingsList({ settings }: { readonly settings: CrawlSettings }) {
  const { setting, jump } = useNav();
  const names = (Object.keys(settingNames) as (keyof CrawlSettings)[]).filter(name => name !== 'seeds');
  return (
    <section className="card">
      <header>
        <h2>Settings of this crawl</h2>
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
              <bdi>{settingWords(name, settings[name])}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
