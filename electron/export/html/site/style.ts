/** The style of the report on a crawl, after that of every report. */
export const siteStyle = `
:root{--blue:#2f6fb5;--ok:#2f8f57;--alarm:#c5483f;--amber:#c68a1a;--calm:#9aa5b0}
@media (prefers-color-scheme:dark){:root{--blue:#5b9ee0;--ok:#4fae78;--alarm:#e0736b;--amber:#d6a340;--calm:#5c6873}}
.cover{max-width:1020px;margin:0 auto;padding:40px 28px 8px}
.cover .title{margin:4px 0 16px;font-size:34px;line-height:1.2;font-weight:600;overflow-wrap:anywhere}
.cover .logo{display:block;max-width:280px;max-height:110px;margin-bottom:28px}
.cover .notes{margin-top:20px;padding:4px 16px;border-left:3px solid var(--line)}
.cover .notes p{white-space:pre-line}
.cover+header.top{padding-top:8px}
.cover+header.top h1,.cover+header.top .kind{display:none}
.figure{font-size:28px;font-weight:600;line-height:1.2}
.finding{margin:0 0 18px;padding-bottom:10px;border-bottom:1px solid var(--line)}
.finding .facts{color:var(--soft)}
.evidence{color:var(--soft);overflow-wrap:anywhere}
.evidence code{color:var(--ink)}
td .id{font-size:11.5px}
.annex td:first-child,.annex th:first-child{width:46%}
.annex ol{font-size:12px;color:var(--soft)}
.chart{margin:0 0 22px}
svg{display:block;max-width:100%;height:auto;margin:4px 0}
svg text{font:12px system-ui,"Segoe UI",Roboto,Ubuntu,Cantarell,sans-serif;fill:var(--ink)}
svg .value{fill:var(--soft)}
svg .axis{stroke:var(--line)}
svg .good{fill:var(--ok)}svg .bad{fill:var(--alarm)}svg .warn{fill:var(--amber)}svg .calm{fill:var(--calm)}svg .blue{fill:var(--blue)}
.key{color:var(--soft)}
.swatch{display:inline-block;width:11px;height:11px;margin:0 5px 0 10px;border-radius:2px}
.swatch:first-child{margin-left:0}
.swatch.good{background:var(--ok)}.swatch.bad{background:var(--alarm)}.swatch.warn{background:var(--amber)}.swatch.calm{background:var(--calm)}
@media (min-width:1000px){.chart{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);column-gap:32px;align-items:start}.chart h3,.chart .key,.chart>table:nth-child(n+4){grid-column:1/-1}}
@media print{:root{--blue:#2f6fb5;--ok:#2f8f57;--alarm:#c5483f;--amber:#c68a1a;--calm:#9aa5b0}
.cover{max-width:none;padding:30mm 0 0;break-after:page}
.cover+header.top nav{display:block}
.cover+header.top{padding-top:0}
.cover+header.top nav::before{content:"Contents";display:block;font-size:16px;font-weight:600}
.cover+header.top nav ul{display:block;list-style:decimal;padding-left:30px}
a{text-decoration:none}
section:has(>h2#findings),section:has(>h2#figures),section:has(>h2#checks){break-before:page}
section:has(>h2#findings)>h2,section:has(>h2#figures)>h2,section:has(>h2#checks)>h2{margin-top:0;padding-top:0;border-top:0}
th,th.end{white-space:normal;overflow-wrap:normal}
.finding h3,.finding .facts,.finding .soft,.chart h3{break-after:avoid}
.finding h3,.finding .facts,section>p{break-inside:avoid}
.chart{display:block;break-inside:avoid-page}
svg,.swatch{print-color-adjust:exact}
svg{max-width:150mm}
tr,li{break-inside:avoid}li:first-child{break-after:avoid}li:last-child{break-before:avoid}
thead,caption{break-after:avoid}tbody tr:first-child,tbody tr:nth-child(2),tbody tr:last-child{break-before:avoid}
td,.annex ol{font-size:8.5pt}td .id{font-size:7.5pt}th,td{padding-top:2px;padding-bottom:2px}}
`;

/** A string of a style sheet: every character but letters and digits as its code point (CSS Syntax Level 3, section 4.3.7). */
const cssString = (text: string): string =>
  `"${[...text]
    .map(each => (/[A-Za-z0-9 ]/.test(each) ? each : `\\${(each.codePointAt(0) ?? 0xfffd).toString(16)} `))
    .join('')}"`;

/** A running header and footer on paper, for browsers with page margin boxes (CSS Paged Media Level 3, section 4). */
export const printedPages = (title: string): string => `
@page{margin:20mm 14mm 18mm;@top-left{content:${cssString(title)};font:8pt system-ui,sans-serif;color:#444}@bottom-right{content:counter(page) " / " counter(pages);font:8pt system-ui,sans-serif;color:#444}}
@page:first{@top-left{content:""}@bottom-right{content:""}}
`;
