import { settingNames, settingWords } from './explain/setting-words.ts';
import type { CrawlSettings } from './model/crawl.ts';

/**
 * Settings of a crawl as a JSON file, to keep, to share and to compare: `{"crawlscope": "settings", "version": 1, "settings": {…}}`. Names
 * and order are always the same, each list entry has its own lines, and no secret is in it:
 * own headers are left out, because their values may be keys to the site. A file that has them is read all the same.
 */

/** Settings of one site or one computer, or that name who logs in. A settings file does not have them. */
const localNames = [
  'seeds',
  'credentials',
  'login',
  'proxy',
  'extraCertificates',
  'untrustedHosts',
] as const satisfies readonly (keyof CrawlSettings)[];
type LocalName = (typeof localNames)[number];

export type PortableSettings = Omit<CrawlSettings, LocalName>;
export type PortableName = keyof PortableSettings;

/** Whether a settings file must not have a setting. */
export const isLocal = (name: string): name is LocalName => localNames.some(local => local === name);

/** Names of the portable settings, in the order of the form. */
export const portableNames = (Object.keys(settingNames) as (keyof CrawlSettings)[]).filter(
  (name): name is PortableName => !isLocal(name),
);

export const portableOf = (settings: PortableSettings): PortableSettings =>
  Object.fromEntries(portableNames.map(name => [name, settings[name]])) as unknown as PortableSettings;

/** The text of a settings file. */
export function settingsText(settings: PortableSettings): string {
  const { headers: _mayBeKeys, ...written } = portableOf(settings);
  return `${JSON.stringify({ crawlscope: 'settings', version: 1, settings: written }, null, 2)}\n`;
}

/** A setting that differs, with both values in words. */
export interface SettingDifference {
  readonly name: PortableName;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** The portable settings that differ, in the order of the form. */
export function settingDifferences(before: PortableSettings, after: PortableSettings): readonly SettingDifference[] {
  return portableNames
    .filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(name => {
      const words = [settingWords(name, before[name]), settingWords(name, after[name])] as const;
      const [was, is] = words[0] === words[1] ? [JSON.stringify(before[name]), JSON.stringify(after[name])] : words;
      return { name, label: settingNames[name], before: was, after: is };
    });
}
