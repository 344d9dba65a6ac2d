import { originOf, registrableDomain } from '../url/authority.ts';

const isAddress = /^[\d.]+$|^\[/;

/**
 * The other addresses under which a site may respond: http and https, with and without www where the host is a
 * registrable domain or www before one. None for an address with a port, an IP address or a name without a dot: users
 * do not type variants of them.
 *
 * @param key an origin, such as 'https://example.com'
 * @returns origins, without the given one
 */
export function variantsOf(key: string): readonly string[] {
  const origin = originOf(key);
  if (origin === null || new URL(key).port !== '' || isAddress.test(origin.host) || !origin.host.includes('.')) return [];
  const bare = origin.host.replace(/^www\./, '');
  const hosts = bare === registrableDomain(bare) ? [bare, `www.${bare}`] : [origin.host];
  return hosts.flatMap(host => [`https://${host}`, `http://${host}`]).filter(each => each !== origin.key);
}
