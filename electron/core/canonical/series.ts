/** A page of a series: the address of the series without the page number, and the number. */
export interface SeriesPage {
  readonly series: string;
  /** From 1. */
  readonly number: number;
}

/**
 * The series a URL belongs to (our rule). The page number is a parameter `page` or `p`, or the end of a path such as
 * `/page/2`. A URL without one is the first page of its own series.
 */
export function seriesOf(address: string): SeriesPage {
  const url = new URL(address);
  const parameter = /[?&](?:page|p)=(\d{1,9})(?=&|$)/.exec(url.search);
  if (parameter) {
    const rest = (url.search.slice(0, parameter.index) + url.search.slice(parameter.index + parameter[0].length)).replace(
      /^[?&]/,
      '',
    );
    return {
      series: `${url.origin}${url.pathname.replace(/\/$/, '')}${rest === '' ? '' : `?${rest}`}`,
      number: Number(parameter[1]),
    };
  }
  const path = /\/page\/(\d{1,9})\/?$/.exec(url.pathname);
  const folder = (path ? url.pathname.slice(0, path.index) : url.pathname).replace(/\/$/, '');
  return { series: `${url.origin}${folder}${url.search}`, number: path ? Number(path[1]) : 1 };
}
