import { answer, custom, type DemoSection, page, redirect } from './page.ts';

/** Pages about robots.txt and redirects: may a URL be fetched, and where does it lead? */

const privatePage = 'This page must never be requested: robots.txt forbids it.';

export const robotsSection: DemoSection = {
  heading: 'robots.txt',
  pages: [
    page('/private/report', 'A disallowed page', `“Disallow: /private/” covers it. ${privatePage}`),
    page(
      '/private/press/',
      'Allowed by a longer rule',
      '“Allow: /private/press/” is longer than “Disallow: /private/”, so it wins.',
    ),
    page('/robots/list?sort=price', 'A wildcard rule', `“Disallow: /*?sort=” covers it. ${privatePage}`),
    page('/robots/list?page=2', 'Beside the wildcard rule', 'Another query of the same list, which no rule matches.'),
    page('/robots/old.bak', 'A rule with $', `“Disallow: /*.bak$” covers it. ${privatePage}`),
    page('/robots/old.bak.html', 'Beside the rule with $', 'Its path goes on after .bak, so the rule with $ does not match.'),
    page('/caf%C3%A9/menu', 'A percent-encoded rule', `“Disallow: /caf%C3%A9/” matches however the é is written. ${privatePage}`),
    page('/robots/~ann/', 'An unreserved character, encoded', `“Disallow: /robots/%7Eann/” names the same path. ${privatePage}`),
    page('/robots/not-for-googlebot', 'Blocked for Googlebot only', 'Only the group for Googlebot forbids it.'),
    page(
      '/robots/star-only',
      'Blocked for * only',
      'The group for * forbids it, but a robot with a group of its own does not read that one.',
    ),
    custom(
      '/robots.txt',
      'robots.txt itself',
      'The rules themselves may always be fetched.',
      () => answer(''), // replaced by the server: it knows the origin
    ),
  ],
};

const longLast = 7;
const longRedirects = Array.from({ length: longLast - 1 }, (_, index) =>
  redirect(
    `/redirect/long-${index + 1}`,
    `Redirect ${index + 1} of a long row`,
    `More redirects in a row than the demo’s limit; “long-${longLast}” is not fetched.`,
    302,
    `/redirect/long-${index + 2}`,
    index === 0 ? 'link' : 'hidden',
  ),
);

export const redirectSection: DemoSection = {
  heading: 'Redirects',
  pages: [
    redirect('/redirect/simple', 'A permanent redirect', '301 to another page.', 301, '/redirect/target'),
    page('/redirect/target', 'The target of a redirect', 'Only a redirect leads here.', { mention: 'hidden' }),
    redirect('/redirect/chain-1', 'A chain of three', 'Three redirects, then a page.', 301, '/redirect/chain-2'),
    redirect('/redirect/chain-2', 'Second of the chain', 'The second redirect.', 302, '/redirect/chain-3', 'hidden'),
    redirect('/redirect/chain-3', 'Third of the chain', 'The third redirect.', 307, '/redirect/chain-end', 'hidden'),
    page('/redirect/chain-end', 'The end of the chain', 'Three redirects led here.', { mention: 'hidden' }),
    redirect('/redirect/loop-a', 'A redirect loop', 'It points to a page that points back.', 302, '/redirect/loop-b'),
    redirect('/redirect/loop-b', 'The other half of the loop', 'It points back.', 302, '/redirect/loop-a', 'hidden'),
    ...longRedirects,
    page(`/redirect/long-${longLast}`, 'The end of the long row', 'Nobody should come this far.', { mention: 'hidden' }),
    redirect(
      '/redirect/into-private',
      'Into a disallowed folder',
      'The target is checked like any other URL.',
      302,
      '/private/behind-a-redirect',
    ),
    page('/private/behind-a-redirect', 'Behind a redirect', privatePage, { mention: 'hidden' }),
    redirect('/redirect/elsewhere', 'To another host', 'The target is outside the scope.', 301, 'http://demo.invalid/'),
    redirect('/redirect/nowhere', 'Without a target', '302, but no Location header.', 302, ''),
  ],
};
