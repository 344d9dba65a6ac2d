import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Conversion } from '#shared/model/conversion.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import type { FileOutcome, ShellInfo } from '#shared/model/shell.ts';
import { maxProfiles, withProfile } from '#shared/profiles-file.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import { settingsText } from '#shared/settings-file.ts';
import { type ConversionParts, conversions } from './conversions.ts';
import { credentialHandlers, giveKept, withValues } from './credential-handlers.ts';
import type { DataFormat, Dialogs } from './dialogs.ts';
import type { Engine, StartEngine } from './engine-supervisor.ts';
import {
  asHtml,
  crawlExtension,
  dataPath,
  defaultName,
  exists,
  exportName,
  fileInfo,
  freePath,
  reportName,
  safeName,
  safeTextName,
  withExtension,
  withFormat,
} from './file-names.ts';
import type { Grants } from './grants.ts';
import type { KeyStore } from './key-store.ts';
import type { OpenFile } from './open-file.ts';
import { openInTime } from './open-in-time.ts';
import type { OwnProfiles } from './own-profiles.ts';
import type { RecentFiles } from './recent-files.ts';
import { type RepairParts, repairHandlers } from './repairs.ts';
import { readQueriesFile, readViewsFile, sharedText } from './shared-files.ts';
import { type SiteReportParts, siteReportHandlers } from './site-reports.ts';
import { sqlDesk } from './sql-desk.ts';
import { chosenCrawls, crawlsOfFolder } from './trend-choice.ts';
import { writeWhole } from './write-whole.ts';

export interface ShellParts
  extends Pick<SiteReportParts, 'print' | 'log'>,
    Pick<RepairParts, 'startRepair' | 'now'>,
    Pick<ConversionParts, 'startConversion' | 'tellConversion'> {
  readonly engine: () => Engine;
  readonly dialogs: Dialogs;
  readonly recent: RecentFiles;
  readonly profiles: OwnProfiles;
  readonly keyStore: KeyStore;
  readonly grants: Grants;
  readonly file: OpenFile;
  readonly info: () => ShellInfo;
  /** Starts a process that runs one SQL statement. */
  readonly startSql: StartEngine;
  /** Folder for crawls saved without a chosen place. Created on first use. */
  readonly crawlsFolder: string;
  readonly home: string;
  readonly today: () => Date;
  /** Looks at a file in a process of its own before the engine opens it. Rejects with what that finds. True: it is of an earlier version. */
  readonly look: (path: string) => Promise<boolean>;
  /** Whether the crawl of the open file is running. */
  readonly isCrawling: () => boolean;
}

/** Handles the calls that do not need the engine, and opens files that the arguments or the system name. */
export interface Shell {
  readonly handlers: Handlers<'shell'>;
  open(path: string): Promise<FileOutcome>;
  demo(): Promise<FileOutcome>;
}

const cancelled: FileOutcome = { cancelled: true };

/** Writes a file that the user chose. A failed write becomes a refusal. */
async function writeText(path: string, text: string): Promise<void> {
  try {
    await writeWhole(path, text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new RpcError('refused', `The file could not be written (${code}). Choose another place.`);
  }
}

export function createShell(parts: ShellParts): Shell {
  const { dialogs, recent, grants, file } = parts;
  const shown = (path: string): { name: string; folder: string } => fileInfo(path, parts.home);

  // With two file operations at once, chance would decide which file is open afterwards.
  let busy = false;
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy) throw new RpcError('refused', 'Another file is being opened or saved; finish that first.');
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
    }
  };

  /** Whether the open file may be closed. A running crawl is stopped only if the user agrees. */
  const mayLeave = async (to: 'open' | 'close'): Promise<boolean> => {
    const path = file.path();
    return path === null || !parts.isCrawling() || dialogs.stopCrawl(shown(path).name, to);
  };

  const older = conversions({ ...parts, shown });
  const desk = sqlDesk({ ...parts, start: parts.startSql, shown, alone });
  const opened = async (path: string): Promise<FileOutcome> => {
    await desk['sql.stop']({});
    file.set(path);
    await recent.add(path);
    return { file: shown(path) };
  };
  const openPath = async (path: string): Promise<FileOutcome> => {
    // It starts while the file is looked at. Whoever opens the file hears why it does not start.
    parts
      .engine()
      .ready()
      .catch(() => undefined);
    const isOlder = await parts.look(path);
    if (!(await mayLeave('open'))) return cancelled;
    const conversion: Conversion = isOlder ? await older.convert(path) : { kind: 'none' };
    if (conversion.kind === 'cancelled') return cancelled;
    await openInTime(parts.engine(), conversion.kind === 'converted' ? { path, original: conversion.original } : { path });
    await giveKept(parts);
    return opened(path);
  };
  const recentPath = async (id: string): Promise<string> => {
    const path = await recent.pathOf(id);
    if (path === null) throw new RpcError('not_found', 'This file is not in the list of recent files any more.');
    if (!(await exists(path))) throw new RpcError('not_found', `“${shown(path).name}” is no longer in ${shown(path).folder}.`);
    return path;
  };
  const compareWith = async (path: string): Promise<FileOutcome> => {
    await parts.look(path);
    await parts.engine().control('session.compare', { path });
    return { file: shown(path) };
  };
  const newPath = async (name: string): Promise<string> => {
    await mkdir(parts.crawlsFolder, { recursive: true });
    return freePath(parts.crawlsFolder, name);
  };
  const mustBeNew = async (path: string): Promise<string> => {
    if (!(await exists(path))) return path;
    throw new RpcError(
      'refused',
      `“${shown(path).name}” already exists there; Crawlscope never overwrites a crawl. Choose another name.`,
    );
  };
  const demo = async (): Promise<FileOutcome> => {
    if (!(await mayLeave('open'))) return cancelled;
    const path = await newPath('Demo');
    await parts.engine().control('session.demo', { path });
    return opened(path);
  };

  /** Asks for the place of a document about the open crawl, and starts to write it. `refuse`: throws before the dialog if it cannot be made. */
  const startExport = (
    nameFor: (crawl: string) => string,
    format: DataFormat,
    start: (path: string) => Promise<number>,
    refuse: () => Promise<unknown> = async () => undefined,
  ) =>
    alone(async () => {
      const current = file.path();
      if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
      await refuse();
      const chosen = await dialogs.saveData(join(dirname(current), nameFor(shown(current).name)), format);
      if (chosen === null) return { cancelled: true } as const;
      const path = await dataPath(chosen, format);
      const id = await start(path);
      return { id, grant: grants.give(path), file: { name: basename(path), folder: shown(path).folder } };
    });
  const startCopy = async () => {
    const current = file.path();
    if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
    const chosen = await dialogs.saveCrawl(await freePath(dirname(current), `${safeName(shown(current).name)} copy`));
    if (chosen === null) return { cancelled: true } as const;
    const path = await mustBeNew(withExtension(chosen));
    const id = await parts.engine().control('session.snapshot', { path });
    return { id, grant: grants.give(path), file: { name: basename(path), folder: shown(path).folder } };
  };

  const handlers: Handlers<'shell'> = {
    ...siteReportHandlers({ ...parts, shown, alone }),
    ...repairHandlers({ ...parts, shown, alone, openPath }),
    ...older.handlers,
    ...desk,
    'crawl.check': settings => parts.engine().control('session.check', { settings }),
    ...credentialHandlers(parts),
    'crawl.start': ({ settings, destination, secrets: typed = [], keepSecrets, again = false }) =>
      alone(async () => {
        if (again && file.path() === null) throw new RpcError('no_file', 'No crawl file is open.');
        const chosen = destination === null ? null : grants.pathOf(destination);
        if (destination !== null && chosen === null)
          throw new RpcError('not_found', 'The chosen destination is unknown now. Choose it again.');
        if (!(await mayLeave('open'))) return cancelled;
        const path = chosen ?? (await newPath(defaultName(settings.seeds, parts.today())));
        const secrets = await withValues(parts.keyStore, typed);
        await parts.engine().control('session.create', { path, settings, secrets, again });
        if (keepSecrets) await parts.keyStore.keep(secrets);
        if (destination !== null) grants.spend(destination);
        return opened(path);
      }),
    'crawl.demo': () => alone(demo),
    'profiles.list': async () => {
      const { profiles: own, problem } = await parts.profiles.read();
      return { ...(await parts.engine().control('profiles.describe', { own })), problem };
    },
    'profiles.save': ({ profile, replaces }) =>
      alone(async () => {
        const { profiles: known, problem } = await parts.profiles.read();
        if (problem) throw new RpcError('refused', problem);
        const others = known.filter(({ id }) => id !== (replaces ?? ''));
        if (others.length >= maxProfiles) throw new RpcError('refused', `At most ${maxProfiles} profiles can be stored.`);
        const problems = await parts.engine().control('profiles.check', { profile, others });
        if (Object.keys(problems).length === 0)
          await parts.profiles.change(list => withProfile(list, profile, replaces ?? profile.id));
        return problems;
      }),
    'profiles.remove': ({ id }) => alone(() => parts.profiles.change(list => list.filter(each => each.id !== id))),
    'file.current': () => file.info(),
    'file.open': () =>
      alone(async () => {
        const path = await dialogs.openCrawl(parts.crawlsFolder);
        return path === null ? cancelled : openPath(path);
      }),
    'file.openRecent': ({ id }) => alone(async () => openPath(await recentPath(id))),
    'file.recent': () => recent.list(),
    'file.forgetRecent': ({ id }) => recent.forget(id),
    'file.saveAs': () =>
      alone(async () => {
        const current = file.path();
        if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
        // Moving a crawl that runs to another file would end it.
        if (parts.isCrawling()) return startCopy();
        const chosen = await dialogs.saveCrawl(join(parts.crawlsFolder, `${shown(current).name} copy${crawlExtension}`));
        if (chosen === null) return cancelled;
        const path = await mustBeNew(withExtension(chosen));
        await parts.engine().control('session.saveAs', { path });
        return opened(path);
      }),
    'file.close': () =>
      alone(async () => {
        if (!(await mayLeave('close'))) return;
        await desk['sql.stop']({});
        await parts.engine().control('session.close', {});
        file.set(null);
      }),
    'file.chooseNew': ({ suggestedName }) =>
      alone(async () => {
        const chosen = await dialogs.saveCrawl(await newPath(safeName(suggestedName)));
        if (chosen === null) return null;
        const path = await mustBeNew(withExtension(chosen));
        return { grant: grants.give(path), ...shown(path) };
      }),
    'report.save': wanted =>
      alone(async () => {
        const current = file.path();
        if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
        const chosen = await dialogs.saveReport(join(dirname(current), `${safeName(reportName(wanted))}.html`));
        if (chosen === null) return { cancelled: true } as const;
        const path = asHtml(chosen);
        if (path !== chosen && (await exists(path)))
          throw new RpcError('refused', `“${basename(path)}” already exists there. Choose another name.`);
        await parts.engine().control('session.report', { path, wanted });
        return { file: { name: basename(path), folder: shown(path).folder } };
      }),
    'draft.export': ({ suggestedName, text }) =>
      alone(async () => {
        const path = await dialogs.saveText(join(dirname(parts.crawlsFolder), safeTextName(suggestedName)));
        if (path === null) return null;
        await writeText(path, text);
        return shown(path);
      }),
    'settings.open': () =>
      alone(async () => {
        const current = file.path();
        const path = await dialogs.openSettings(current === null ? parts.crawlsFolder : dirname(current));
        if (path === null) return null;
        await parts.look(path);
        return { name: basename(path), settings: await parts.engine().control('session.readSettings', { path }) };
      }),
    'settings.save': ({ suggestedName, settings }) =>
      alone(async () => {
        const chosen = await dialogs.saveData(
          join(dirname(parts.crawlsFolder), `${safeName(suggestedName)} settings.json`),
          'json',
        );
        if (chosen === null) return null;
        const path = await dataPath(chosen, 'json');
        await writeText(path, settingsText(settings));
        return shown(path);
      }),
    'views.save': views =>
      alone(async () => {
        const chosen = await dialogs.saveData(join(dirname(parts.crawlsFolder), 'crawlscope views.json'), 'json');
        if (chosen === null) return null;
        const path = await dataPath(chosen, 'json');
        await writeText(path, sharedText(views));
        return shown(path);
      }),
    'views.open': () =>
      alone(async () => {
        const path = await dialogs.openJson('Import views and sets of columns');
        return path === null ? null : readViewsFile(path);
      }),
    'queries.save': queries =>
      alone(async () => {
        const chosen = await dialogs.saveData(join(dirname(parts.crawlsFolder), 'crawlscope queries.json'), 'json');
        if (chosen === null) return null;
        const path = await dataPath(chosen, 'json');
        await writeText(path, sharedText(queries));
        return shown(path);
      }),
    'queries.open': () =>
      alone(async () => {
        const path = await dialogs.openJson('Import saved queries');
        return path === null ? null : readQueriesFile(path);
      }),
    'robots.import': ({ origin, from }) =>
      alone(async () => {
        if (file.path() === null) throw new RpcError('no_file', 'No crawl file is open.');
        const path = await dialogs.openRobots(from);
        if (path === null) return null;
        await parts.look(path);
        return parts.engine().control('session.importRobots', { path, origin });
      }),
    'rules.import': () =>
      alone(async () => {
        if (file.path() === null) throw new RpcError('no_file', 'No crawl file is open.');
        const path = await dialogs.openJson('Import custom rules');
        return path === null ? null : parts.engine().control('session.importRules', { path });
      }),
    'rules.export': () =>
      alone(async () => {
        const current = file.path();
        if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
        const chosen = await dialogs.saveData(join(dirname(current), `${shown(current).name} rules.json`), 'json');
        if (chosen === null) return null;
        const path = await dataPath(chosen, 'json');
        await parts.engine().control('session.exportRules', { path });
        return { name: basename(path), folder: shown(path).folder };
      }),
    'comparison.choose': () =>
      alone(async () => {
        const current = file.path();
        if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
        const path = await dialogs.openOther(dirname(current));
        return path === null ? cancelled : compareWith(path);
      }),
    'comparison.recent': ({ id }) => alone(async () => compareWith(await recentPath(id))),
    'comparison.save': ({ run, format }) =>
      alone(async () => {
        const current = file.path();
        if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
        const chosen = await dialogs.saveData(join(dirname(current), `${shown(current).name} compared.${format}`), format);
        if (chosen === null) return cancelled;
        const path = await dataPath(chosen, format);
        await parts.engine().control('session.saveComparison', { run, path, format });
        return { file: { name: basename(path), folder: shown(path).folder } };
      }),
    'comparison.takeMapping': () =>
      alone(async () => {
        const current = file.path();
        if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
        const path = await dialogs.openMapping(dirname(current));
        return path === null ? null : parts.engine().control('session.takeMapping', { path });
      }),
    'trend.choose': ({ from }) =>
      alone(async () => {
        const current = file.path();
        if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
        const chosen = from === 'files' ? await chosenCrawls(parts, current) : await crawlsOfFolder(parts, current);
        if (chosen === null) return false;
        await parts.engine().control('session.trend', chosen);
        return true;
      }),
    'comparison.saveMapping': () =>
      alone(async () => {
        const current = file.path();
        if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
        const chosen = await dialogs.saveData(join(dirname(current), `${shown(current).name} mapping.json`), 'json');
        if (chosen === null) return null;
        const path = await dataPath(chosen, 'json');
        await parts.engine().control('session.saveMapping', { path });
        return shown(path);
      }),
    'issues.chooseBaseline': () =>
      alone(async () => {
        const current = file.path();
        if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
        const path = await dialogs.openOther(dirname(current));
        if (path === null) return cancelled;
        await parts.look(path);
        await parts.engine().control('session.setBaseline', { path });
        return { file: shown(path) };
      }),
    'issues.lastBaseline': () => parts.engine().control('session.setLastBaseline', {}),
    'issues.takeRules': () =>
      alone(async () => {
        const current = file.path();
        if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
        const path = await dialogs.openRules(dirname(current));
        if (path === null) return null;
        await parts.look(path);
        return parts.engine().control('session.takeIgnoreRules', { path });
      }),
    'issues.saveRules': () =>
      alone(async () => {
        const current = file.path();
        if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
        const chosen = await dialogs.saveData(join(dirname(current), `${shown(current).name} ignore rules.json`), 'json');
        if (chosen === null) return cancelled;
        const path = await dataPath(chosen, 'json');
        await parts.engine().control('session.saveIgnoreRules', { path });
        return { file: { name: basename(path), folder: shown(path).folder } };
      }),
    'export.save': wish =>
      startExport(
        name => `${safeName(exportName(wish.list, name))}.${wish.format}`,
        wish.format,
        path => parts.engine().control('session.export', { path, wish }),
      ),
    'export.har': ({ filter }) => {
      const har = (path: string | null) => parts.engine().control('session.exportHar', { path, filter });
      return startExport(
        name => `${name}.har`,
        'har',
        har,
        () => har(null),
      );
    },
    'export.graphml': () =>
      startExport(
        name => `${name} links.graphml`,
        'graphml',
        path => parts.engine().control('session.exportGraphml', { path }),
      ),
    'export.unpack': () =>
      alone(async () => {
        const current = file.path();
        if (current === null) throw new RpcError('no_file', 'No crawl file is open.');
        const chosen = await dialogs.saveData(join(dirname(current), `${shown(current).name}.db`), 'db');
        if (chosen === null) return { cancelled: true } as const;
        const path = withFormat(chosen, 'db');
        const id = await parts.engine().control('session.unpack', { path });
        return { id, grant: grants.give(path), file: { name: basename(path), folder: shown(path).folder } };
      }),
    'export.snapshot': () => alone(startCopy),
    'export.sitemap': wish => {
      const make = (path: string | null) => parts.engine().control('session.makeSitemap', { path, wish });
      const name = wish.gzip ? 'sitemap.xml.gz' : 'sitemap.xml';
      return startExport(
        () => name,
        wish.gzip ? 'gz' : 'xml',
        make,
        () => make(null),
      );
    },
    'export.show': async ({ grant }) => {
      const path = grants.pathOf(grant);
      if (path === null || !(await exists(path))) throw new RpcError('not_found', 'The exported file does not exist any more.');
      dialogs.showInFolder(path);
    },
    'shell.info': () => parts.info(),
    'shell.defaults': () => defaultSettings,
    'shell.openExternal': ({ url }) => dialogs.openExternal(url),
  };
  return { handlers, open: path => alone(() => openPath(path)), demo: () => alone(demo) };
}
