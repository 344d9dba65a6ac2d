import type { CrawlSettings } from '#shared/model/crawl.ts';
import { settingNames, settingWords } from '../../ui/settings-words.ts';

/** The settings this crawl runs with. */
export function SettingsList({ settings }: { readonly settings: CrawlSettings }) {
  const names = (Object.keys(settingNames) as (keyof CrawlSettings)[]).filter(name => name !== 'seeds');
  return (
    <section className="card">
      <header>
        <h2>Settings of this crawl</h2>
      </header>
      <dl className="facts columns-2">
        {names.map(name => (
          <div key={name}>
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
