"""URLs as the WHATWG URL Standard resolves and writes them, and hexadecimal digits of escapes in upper case (RFC 3986, 6.2.2.1).
Only what audits need; written from the texts of the standards."""

import re

SPECIAL = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}
SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):", re.S)
CONTROL = {chr(c) for c in range(0x21)}
PATH_SET = set(' "#<>?`{}^')
QUERY_SET = set(" \"#<>'")
FORBIDDEN_HOST = set("\0\t\n\r #/:<>?@[\\]^|%") | {chr(c) for c in range(0x20)} | {"\x7f"}


class Address:
    """A parsed absolute URL. `path` is a string; `query` and `fragment` are None when absent."""

    def __init__(self, scheme, host, port, path, query, fragment):
        self.scheme, self.host, self.port = scheme, host, port
        self.path, self.query, self.fragment = path, query, fragment

    @property
    def origin(self):
        port = "" if self.port is None else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"

    def text(self, fragment=False):
        """The URL written out, by default without its fragment."""
        where = self.origin if self.host is not None else f"{self.scheme}:"
        query = "" if self.query is None else f"?{self.query}"
        end = f"#{self.fragment}" if fragment and self.fragment is not None else ""
        return f"{where}{self.path}{query}{end}"


def escape(text, unsafe):
    out = []
    for byte in text.encode("utf-8", "surrogatepass"):
        char = chr(byte)
        out.append(f"%{byte:02X}" if byte < 0x20 or byte > 0x7E or char in unsafe else char)
    return re.sub("%[0-9a-fA-F]{2}", lambda m: m[0].upper(), "".join(out))


def ipv4(host):
    """The IPv4 address a host of digits stands for; None: no such host; False: a wrong one."""
    parts = host.split(".")
    if parts[-1] == "" and len(parts) > 1:
        parts.pop()
    last = parts[-1]
    if not (last.isdigit() and last.isascii()) and not re.fullmatch(r"0[xX][0-9A-Fa-f]*", last):
        return None
    numbers = []
    for part in parts:
        try:
            if re.fullmatch(r"0[xX][0-9A-Fa-f]*", part):
                numbers.append(int(part[2:] or "0", 16))
            elif re.fullmatch(r"0[0-7]+", part):
                numbers.append(int(part, 8))
            elif re.fullmatch(r"[0-9]+", part) and not re.fullmatch(r"0[0-9]+", part):
                numbers.append(int(part))
            else:
                return False
        except ValueError:
            return False
    if len(numbers) > 4 or any(n > 255 for n in numbers[:-1]) or numbers[-1] >= 256 ** (5 - len(numbers)):
        return False
    value = numbers[-1] + sum(n << (8 * (3 - i)) for i, n in enumerate(numbers[:-1]))
    return ".".join(str(value >> s & 255) for s in (24, 16, 8, 0))


def unescape(text):
    return re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]), text.encode()).decode("utf-8", "replace")


def parse_host(host):
    """The host as it is written in a URL, or None when it cannot be a host."""
    if host.startswith("["):
        if not host.endswith("]"):
            return None
        import ipaddress
        try:
            return f"[{ipaddress.IPv6Address(host[1:-1]).compressed}]"
        except ValueError:
            return None
    host = unescape(host)
    if not host.isascii():
        try:
            host = ".".join(p if p.isascii() else p.encode("idna").decode() for p in re.split("[.\u3002\uff0e\uff61]", host))
        except UnicodeError:
            return None
    host = host.lower()
    if host == "" or any(c in FORBIDDEN_HOST for c in host):
        return None
    number = ipv4(host)
    if number is False:
        return None
    return number or host


def tidy_path(path, special):
    if special:
        path = path.replace("\\", "/")
    out, parts = [], path.split("/")
    for i, part in enumerate(parts):
        plain, last = part.lower().replace("%2e", "."), i == len(parts) - 1
        if plain == "..":
            if len(out) > 1:
                out.pop()
            if last:
                out.append("")
        elif plain == ".":
            if last:
                out.append("")
        else:
            out.append(part)
    return escape("/".join(out), PATH_SET)


def parse(text, base=None):
    """The Address of a link's text, resolved against `base` (an Address). None: it cannot be parsed."""
    text = re.sub(r"[\t\n\r]", "", text.strip("".join(CONTROL)))
    scheme = SCHEME.match(text)
    if scheme:
        name, rest = scheme[1].lower(), text[scheme.end():]
        if name in SPECIAL and not (base and base.scheme == name and not re.match(r"[/\\]{2}", rest)):
            return with_host(name, rest.lstrip("/\\"))
        if name not in SPECIAL:
            rest, fragment = cut(rest, "#")
            rest, query = cut(rest, "?")
            return Address(name, None, None, rest, query, fragment)
        text = rest
    if base is None or base.host is None:
        return None
    plain = text.replace("\\", "/")
    if re.match(r"//", re.split(r"[?#]", plain)[0]):
        return with_host(base.scheme, text.lstrip("/\\"))
    text, fragment = cut(text, "#")
    fragment = None if fragment is None else escape(fragment, set(' "<>`'))
    had_query = "?" in text
    text, query = cut(text, "?")
    query = escape(query, QUERY_SET) if had_query else None
    if text == "":
        return Address(base.scheme, base.host, base.port, base.path, query if had_query else base.query, fragment)
    path = text.replace("\\", "/")
    if not path.startswith("/"):
        path = base.path.rsplit("/", 1)[0] + "/" + path
    return Address(base.scheme, base.host, base.port, tidy_path(path, True), query, fragment)


def cut(text, at):
    head, found, tail = text.partition(at)
    return head, (tail if found else None)


def with_host(scheme, rest):
    authority = re.split(r"[/\\?#]", rest, maxsplit=1)[0]
    tail = rest[len(authority):]
    authority = authority.rsplit("@", 1)[-1]
    port = None
    found = re.search(r":([^:\]]*)$", authority)
    if found:
        authority = authority[:found.start()]
        if found[1] != "":
            if not re.fullmatch("[0-9]+", found[1]) or int(found[1]) > 65535:
                return None
            port = int(found[1])
    host = parse_host(authority)
    if host is None:
        return None
    if port == SPECIAL[scheme]:
        port = None
    tail, fragment = cut(tail, "#")
    tail, query = cut(tail, "?")
    path = tidy_path(tail or "/", True)
    return Address(scheme, host, port, path, None if query is None else escape(query, QUERY_SET),
                   None if fragment is None else escape(fragment, set(' "<>`')))
