// The site that is crawled while the window is measured. It runs in a separate process of the lowest priority,
// because a real site runs on another machine. window.mjs starts it with its port. It replies to every message with
// the number of pages served.
import { createServer } from 'node:http';
import { setPriority } from 'node:os';

/** Writes a list of links, so that a rendered page has more than its source. */
const listScript = `for (let at = 0; at < 200; at++) {
  const item = document.querySelector('ul').appendChild(document.createElement('li')).appendChild(document.createElement('a'));
  item.href = '/made/' + at;
  item.textContent = 'Made by a script ' + at;
}`;

/** Every page links to ten others, some of them new. */
let served = 0;
const server = createServer((request, response) => {
  served++;
  if (request.url === '/robots.txt') {
    response.end('User-agent: *\nDisallow: /private/\n');
    return;
  }
  if (request.url === '/list.js') {
    response.setHeader('content-type', 'text/javascript');
    response.end(listScript);
    return;
  }
  const links = Array.from({ length: 10 }, (_, at) => `<a href="/new/${served % 5_000}/${at * served}">${at}</a>`).join(' ');
  response.setHeader('content-type', 'text/html');
  response.end(
    `<!doctype html><title>Page ${served}</title><h1>Page</h1><p>${'Words and words. '.repeat(60)}${links}<ul></ul><script src=/list.js></script>`,
  );
});
setPriority(10);
process.on('message', () => process.send?.(served));
process.on('disconnect', () => process.exit(0));
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.(0));
