"""Prints what `crawlscope issues` found and what this recomputes, check by check."""

import argparse
import json
import os
import subprocess
import sys


def reported(crawl, ids, command):
    """Summary by check id, and the URLs of the hits by check id."""
    run = lambda *args: subprocess.run([*command, "issues", crawl, *args], capture_output=True, text=True, check=True, timeout=600).stdout
    summary = {row["check"]: row for row in json.loads(run("--format", "json"))}
    hits = {i: [] for i in ids}
    wanted = [a for i in ids if i in summary for a in ("--check", i)]
    for line in run("--format", "jsonl", *wanted).splitlines():
        row = json.loads(line)
        hits[row["check"]].append(row["url"])
    return summary, hits


def invariants(summary):
    """What holds for every check: hits do not exceed what was checked, and one page population adds up for all of its checks."""
    wrong = [f"{i}: {r['hits']} hits of {r['checked']} checked" for i, r in summary.items() if r["hits"] > r["checked"]]
    wrong += [f"{i}: negative or missing count" for i, r in summary.items() if min([r["hits"], r["checked"], *r["notCheckable"].values()]) < 0]
    return wrong


def main(checks, argv=None):
    """`checks`: id -> function of a Site to a dict with `hits` (set of URLs) and `checked` (number or None)."""
    from crawl_site import Site
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("crawl")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--show", type=int, default=3, help="differing URLs to print of each check")
    parser.add_argument("--cache", help="folder for the facts of pages that were read before")
    parser.add_argument("--command", default="npm run --silent crawlscope --")
    options = parser.parse_args(argv)
    site = Site(options.crawl, options.cache)
    ids = [i for i in checks if not options.only or any(i.startswith(o) for o in options.only)]
    summary, hits = reported(os.path.abspath(options.crawl), ids, options.command.split())
    equal = different = 0
    for i in ids:
        if i not in summary:
            print(f"{i}\tNOT REPORTED")
            continue
        row, own = summary[i], checks[i](site)
        unsure = own.get("unsure", set())
        theirs, mine = set(hits[i]) - unsure, own["hits"] - unsure
        same = theirs == mine and len(hits[i]) == row["hits"] and own.get("checked") in (None, row["checked"])
        equal, different = equal + same, different + (not same)
        population = row["checked"] + sum(row["notCheckable"].values())
        print(f"{i}\t{'equal' if same else 'DIFFERENT'}\thits {row['hits']}/{len(mine)}\tchecked {row['checked']}/{own.get('checked')}\tpopulation {population}" + (f"\tleft out {len(unsure)}" if unsure else ""))
        for title, urls in (("only crawlscope", theirs - mine), ("only recomputed", mine - theirs)):
            for url in sorted(urls)[: options.show]:
                print(f"    {title}: {url}")
            if len(urls) > options.show:
                print(f"    … {len(urls)} in all")
    for line in invariants(summary):
        print("INVARIANT", line)
    print(f"{equal} equal, {different} different, {len(summary)} checks reported; hits and denominators {'hold' if not invariants(summary) else 'FAIL'}")
    return 1 if different or invariants(summary) else 0


if __name__ == "__main__":
    sys.exit(2)
