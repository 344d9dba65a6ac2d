/** Ours: names of parameters that tell where a visitor came from. */
const TRACKING =
  /^(utm_\w{1,40}|gclid|fbclid|msclkid|mc_cid|mc_eid|_ga|_gl|ref|source|campaign|affiliate|aff_?id|trk\w{0,20}|track\w{0,20})$/i;

/** Whether the query of a URL has a parameter that tells where a visitor came from. */
export function hasTrackingCode(url: string): boolean {
  const at = url.indexOf('?');
  if (at < 0) return false;
  const query = url.slice(at + 1).split('#', 1)[0] ?? '';
  return query.split('&', 100).some(pair => TRACKING.test(pair.split('=', 1)[0] ?? ''));
}
