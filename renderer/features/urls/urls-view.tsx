import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { UrlColumn } from '#shared/model/explanation.ts';
import { useActions, useNav } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { messageOf } from '../../bridge/hooks.ts';
import { inspectedOf } from '../../bridge/nav-state.ts';
import { FixProposal } from '../../ui/fix-proposal.tsx';
import { Foreign } from '../../ui/foreign.tsx';
import { countWords, plural } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { type GridHandle, VirtualGrid } from '../../ui/virtual-grid.tsx';
import { allColumns, hiddenAtFirst } from './columns.tsx';
import { Toolbar } from './toolbar.tsx';
import { mostRows, type UrlOrder, useUrlList } from './use-url-list.ts';

/** All URLs ever seen, in any order, narrowed by a filter. */
export function UrlsView() {
  const nav = useNav();
  const { go, toast } = useActions();
  const grid = useRef<GridHandle>(null);
  const [sorting, setSorting] = useState<{ readonly key: UrlColumn; readonly descending: boolean }>({
    key: 'depth',
    descending: false,
  });
  const [hidden, setHidden] = useState<readonly UrlColumn[]>(hiddenAtFirst);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const order = useMemo<UrlOrder>(
    () => ({ filter: nav.filter, sort: sorting.key, descending: sorting.descending }),
    [nav.filter, sorting],
  );
  const onFilter = useCallback((filter: string) => go({ do: 'filter', filter }), [go]);
  const [picked, setPicked] = useState('');
  const inspectedUrl = nav.inspectorOpen ? (inspectedOf(nav)?.url ?? '') : '';
  const list = useUrlList(order, grid, picked);
  const { info, rowAt, selected, setSelected } = list;
  const columns = useMemo(
    () =>
      allColumns
        .filter(({ key }) => !hidden.includes(key))
        .map(column => ({ ...column, width: widths[column.key] ?? column.width })),
    [hidden, widths],
  );
  // With the inspector open the selection drives it, a moment later so that holding an arrow key stays smooth.
  const select = (index: number): void => {
    setSelected(index);
    setPicked(rowAt(index)?.url ?? '');
  };
  const followed = useRef('');
  const view = info?.view;
  useEffect(() => {
    if (inspectedUrl === '' || inspectedUrl === followed.current) return;
    followed.current = inspectedUrl;
    setPicked(inspectedUrl);
    if (view === undefined) return;
    // A selection that cannot be found stays where it is; the list itself reports what is wrong.
    client.call('urls.position', { view, url: inspectedUrl }).then(setSelected, () => undefined);
  }, [inspectedUrl, view, setSelected]);
  useEffect(() => {
    if (!nav.inspectorOpen || picked === '' || picked === followed.current) return;
    const timer = setTimeout(() => {
      followed.current = picked;
      go({ do: 'inspect', url: picked });
    }, 120);
    return () => clearTimeout(timer);
  }, [picked, nav.inspectorOpen, go]);
  const sortBy = useCallback((key: string, reversed: boolean) => {
    const column = allColumns.find(c => c.key === key);
    if (!column) return;
    setSorting(old => ({ key: column.key, descending: old.key === column.key ? !old.descending : reversed }));
  }, []);
  const open = (index: number): void => {
    const url = rowAt(index)?.url;
    if (!url) return;
    followed.current = url;
    go({ do: 'inspect', url });
  };
  const copy = (index: number): void => {
    const url = rowAt(index)?.url;
    if (url)
      navigator.clipboard.writeText(url).then(
        () => toast('URL copied'),
        () => toast('The clipboard refused', 'problem'),
      );
  };
  const copyAssertions = async (): Promise<void> => {
    try {
      const made = await client.call('assertions.create', { crawler: '', filter: nav.filter });
      await navigator.clipboard.writeText(made.text);
      const of = made.more ? `the first ${plural(made.urls, 'URL')}` : plural(made.urls, 'URL');
      toast(`Assertions about ${of} copied`);
    } catch (error) {
      toast(`The assertions could not be made: ${messageOf(error)}`, 'problem');
    }
  };
  const [fixing, setFixing] = useState<'free' | 'block' | null>(null);
  const empty = info !== null && info.count === 0 && !info.problem;
  const under = useRef<HTMLDivElement>(null);
  const active = nav.view === 'urls';
  // The table and the sentence in its place take each other's keyboard along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when one replaces the other
  useEffect(() => {
    if (!active || document.activeElement !== document.body) return;
    under.current?.querySelector<HTMLElement>('.grid, .empty')?.focus();
  }, [empty]);
  const failed = list.error || list.rows?.error;
  const again = (): void => (list.rows?.error ? list.rows.retry() : list.retry());
  return (
    <div className="urls">
      <Toolbar
        filter={nav.filter}
        onFilter={onFilter}
        hidden={hidden}
        onHidden={setHidden}
        onDown={() => grid.current?.focus()}
        problem={info?.problem ?? ''}
        onFix={info && info.count > 0 ? setFixing : null}
        onAssertions={info && info.count > 0 ? () => void copyAssertions() : null}
        count={info ? `${countWords(info.count)} of ${plural(info.total, 'URL')}` : ''}
      />
      <div className="under" ref={under}>
        {failed && <Problem text={`The list could not be read: ${failed}`} retry={again} />}
        {info && info.count > mostRows && (
          <p className="muted note">The first {countWords(mostRows)} rows are shown. Narrow the filter to reach the others.</p>
        )}
        {empty ? (
          <Empty total={info.total} filter={nav.filter} clear={() => go({ do: 'filter', filter: '' })} />
        ) : (
          <VirtualGrid
            label="URLs"
            testId="url-grid"
            columns={columns}
            count={Math.min(info?.count ?? 0, mostRows)}
            rowAt={rowAt}
            onRange={list.onRange}
            selected={selected}
            onSelect={select}
            onOpen={open}
            onCopy={copy}
            sort={sorting}
            onSort={sortBy}
            onResize={(key, width) => setWidths(old => ({ ...old, [key]: width }))}
            handle={grid}
          />
        )}
      </div>
      {fixing && (
        <Modal
          title={`${fixing === 'free' ? 'Free' : 'Block'} ${plural(info?.count ?? 0, 'listed URL')} in robots.txt`}
          onClose={() => setFixing(null)}
        >
          <div className="fix-dialog">
            <FixProposal asked={{ goal: fixing, filter: nav.filter }} onDone={() => setFixing(null)} />
          </div>
        </Modal>
      )}
    </div>
  );
}

function Empty({ total, filter, clear }: { readonly total: number; readonly filter: string; readonly clear: () => void }) {
  if (filter === '')
    return (
      <div className="empty" tabIndex={-1}>
        No URL yet. They appear here as soon as the crawl sees them.
      </div>
    );
  return (
    <div className="empty" tabIndex={-1}>
      <p>
        None of {plural(total, 'URL')} matches <Foreign text={filter} />.
      </p>
      <button type="button" className="btn" onClick={clear}>
        Show all URLs
      </button>
    </div>
  );
}
