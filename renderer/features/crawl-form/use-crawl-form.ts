import { useMemo, useState } from 'react';
import { settingNames } from '#shared/explain/setting-words.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { ProfileEntry } from '#shared/model/profile.ts';
import { type PortableSettings, portableOf, type SettingDifference, settingDifferences } from '#shared/settings-file.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf, useCall, useDebounced } from '../../bridge/hooks.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { typedSecret } from '../../domain/login-rows.ts';
import { plainProfile, userAgentFor } from '../../domain/profile-search.ts';
import { type FormValues, formAgain, formOf, readForm, suggestedName } from './form-values.ts';

/** Where the crawl file will be; null: in the folder for crawls, named after the site. */
export interface Destination {
  readonly grant: string;
  readonly name: string;
  readonly folder: string;
}

/** The settings with mutable lists, as the contract's input type requires. */
const writable = (settings: CrawlSettings) => ({
  ...settings,
  seeds: [...settings.seeds],
  include: [...settings.include],
  exclude: [...settings.exclude],
});

const writablePortable = (settings: CrawlSettings) => ({
  ...portableOf(settings),
  include: [...settings.include],
  exclude: [...settings.exclude],
});

/** Every crawl file carries the user's own profiles: that is no choice of this crawl. */
const isChosen = ({ name }: SettingDifference): boolean => name !== 'profiles';

interface Given {
  readonly defaults: Omit<CrawlSettings, 'seeds'>;
  readonly profiles: readonly ProfileEntry[];
  /** The settings of the open crawl, for one that repeats it. */
  readonly again: CrawlSettings | null;
  readonly onClose: () => void;
}

/** The new crawl as it is typed: its values, what is wrong with them, where its file will be, and its start. */
export function useCrawlForm({ defaults: given, profiles, again, onClose }: Given) {
  // A crawl file carries all of the user's own profiles.
  const [loaded, setLoaded] = useState<{ readonly name: string; readonly settings: PortableSettings } | null>(null);
  const defaults = useMemo(() => {
    const own = profiles.filter(profile => profile.own).map(plainProfile);
    if (loaded === null && again) {
      const others = own.filter(({ id }) => !again.profiles.some(profile => profile.id === id));
      return { ...given, ...again, profiles: [...again.profiles, ...others] };
    }
    if (loaded === null) return { ...given, profiles: own };
    const others = loaded.settings.profiles.filter(({ id }) => !own.some(profile => profile.id === id));
    return { ...given, ...loaded.settings, profiles: [...own, ...others] };
  }, [given, profiles, loaded, again]);
  const { toast, go } = useActions();
  const [form, setForm] = useState<FormValues>(() => (again ? formAgain(again) : formOf(defaults)));
  const [destination, setDestination] = useState<Destination | null>(null);
  const { busy, refused, clear, submit } = useSubmit();
  const change = (part: Partial<FormValues>): void => {
    setForm(old => ({ ...old, ...part }));
    clear();
  };
  const reading = readForm(form, defaults);
  const still = useDebounced(form, 300);
  const settled = readForm(still, defaults).settings;
  const checked = useCall('crawl.check', settled && settled.seeds.length > 0 ? writable(settled) : null);
  const engineProblems = still === form ? (checked.data ?? {}) : {};
  const problems: Readonly<Record<string, string>> = { ...engineProblems, ...reading.problems };
  const chosen = profiles.find(({ id }) => id === form.profile);
  // The field may be out of sight: the foot says what keeps the crawl from starting.
  const [field, words] = Object.entries(problems)[0] ?? [];
  const stopper = field === undefined ? '' : `${settingNames[field as keyof CrawlSettings] ?? field}: ${words}`;
  const { settings } = reading;
  const ready = settings !== null && settings.seeds.length > 0 && stopper === '';
  const pick = (picked: ProfileEntry): void =>
    change({ profile: picked.id, userAgent: userAgentFor(form.userAgent, chosen, picked, defaults.userAgent) });
  const choose = async (): Promise<void> => {
    try {
      const named = suggestedName(settings?.seeds ?? []).slice(0, 200);
      const found = await client.call('file.chooseNew', { suggestedName: named });
      if (found) setDestination(found);
    } catch (error) {
      toast(messageOf(error), 'problem');
    }
  };
  const load = async (): Promise<void> => {
    try {
      const found = await client.call('settings.open', {});
      if (!found) return;
      setLoaded(found);
      setForm(old => ({ ...formOf({ ...given, ...found.settings }), seeds: old.seeds }));
      clear();
    } catch (error) {
      toast(messageOf(error), 'problem');
    }
  };
  const save = async (): Promise<void> => {
    if (!settings) return;
    try {
      const named = suggestedName(settings.seeds).slice(0, 150);
      const saved = await client.call('settings.save', { suggestedName: named, settings: writablePortable(settings) });
      if (saved) toast(`Saved the settings in ${saved.name}`);
    } catch (error) {
      toast(messageOf(error), 'problem');
    }
  };
  const differences = settings ? settingDifferences(portableOf(given), portableOf(settings)).filter(isChosen) : [];
  const start = (): void => {
    if (!settings || !ready) return;
    void submit(async () => {
      const input = {
        settings: writable(settings),
        destination: destination?.grant ?? null,
        secrets: form.logins.map(typedSecret),
        keepSecrets: form.keepSecrets,
        again: again !== null,
      };
      const outcome = await client.call('crawl.start', input);
      if (!('file' in outcome)) return;
      go({ do: 'view', view: 'overview' });
      onClose();
    });
  };
  const canStart = ready && !busy;
  return {
    isIncomplete: settings === null,
    differences,
    loaded,
    load,
    save,
    form,
    change,
    problems,
    chosen,
    stopper,
    destination,
    checked,
    refused,
    canStart,
    pick,
    choose,
    start,
  };
}
