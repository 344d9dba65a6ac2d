import { useState } from 'react';
import { settingNames, settingWords } from '#shared/explain/setting-words.ts';
import { type CrawlSettings, defaultSettings } from '#shared/model/crawl.ts';
import { type PortableSettings, portableOf, settingDifferences } from '#shared/settings-file.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { Foreign } from '../../ui/text/foreign.tsx';
import { plural } from '../../ui/text/format.ts';
import { intoView } from '../../ui/text/into-view.ts';

/** What the settings are compared with. */
interface Other {
  readonly name: string;
  readonly settings: PortableSettings;
}

const defaults: Other = { name: 'the defaults', settings: portableOf(defaultSettings) };

/** The settings this crawl runs with, and what differs from the defaults or from another crawl. */
export function SettingsList({ settings, name }: { readonly settings: CrawlSettings; readonly name: string }) {
  const { command, toast } = useActions();
  const [other, setOther] = useState<Other | null>(null);
  const compare = async (): Promise<void> => {
    try {
      const chosen = await client.call('settings.open', {});
      if (chosen) setOther(chosen);
    } catch (error) {
      toast(messageOf(error), 'problem');
    }
  };
  const save = async (): Promise<void> => {
    try {
      const saved = await client.call('settings.save', {
        suggestedName: name.replace(/\.crawl$/i, '').slice(0, 150),
        settings: writable(settings),
      });
      if (saved) toast(`Saved the settings in ${saved.name}`);
    } catch (error) {
      toast(messageOf(error), 'problem');
    }
  };
  return (
    <section className="card">
      <header>
        <h2>Settings of this crawl</h2>
        <div className="settings-buttons">
          {other === null ? (
            <button type="button" className="btn small" data-testid="settings-changed" onClick={() => setOther(defaults)}>
              What differs from the defaults
            </button>
          ) : (
            <button type="button" className="btn small" data-testid="settings-all" onClick={() => setOther(null)}>
              Show all settings
            </button>
          )}
          <button type="button" className="btn small" data-testid="settings-compare" onClick={() => void compare()}>
            Compare with a crawl or file…
          </button>
          <button type="button" className="btn small" data-testid="settings-save" onClick={() => void save()}>
            Save settings…
          </button>
          <button type="button" className="btn small" data-testid="change-scope" onClick={() => command('crawl:scope')}>
            URLs…
          </button>
          <button type="button" className="btn small" data-testid="change-site-rules" onClick={() => command('crawl:site-rules')}>
            robots.txt on sites…
          </button>
        </div>
      </header>
      {other === null ? <AllSettings settings={settings} /> : <Differences settings={settings} other={other} />}
    </section>
  );
}

/** The portable settings with mutable lists, as the contract's input type requires. */
const writable = (settings: CrawlSettings) => ({
  ...portableOf(settings),
  include: [...settings.include],
  exclude: [...settings.exclude],
});

function AllSettings({ settings }: { readonly settings: CrawlSettings }) {
  const { setting, jump } = useNav();
  const names = (Object.keys(settingNames) as (keyof CrawlSettings)[]).filter(name => name !== 'seeds');
  return (
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
  );
}

function Differences({ settings, other }: { readonly settings: CrawlSettings; readonly other: Other }) {
  const found = settingDifferences(other.settings, settings);
  return (
    <div data-testid="settings-differences">
      <p className="muted">
        {found.length === 0
          ? 'No setting differs from '
          : `${plural(found.length, 'setting')} ${found.length === 1 ? 'differs' : 'differ'} from `}
        <Foreign text={other.name} />. Start URLs, logins, proxies and certificates are not compared.
      </p>
      {found.length > 0 && (
        <table className="plain">
          <thead>
            <tr>
              <th>Setting</th>
              <th>This crawl</th>
              <th>
                <Foreign text={other === defaults ? 'Default' : other.name} />
              </th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ name, label, before, after }) => (
              <tr key={name}>
                <td>{label}</td>
                <td className="selectable">
                  <Foreign text={after} />
                </td>
                <td className="selectable muted">
                  <Foreign text={before} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
