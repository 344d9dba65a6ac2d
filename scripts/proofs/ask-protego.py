"""Answers what Protego, Scrapy's matcher of robots.txt, says: one question a line, as JSON, on standard input.

Asked: {"text": a robots.txt, "questions": [[robot, URL], ...]}. Answered: [true, false or null where Protego raises an error, ...].
The first line has the version, and whether Python checks addresses in brackets. The argument is a folder with the package, if it is not installed.
"""

import json
import sys
from importlib.metadata import PackageNotFoundError, version
from urllib.parse import urlparse

if len(sys.argv) > 1:
    sys.path.insert(0, sys.argv[1])
from protego import Protego  # noqa: E402


def named_version():
    if len(sys.argv) > 1:
        return None
    try:
        return version("protego")
    except PackageNotFoundError:
        return None


def answer(robots, robot, url):
    try:
        return bool(robots.can_fetch(url, robot))
    except ValueError:
        return None


def checks_addresses():
    try:
        urlparse("//[x]/")
    except ValueError:
        return True
    return False


print(json.dumps({"version": named_version(), "checksAddresses": checks_addresses()}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    try:
        robots = Protego.parse(asked["text"])
    except ValueError:
        print(json.dumps([None] * len(asked["questions"])), flush=True)
        continue
    print(json.dumps([answer(robots, *question) for question in asked["questions"]]), flush=True)
