import { hreflangFault } from '../../text/language-tag.ts';
import { normalizeUrl } from '../../url/normalize.ts';
import type { AlternateLink, Entry } from './entry.ts';
import { addressFault } from './entry-rules.ts';
import { type Findings, shown } from './findings.ts';

interface Target {
  readonly url: string;
  readonly line: number;
}

/** Checks hreflang links: each by itself, those of an entry together, and whether entries of the file link back. */
export class AlternateRules {
  readonly #findings: Findings;
  /** The targets of each entry that can be used, x-default apart: the page that chooses a language need not link back. */
  readonly #targets = new Map<string, Target[]>();
  /** Links between entries of the file, which can be checked for a way back. */
  pairs = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** `url`: the address of the entry in the spelling of a request, null if it cannot be used. Returns the targets that should link back. */
  add({ alternates, line }: Entry, url: string | null): readonly Target[] {
    const targets: Target[] = [];
    const byCode = new Map<string, string>();
    let leadsHome = false;
    for (const link of alternates) {
      const target = this.#link(link);
      this.#findings.next('alternates');
      if (target === null) continue;
      if (target === url) leadsHome = true;
      const code = (link.hreflang ?? '').toLowerCase();
      const other = byCode.get(code);
      if (other !== undefined && other !== target)
        this.#findings.add('hreflang-twice', link.line, `${shown(code)} leads to ${shown(other)} and to ${shown(target)}.`);
      byCode.set(code, target);
      if (target !== url && code !== 'x-default') targets.push({ url: target, line: link.line });
    }
    if (alternates.length > 0 && url !== null && !leadsHome)
      this.#findings.add('hreflang-self', line, `No hreflang link of ${shown(url)} leads to itself.`);
    // A URL that is listed twice has the links of both entries.
    if (url === null) return targets;
    const known = this.#targets.get(url);
    if (!known) this.#targets.set(url, targets);
    else for (const target of targets) known.push(target);
    return targets;
  }

  finish(): void {
    const back = new Map<string, ReadonlySet<string>>();
    for (const [url, targets] of this.#targets) {
      for (const { url: target, line } of targets) {
        const theirs = this.#targets.get(target);
        if (theirs === undefined) continue;
        this.pairs++;
        let known = back.get(target);
        if (!known) {
          known = new Set(theirs.map(each => each.url));
          back.set(target, known);
        }
        if (!known.has(url))
          this.#findings.add('hreflang-return', line, `${shown(target)} has no hreflang link back to ${shown(url)}.`);
        this.#findings.next('pairs');
      }
    }
  }

  /** The target of a link, null if it cannot be used. */
  #link({ rel, hreflang, href, line }: AlternateLink): string | null {
    if (!(rel ?? '').toLowerCase().split(/\s+/).includes('alternate') || hreflang === null || href === null) {
      const lacks = hreflang === null ? 'hreflang' : href === null ? 'href' : 'rel="alternate"';
      this.#findings.add('hreflang-form', line, `The xhtml:link has no ${lacks}.`);
      return null;
    }
    const fault = hreflangFault(hreflang);
    if (fault !== null) {
      const meant = fault.suggestion === '' ? '' : `; ${fault.suggestion} was probably meant`;
      this.#findings.add('hreflang-code', line, `“${shown(hreflang)}” is no language code${meant}.`);
    }
    const wrong = addressFault(href);
    if (wrong !== '') {
      this.#findings.add('hreflang-href', line, `The address ${wrong}.`);
      return null;
    }
    const normal = normalizeUrl(href);
    return normal.kind === 'url' ? normal.url : null;
  }
}
