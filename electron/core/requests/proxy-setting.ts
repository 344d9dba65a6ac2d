/** Why a text cannot be a proxy setting, '' if it can. Never quotes a user name or password. */
export function proxySettingProblem(text: string): string {
  const shown = text.slice(0, 300).replace(/\/\/[^/]*@/, '//…@');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && `${url.username}${url.password}` !== '')
    return `${shown}: give the user name and password as a credential instead (command line: --auth proxy:NAME).`;
  if (url !== null && url.protocol !== 'http:')
    return `“${shown}”: only HTTP proxies can be used. Write http://proxy.example:3128.`;
  const isPlain = url !== null && url.hostname !== '' && url.pathname === '/' && `${url.search}${url.hash}` === '';
  return isPlain ? '' : `“${shown}” is not a proxy. Write it like http://proxy.example:3128.`;
}
