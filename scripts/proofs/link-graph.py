#!/usr/bin/env python3
"""Link scores, distances and dominators by networkx, from an unpacked crawl file and from the GraphML that Crawlscope wrote.

link-graph.py COPY.db GRAPH.graphml DOMINATORS.jsonl: exit code 1 where one of them differs.
"""
import json
import math
import re
import sqlite3
import sys

import networkx as nx

STEPS = ('a', 'area', 'frame', 'iframe', 'refresh')
HTML = ('text/html', 'application/xhtml+xml')


def read(path):
    db = sqlite3.connect(path)
    urls = {}
    for row in db.execute(
        "SELECT id, url, class, state, status, content_type, reason, redirect_id, canonical_id, directives, check_result, via FROM url"
    ):
        names = ('id', 'url', 'class', 'state', 'status', 'type', 'reason', 'redirect', 'canonical', 'directives', 'check', 'via')
        urls[row[0]] = dict(zip(names, row))
    links = db.execute('SELECT from_id, to_id, k.name, rel FROM link JOIN link_kind k ON k.id = link.kind').fetchall()
    return urls, links


def is_internal(url):
    return url['class'] == 'page' or (url['class'] == 'resource' and url['check'] is None and url['status'] is not None)


def is_page(url):
    return (
        url['class'] == 'page' and url['state'] == 'done' and url['redirect'] is None and url['status'] is not None
        and 200 <= url['status'] < 300 and (url['type'] or '') in HTML and not url['reason'].startswith('challenge')
    )


def stands_for(urls):
    """By id: the end of its redirects and canonicals; the URL itself where they loop."""
    follow = nx.DiGraph()
    follow.add_nodes_from(urls)
    for id_, url in urls.items():
        if not is_internal(url):
            continue
        if url['redirect'] is not None:
            if url['redirect'] in urls and is_internal(urls[url['redirect']]) and url['redirect'] != id_:
                follow.add_edge(id_, url['redirect'])
        elif url['canonical'] not in (None, id_) and url['canonical'] in urls and is_page(urls[url['canonical']]):
            follow.add_edge(id_, url['canonical'])
    looping = {node for part in nx.strongly_connected_components(follow) if len(part) > 1 for node in part}
    ends = {}
    for id_ in urls:
        way = [id_]
        while (following := next(follow.successors(way[-1]), None)) is not None and way[-1] not in looping:
            way.append(following)
        ends[id_] = id_ if way[-1] in looping else way[-1]
    return ends


def scores(urls, links):
    ends = stands_for(urls)
    graph = nx.DiGraph()
    graph.add_nodes_from(id_ for id_, url in urls.items() if is_internal(url) and ends[id_] == id_)
    for source, target, kind, rel in links:
        if kind not in ('a', 'area') or 'nofollow' in (rel or '').split() or target not in urls:
            continue
        if source not in graph or (urls[source]['directives'] or 0) & 2:
            continue
        end = ends[target]
        if end in graph and end != source:
            graph.add_edge(source, end)
    return nx.pagerank(graph, alpha=0.85, tol=1e-13, max_iter=1000), graph


def main(copy, graphml, dominators):
    urls, links = read(copy)
    by_url = {url['url']: id_ for id_, url in urls.items()}
    shown = nx.read_graphml(graphml)
    nodes = {by_url[data['url']]: data for _, data in shown.nodes(data=True)}
    faults = []

    ranks, graph = scores(urls, links)
    error = sum(abs(rank - nodes[id_].get('rank', 0)) for id_, rank in ranks.items())
    scored = sum('rank' in data for data in nodes.values())
    if error > 1e-7 or scored != len(ranks):
        faults.append(f'scores: {scored} for {len(ranks)} URLs, sum of differences {error}')
    lowest, highest = min(ranks.values()), max(ranks.values())
    for id_, rank in ranks.items():
        wanted = 100 if highest == lowest else 100 * math.log(rank / lowest) / math.log(highest / lowest)
        if abs(wanted - nodes[id_]['score']) > 0.06:
            faults.append(f"score of {urls[id_]['url']}: {nodes[id_]['score']}, not {wanted}")

    walk = nx.DiGraph()
    walk.add_nodes_from(urls)
    walk.add_edges_from((a, b) for a, b, kind, _ in links if kind in STEPS and b in urls)
    walk.add_edges_from((id_, url['redirect']) for id_, url in urls.items() if url['redirect'] in urls)
    seeds = [id_ for id_, url in urls.items() if url['via'] == 'seed']
    walk.add_edges_from(('root', seed) for seed in seeds)
    depths = {id_: depth - 1 for id_, depth in nx.single_source_shortest_path_length(walk, 'root').items() if id_ != 'root'}
    for id_, data in nodes.items():
        if data.get('depth') != depths.get(id_):
            faults.append(f"depth of {urls[id_]['url']}: {data.get('depth')}, not {depths.get(id_)}")

    nearest = nx.immediate_dominators(walk, 'root')
    behind = dict.fromkeys(nearest, 0)
    for id_ in (each for each in nearest if each != 'root'):
        above = nearest[id_]
        while above != 'root':
            behind[above] += 1
            above = nearest[above]
    found = {}
    with open(dominators, encoding='utf-8') as lines:
        for line in lines:
            row = json.loads(line)
            found[by_url[row['url']]] = row
    for id_, count in behind.items():
        if id_ == 'root' or count == 0:
            continue
        row = found.pop(id_, None)
        above = None if nearest[id_] == 'root' else urls[nearest[id_]]['url']
        if row is None or row['behind'] != count or row['nearest'] != above:
            faults.append(f"dominators of {urls[id_]['url']}: {row}, not {count} behind {above}")
    faults += [f'{row["url"]} dominates nothing' for row in found.values()]

    print(
        f'{len(urls)} URLs, {walk.number_of_edges()} steps, {graph.number_of_edges()} links of {len(ranks)} URLs with a score: '
        f'sum of differences {error:.1e}; {len(depths)} depths; {sum(count > 0 for count in behind.values()) - 1} dominators: '
        + (f'{len(faults)} differ' if faults else 'all equal')
    )
    for fault in faults[:20]:
        print('  ' + re.sub(r'\s+', ' ', fault))
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
