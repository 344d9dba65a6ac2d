"""An https site with AMP pages, mixed content, cookies, and hosts whose certificates, versions of TLS or variants are at fault.

  secure_site.py plan OUT     writes OUT/hosts, OUT/certificates, OUT/seeds
  secure_site.py serve OUT    serves on ports 80 and 443 of the hosts
"""
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

OUT = Path(sys.argv[2])
BOILER = ('<script async src="https://cdn.ampproject.org/v0.js"></script><style amp-boilerplate>body{animation:none}</style>'
          '<noscript><style amp-boilerplate>body{animation:none}</style></noscript>')
VIEW = '<meta name=viewport content="width=device-width">'
WORDS = ' '.join(f'word{n}' for n in range(60))

# name: days of the certificate, names in it, newest version of TLS, whether www exists
HOSTS = {
    'shop.example.com': (200, 'DNS:shop.example.com,DNS:www.shop.example.com', None, True),
    'open.example.com': (10, 'DNS:open.example.com,DNS:www.open.example.com', None, True),
    'wrong.example.com': (200, 'DNS:another.example.com', None, False),
    'edge.example.com': (31, 'DNS:edge.example.com', 'TLSv1_2', False),
    'ancient.example.com': (200, 'DNS:ancient.example.com', 'TLSv1_1', False),
}


def page(head='', body='', html='<html lang=en>', title='Page'):
    return f'<!doctype html>{html}<head><meta charset="utf-8"><title>{title}</title>{VIEW}{head}</head><body><h1>{title}</h1>{body}</body></html>'


def amp(canonical, head='', html='<html amp lang=en>', body='', start='<!doctype html>', charset='<meta charset="utf-8">', view=VIEW, boiler=BOILER):
    link = f'<link rel=canonical href="{canonical}">' if canonical else ''
    return f'{start}{html}<head>{charset}<title>AMP</title>{view}{link}{boiler}{head}</head><body><h1>AMP</h1>{body}</body></html>'


def links(*paths):
    return ''.join(f'<p><a href="{p}">{p}</a></p>' for p in paths)


SHOP, OPEN = 'https://shop.example.com', 'https://open.example.com'
named = {
    'fine': '/amp/fine', 'back': '/amp/back', 'gone': '/amp/gone', 'moved': '/amp/moved', 'plain': '/amp/plain', 'hidden': '/amp/hidden',
    'blocked': '/amp/blocked', 'lonely': '/amp/lonely', 'loose': '/amp/loose', 'silent': 'https://silent.example.com/amp',
    'header': '/amp/header',
}
HSTS = {'Strict-Transport-Security': 'max-age=31536000'}
# (host, path) → (status, headers, body)
SITE = {
    (SHOP, '/robots.txt'): (200, {'Content-Type': 'text/plain'}, 'User-agent: *\nDisallow: /amp/blocked\n'),
    (SHOP, '/'): (200, HSTS, page('<meta property="og:image" content="/share.png">', links(*[f'/{n}' for n in named], '/amp/solo', '/amp/shell', '/card', '/nohsts', '/shorthsts', '/mixed', '/cookie', '/form', '/down'))),
    **{(SHOP, f'/{n}'): (200, HSTS, page(f'<link rel=amphtml href="{to}">', title=n)) for n, to in named.items()},
    (SHOP, '/amp/fine'): (200, HSTS, amp('/fine')),
    (SHOP, '/amp/back'): (200, HSTS, amp('/fine')),
    (SHOP, '/amp/moved'): (301, {'Location': '/amp/fine'}, ''),
    (SHOP, '/amp/plain'): (200, HSTS, amp('/plain', html='<html lang=en>')),
    (SHOP, '/amp/hidden'): (200, HSTS, amp('/hidden', '<meta name=robots content=noindex>')),
    (SHOP, '/amp/blocked'): (200, HSTS, amp('/blocked')),
    (SHOP, '/amp/lonely'): (200, HSTS, amp('', html='<html ⚡ lang=en>')),
    (SHOP, '/amp/loose'): (200, HSTS, amp('/loose', '<script>alert(1)</script>', boiler='', body='<object data="/x"></object>')),
    (SHOP, '/amp/header'): (200, {**HSTS, 'Link': '</header>; rel="canonical"', 'X-Robots-Tag': 'noindex'}, amp('')),
    (SHOP, '/amp/solo'): (200, HSTS, amp('/amp/solo', '<script type="application/ld+json">{}</script>', html='<html ⚡>')),
    (SHOP, '/amp/shell'): (200, HSTS, amp('/amp/shell', start='', charset='<meta charset="iso-8859-1">', view='<meta name=viewport content="initial-scale=1">')),
    (SHOP, '/card'): (200, HSTS, page('<meta property="og:image" content="https://shop.example.com/missing.png">')),
    (SHOP, '/share.png'): (200, {'Content-Type': 'image/png', 'Content-Length': '4'}, 'PNG!'),
    (SHOP, '/favicon.ico'): (200, {'Content-Type': 'image/x-icon'}, 'icon'),
    (SHOP, '/llms.txt'): (200, {'Content-Type': 'text/plain'}, '# Shop\n\nText.\n'),
    (SHOP, '/nohsts'): (200, {}, page()),
    (SHOP, '/shorthsts'): (200, {'Strict-Transport-Security': 'max-age=600'}, page()),
    (SHOP, '/mixed'): (200, HSTS, page('<script src="http://shop.example.com/a.js"></script><link rel=stylesheet href="/ok.css">',
                                      '<img src="http://shop.example.com/b.png" alt=b><a href="http://shop.example.com/fine">x</a>')),
    (SHOP, '/cookie'): (200, {**HSTS, 'Set-Cookie': 'a=1; HttpOnly'}, page()),
    (SHOP, '/form'): (200, HSTS, page(body='<form action="http://shop.example.com/send"><input aria-label=a></form>')),
    (SHOP, '/down'): (302, {'Location': 'http://shop.example.com/fine'}, ''),
    (OPEN, '/robots.txt'): (200, {'Content-Type': 'text/plain'}, 'User-agent: *\nDisallow:\n'),
    (OPEN, '/'): (200, {}, page(body=links('/soft', '/real'))),
    (OPEN, '/real'): (200, {}, page(body=f'<p>{WORDS}</p>', title='A real page')),
    (OPEN, '/soft'): (200, {}, page(body='<p>Nothing here, dear visitor, so look elsewhere for the thing that you seek today.</p>', title='Oops')),
    (OPEN, '/llms.txt'): (200, {}, page(title='Not text')),
}
NONSENSE = (200, {}, SITE[(OPEN, '/soft')][2])


def answer(secure, host, path, agent):
    """(status, headers, body) of one request."""
    bare = host.removeprefix('www.')
    if bare == 'shop.example.com':
        if not secure or host != bare:
            return 301, {'Location': f'https://{bare}{path}'}, ''
        return SITE.get((SHOP, path), (404, {}, page(title='Not found')))
    if bare == 'open.example.com':
        if path == '/robots.txt' and not secure:
            return 200, {'Content-Type': 'text/plain'}, 'User-agent: *\nDisallow: /old\n'
        if path == '/real' and 'iPhone' in agent or path == '/real' and 'Android' in agent:
            return 200, {}, page(title='A real page')
        if path == '/favicon.ico':
            return 404, {}, ''
        return SITE.get((OPEN, path), NONSENSE)
    return (200, {}, page(title=host)) if path == '/' else (404, {}, '')


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_GET(self):
        secure = isinstance(self.connection, ssl.SSLSocket)
        host = (self.headers.get('Host') or '').split(':')[0]
        status, headers, body = answer(secure, host, self.path.split('?')[0], self.headers.get('User-Agent') or '')
        data = body.encode()
        self.send_response(status)
        for name, value in {'Content-Type': 'text/html; charset=utf-8', **headers, 'Content-Length': str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == 'GET':
            self.wfile.write(data)

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """A handshake that fails is part of the site."""


def serve():
    for number, (name, (_, _, newest, _)) in enumerate(HOSTS.items(), 1):
        for port in (80, 443):
            server = Server((f'44.0.0.{number}', port), Handler)
            if port == 443:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(OUT / f'{name}.pem', OUT / f'{name}.key')
                if newest == 'TLSv1_1':
                    context.set_ciphers('ALL:@SECLEVEL=0')
                    context.minimum_version = ssl.TLSVersion.TLSv1
                if newest:
                    context.maximum_version = ssl.TLSVersion[newest]
                server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
            threading.Thread(target=server.serve_forever, daemon=True).start()
    threading.Event().wait()


def plan():
    lines = ['127.0.0.1 localhost']
    for number, (name, (_, _, _, www)) in enumerate(HOSTS.items(), 1):
        lines.append(f'44.0.0.{number} {name}' + (f' www.{name}' if www else ''))
    (OUT / 'hosts').write_text('\n'.join(lines) + '\n')
    (OUT / 'certificates').write_text(''.join(f'{name} {days} {names}\n' for name, (days, names, _, _) in HOSTS.items()))
    (OUT / 'seeds').write_text(''.join(f'https://{name}/\n' for name in HOSTS))


if __name__ == '__main__':
    (plan if sys.argv[1] == 'plan' else serve)()
