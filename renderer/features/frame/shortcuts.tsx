import { Modal } from '../../ui/modal.tsx';

const keys: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Look up a URL or filter'],
  ['F1 or Ctrl Shift K', 'All commands'],
  ['Ctrl 1 … 9', 'Go to Overview, URLs, Issues, Robots, Disagreements, Sitemaps, Compare, Custom, Structure'],
  ['Ctrl Shift G', 'Go to Signals'],
  ['Ctrl F', 'Filter the URLs'],
  ['Ctrl G', 'Search the stored pages'],
  ['Ctrl Shift L', 'Query the crawl with SQL'],
  ['Ctrl Shift F', 'Build a filter from fields and values'],
  ['Ctrl I', 'Show or hide the inspector'],
  ['Alt ← Alt →', 'Back and forward in the inspector'],
  ['Esc', 'Dismiss the newest note, close a dialog or the inspector'],
  ['↑ ↓ Page Home End', 'Move in a table'],
  ['Enter', 'Inspect the selected row'],
  ['Enter or Space on a header', 'Sort by the column; press again to reverse'],
  ['Shift Enter on a header', 'Sort by the column in reverse'],
  ['← → ↓ on a header', 'Other columns, and back to the rows'],
  ['Ctrl Shift ← → on a header', 'Move the column'],
  ['Shift ← → on a header', 'Narrower, wider'],
  ['Shift ↑ ↓ Page Home End', 'Select more rows (URLs)'],
  ['Ctrl Space, Ctrl click', 'Add the row to the selection, or remove it'],
  ['Ctrl A', 'Select all rows'],
  ['Ctrl C', 'Copy the selected URL, or the selected rows'],
  ['Ctrl Shift A', 'Add the verdicts on the selected rows to the assertions'],
  ['Ctrl E', 'Export a list'],
  ['Ctrl N', 'New crawl'],
  ['Ctrl O', 'Open a crawl file'],
  ['Ctrl Shift O', 'Recent files'],
  ['Ctrl Shift D', 'Compare with another crawl'],
  ['Ctrl Shift S', 'Save as'],
  ['Ctrl Shift P', 'Crawler profiles, built-in and your own'],
  ['Ctrl W', 'Close the file'],
  ['Ctrl Enter', 'Start the crawl (in the form), run the statement (in SQL)'],
  ['?', 'Show this list'],
];

/** All keys of the window. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcuts">
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
