/** The stylesheet of every report: follows the reader's light or dark setting, prints on A4, loads nothing. */
export const style = `
:root{color-scheme:light dark;--ink:#1d2329;--soft:#5a6570;--line:#d9dee3;--page:#fff;--tint:#f4f6f8;--accent:#0b5cad;--good:#146c37;--bad:#b3261e;--warn:#7f5300;--mark:#fff0b8}
@media (prefers-color-scheme:dark){:root{--ink:#e4e8ec;--soft:#9ba6b1;--line:#343c45;--page:#14181c;--tint:#1c2228;--accent:#79b8ff;--good:#6fd08c;--bad:#ff8a80;--warn:#e6b450;--mark:#4d4215}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:14px/1.5 system-ui,"Segoe UI",Roboto,Ubuntu,Cantarell,sans-serif}
header.top,main,footer{max-width:1020px;margin:0 auto;padding:0 28px}
header.top{padding-top:32px}
.kind{margin:0;color:var(--soft);font-size:12px;letter-spacing:.06em;text-transform:uppercase}
h1{margin:2px 0 10px;font-size:22px;line-height:1.3;font-weight:600;overflow-wrap:anywhere}
h2{margin:30px 0 8px;padding-top:10px;border-top:1px solid var(--line);font-size:16px;font-weight:600}
h3{margin:18px 0 4px;font-size:14px;font-weight:600}
p{margin:6px 0;max-width:80ch;overflow-wrap:anywhere}
.lead{font-size:15px}
.soft,caption,footer{color:var(--soft)}
a{color:var(--accent)}
nav ul{display:flex;flex-wrap:wrap;gap:2px 16px;margin:12px 0 0;padding:0;list-style:none}
code,pre{font:12.5px/1.5 ui-monospace,"Cascadia Mono",Consolas,"DejaVu Sans Mono",monospace}
code{overflow-wrap:anywhere}
pre{margin:6px 0;padding:10px 12px;background:var(--tint);border:1px solid var(--line);border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere}
pre.lines{padding:6px 0}
pre.lines span.row{display:block;padding:0 12px 0 64px;text-indent:-52px}
pre.lines span.number{display:inline-block;width:40px;margin-right:12px;text-indent:0;text-align:right;color:var(--soft)}
pre.lines span.row.on{background:var(--mark)}
mark{background:var(--mark);color:inherit}
table{width:100%;margin:8px 0;border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{padding:0 0 4px;text-align:left}
th,td{padding:4px 12px 4px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{color:var(--soft);font-weight:500;font-size:12px;white-space:nowrap}
td.end,th.end{text-align:right;white-space:nowrap}
td.fit{white-space:nowrap}
td.read{min-width:24ch}
dl{display:grid;grid-template-columns:minmax(120px,190px) 1fr;gap:3px 20px;margin:8px 0}
dt{color:var(--soft)}
dd{margin:0;min-width:0;overflow-wrap:anywhere}
ol,ul{margin:6px 0;padding-left:22px}
li{margin:3px 0;overflow-wrap:anywhere}
.answers{display:grid;grid-template-columns:repeat(auto-fit,minmax(240px,1fr));gap:12px;margin:16px 0}
.answers>div{padding:10px 14px;background:var(--tint);border:1px solid var(--line);border-radius:4px}
.answers .word{font-size:17px;font-weight:600}
.yes{color:var(--good)}.no{color:var(--bad)}.open{color:var(--warn)}
.seal{margin:16px 0;padding:12px 16px;background:var(--tint);border:1px solid var(--line);border-left:4px solid currentColor;border-radius:4px;font-size:16px;font-weight:600}
.hidden{padding:0 3px;border:1px solid var(--warn);border-radius:3px;color:var(--warn);font:11px/1.2 ui-monospace,monospace;white-space:nowrap}
footer{margin-top:36px;padding-top:12px;padding-bottom:40px;border-top:1px solid var(--line);font-size:12.5px}
@page{size:A4;margin:16mm 14mm}
@media print{:root{color-scheme:light;--ink:#000;--soft:#444;--line:#bbb;--page:#fff;--tint:#f6f6f6;--accent:#000;--good:#0d5227;--bad:#8c1d18;--warn:#6b4500;--mark:#ffefb0}
body{font-size:10pt}header.top,main,footer{max-width:none;padding-left:0;padding-right:0}nav{display:none}
h2,h3{break-after:avoid;break-inside:avoid}p,dd,li{orphans:3;widows:3}tr,.answers>div,.seal{break-inside:avoid}thead{display:table-header-group}
table,pre,.answers>div,.seal,mark{print-color-adjust:exact}}
`;
