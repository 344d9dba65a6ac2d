import { append } from '#shared/lists.ts';
import { type LastmodSource, leftOutWords, type SitemapMade } from '#shared/model/sitemap-make.ts';
import { printable } from '../../export/text-width.ts';

/** Files that are named one by one. */
const mostFiles = 20;

const number = (value: number): string => value.toLocaleString('en-US');
const counted = (value: number, one: string): string => `${number(value)} ${one}${value === 1 ? '' : 's'}`;

interface Wanted {
  readonly lastmod: LastmodSource;
  readonly images: boolean;
  readonly hreflang: boolean;
}

/** What was written, what was left out and why, and the line for robots.txt. */
export function madeText(made: SitemapMade, wanted: Wanted): string {
  const { files, url, internal, listed, leftOut, stale } = made;
  const lines = files.slice(0, mostFiles).map(({ name, kind, entries, bytes, packedBytes }) => {
    const packed = packedBytes === bytes ? '' : `, ${number(packedBytes)} with gzip`;
    return `${name}: ${counted(entries, kind === 'index' ? 'file' : 'URL')}, ${number(bytes)} bytes${packed}`;
  });
  if (files.length > mostFiles) lines.push(`and ${number(files.length - mostFiles)} more files`);
  lines.push(`${number(listed)} of ${counted(internal, 'internal URL')} listed, ${number(internal - listed)} left out`);
  for (const { reason, count } of leftOut) lines.push(`  ${number(count)} of ${number(internal)}: ${leftOutWords[reason]}`);
  if (files.length > 0) append(lines, [...detailLines(made, wanted), `For robots.txt: Sitemap: ${url}`]);
  if (stale.length > 0) {
    const named = `${stale.slice(0, 3).join(', ')}${stale.length > 3 ? ', …' : ''}`;
    lines.push(`Not listed any more, from an earlier run: ${counted(stale.length, 'file')} (${named})`);
  }
  return lines.map(line => `${printable(line)}\n`).join('');
}

function detailLines({ listed, lastmod, images, alternates }: SitemapMade, wanted: Wanted): string[] {
  const lines: string[] = [];
  if (wanted.lastmod !== 'none') {
    const { written, missing, bad, future, ofResponse } = lastmod;
    const reasons = [
      [missing, wanted.lastmod === 'header' ? 'have no Last-Modified' : 'state no date'],
      [ofResponse, 'have the time of the response'],
      [future, 'have a date in the future'],
      [bad, 'have no usable date'],
    ] as const;
    const rest = reasons.filter(([count]) => count > 0).map(([count, why]) => `${number(count)} ${why}`);
    lines.push(`lastmod: ${number(written)} of ${counted(listed, 'URL')}${rest.length === 0 ? '' : `; ${rest.join(', ')}`}`);
  }
  if (wanted.images)
    lines.push(
      `images: ${number(images.written)} of ${number(images.written + images.leftOut)}${images.leftOut === 0 ? '' : `; ${number(images.leftOut)} are blocked, errors, or beyond 1,000 on a page`}`,
    );
  if (wanted.hreflang)
    lines.push(
      `hreflang links: ${number(alternates.written)} of ${number(alternates.written + alternates.leftOut)}${alternates.leftOut === 0 ? '' : `; ${number(alternates.leftOut)} are not returned, lead to a page that is not listed, have a bad code, or are in a set without the page itself`}`,
    );
  return lines;
}
