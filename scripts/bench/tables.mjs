// What the benchmark prints: Markdown tables, ready for docs/performance.md.

const mib = bytes => (bytes / 1024 / 1024).toFixed(1);

function table(head, rows) {
  const lines = [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows];
  return lines.map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

export const machineLine = ({ node, cpu, cores, memory, at }) =>
  `${at.slice(0, 16).replace('T', ' ')} UTC, ${cores} × ${cpu}, ${Math.round(memory / 2 ** 30)} GiB, Node ${node}`;

export function speedTable(rows) {
  const bare = rows.find(row => row.name === 'bare undici');
  const peers = rows.filter(row => !row.name.startsWith('crawlscope') && row !== bare);
  const best = peers.toSorted((a, b) => a.cpuUsPerPage - b.cpuUsPerPage)[0];
  const times = (other, row) =>
    other && row.name.startsWith('crawlscope') ? `${(other.cpuUsPerPage / row.cpuUsPerPage).toFixed(2)}×` : '–';
  return table(
    [
      '',
      'pages',
      'CPU µs/page',
      'user',
      'system',
      'pages/s',
      'peak MiB',
      'file MiB',
      'less CPU than the best peer',
      'CPU of the bare loop',
    ],
    rows.map(row => [
      `${row.name}${row.finished ? '' : ' (not finished)'}`,
      row.pages,
      row.cpuUsPerPage,
      row.userUsPerPage,
      row.systemUsPerPage,
      row.pagesPerSecond,
      row.peakMib,
      row.fileBytes === undefined ? '–' : mib(row.fileBytes),
      times(best, row),
      bare && row !== bare ? `${(row.cpuUsPerPage / bare.cpuUsPerPage).toFixed(1)}×` : '–',
    ]),
  );
}

export function profileTable({ tier, stages, functions }) {
  const parts = table(
    [`${tier}, main thread`, 'µs/page'],
    Object.entries(stages).map(([stage, us]) => [stage, us.toFixed(1)]),
  );
  const top = table(
    ['function (with the native code it calls)', 'µs/page'],
    functions.slice(0, 25).map(([name, us]) => [`\`${name}\``, us.toFixed(1)]),
  );
  return `${parts}\n\n${top}`;
}

export function scaleTable({ urls, samples, tenths, resume, bytesPerUrl, peakMib, cpuUsPerPage, wallSeconds }) {
  const memory = table(
    ['pages', 'queued', 'known URLs', 'resident MiB', 'seconds'],
    samples.map(sample => [sample.done, sample.queued, sample.urls, sample.residentMib.toFixed(0), sample.seconds.toFixed(0)]),
  );
  const speed = table(
    ['tenth of the pages', 'pages/s', 'CPU µs/page', 'KiB written a page'],
    tenths.map((tenth, i) => [
      i + 1,
      tenth.pagesPerSecond.toFixed(0),
      tenth.cpuUsPerPage.toFixed(0),
      tenth.writtenKibPerPage.toFixed(0),
    ]),
  );
  const facts = `${urls} URLs: ${wallSeconds.toFixed(0)} s, ${cpuUsPerPage.toFixed(0)} µs CPU a page, peak ${peakMib.toFixed(0)} MiB, ${bytesPerUrl.toFixed(0)} bytes of file a URL; resuming with ${resume.queued} URLs queued sends its first request after ${resume.firstRequestMs.toFixed(0)} ms, resuming a copy, which is looked at first, after ${resume.copyFirstRequestMs.toFixed(0)} ms; Ctrl+C ends it after ${resume.stopMs.toFixed(0)} ms`;
  return `${facts}\n\n${memory}\n\n${speed}`;
}
