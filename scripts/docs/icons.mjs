// Draws the application's icon and writes it in every format the packages need: node scripts/docs/icons.mjs
// A lens over a small link graph. Plain Node: shapes are signed distances, the PNG encoder is zlib and a checksum.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

const OUT = join(import.meta.dirname, '../../resources');
const TOP = [38, 62, 104];
const BOTTOM = [16, 27, 52];
const GLASS = [226, 238, 248];
const EDGE = [128, 158, 196];
const NODE = [98, 200, 220];
const FOUND = [246, 176, 66];

// Coordinates in a 512 × 512 square.
const LENS = { x: 222, y: 222, r: 132, w: 26 };
const HANDLE = { from: [322, 322], to: [404, 404], w: 46 };
const LINKS = [
  [
    [222, 150],
    [160, 262],
  ],
  [
    [222, 150],
    [284, 262],
  ],
  [
    [160, 262],
    [284, 262],
  ],
];
const NODES = [
  [222, 150, 27, NODE],
  [160, 262, 27, NODE],
  [284, 262, 33, FOUND],
];

const segment = (x, y, [ax, ay], [bx, by]) => {
  const t = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)));
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
};
const plate = (x, y) => {
  const [dx, dy] = [Math.abs(x - 256) - 240 + 104, Math.abs(y - 256) - 240 + 104];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - 104;
};

/** The layers at a point, bottom first: `[signed distance, colour]`. */
const layers = (x, y) => [
  [plate(x, y), TOP.map((c, i) => c + ((BOTTOM[i] - c) * y) / 512)],
  ...LINKS.map(([a, b]) => [segment(x, y, a, b) - 8, EDGE]),
  ...NODES.map(([cx, cy, r, colour]) => [Math.hypot(x - cx, y - cy) - r, colour]),
  [segment(x, y, HANDLE.from, HANDLE.to) - HANDLE.w / 2, GLASS],
  [Math.abs(Math.hypot(x - LENS.x, y - LENS.y) - LENS.r) - LENS.w / 2, GLASS],
];

/** RGBA pixels of the icon at a size; a shape's edge is one pixel wide. */
function draw(size) {
  const pixels = Buffer.alloc(size * size * 4);
  const scale = 512 / size;
  for (let py = 0; py < size; py++) {
    for (let px = 0; px < size; px++) {
      let [colour, alpha] = [[0, 0, 0], 0];
      for (const [distance, paint] of layers((px + 0.5) * scale, (py + 0.5) * scale)) {
        const cover = Math.max(0, Math.min(1, 0.5 - distance / scale));
        if (cover === 0) continue;
        const sum = cover + alpha * (1 - cover);
        colour = colour.map((c, i) => (paint[i] * cover + c * alpha * (1 - cover)) / sum);
        alpha = sum;
      }
      pixels.set([...colour.map(Math.round), Math.round(alpha * 255)], (py * size + px) * 4);
    }
  }
  return pixels;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function png(size) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const pixels = draw(size);
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y++) pixels.copy(rows, y * (size * 4 + 1) + 1, y * size * 4, (y + 1) * size * 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(([size, data], i) => {
    const at = 6 + 16 * i;
    head.set([size % 256, size % 256, 0, 0, 1, 0, 32, 0], at);
    head.writeUInt32LE(data.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += data.length;
  });
  return Buffer.concat([head, ...images.map(([, data]) => data)]);
}

function icns(entries) {
  const parts = entries.map(([type, data]) => {
    const frame = Buffer.alloc(8);
    frame.write(type, 'latin1');
    frame.writeUInt32BE(data.length + 8, 4);
    return Buffer.concat([frame, data]);
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

const hex = colour => `#${colour.map(c => c.toString(16).padStart(2, '0')).join('')}`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
<title>Crawlscope</title>
<linearGradient id="g" x2="0" y2="1"><stop stop-color="${hex(TOP)}"/><stop offset="1" stop-color="${hex(BOTTOM)}"/></linearGradient>
<rect x="16" y="16" width="480" height="480" rx="104" fill="url(#g)"/>
<path d="${LINKS.map(([a, b]) => `M${a} ${b}`).join('')}" stroke="${hex(EDGE)}" stroke-width="16" stroke-linecap="round"/>
${NODES.map(([x, y, r, c]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${hex(c)}"/>`).join('\n')}
<path d="M${HANDLE.from} ${HANDLE.to}" stroke="${hex(GLASS)}" stroke-width="${HANDLE.w}" stroke-linecap="round"/>
<circle cx="${LENS.x}" cy="${LENS.y}" r="${LENS.r}" fill="none" stroke="${hex(GLASS)}" stroke-width="${LENS.w}"/>
</svg>
`;

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const images = new Map([...SIZES, 1024].map(size => [size, png(size)]));
mkdirSync(join(OUT, 'icons'), { recursive: true });
for (const size of SIZES) writeFileSync(join(OUT, `icons/${size}x${size}.png`), images.get(size));
writeFileSync(join(OUT, 'icon.png'), images.get(512));
writeFileSync(join(OUT, 'icon.svg'), svg);
writeFileSync(join(OUT, 'icon.ico'), ico([16, 24, 32, 48, 64, 256].map(size => [size, images.get(size)])));
const APPLE = {
  icp4: 16,
  icp5: 32,
  icp6: 64,
  ic07: 128,
  ic08: 256,
  ic09: 512,
  ic10: 1024,
  ic11: 32,
  ic12: 64,
  ic13: 256,
  ic14: 512,
};
writeFileSync(join(OUT, 'icon.icns'), icns(Object.entries(APPLE).map(([type, size]) => [type, images.get(size)])));
