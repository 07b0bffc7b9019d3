// Draws the icon of the app: npm run icon  writes build/icon.svg and build/icon.png from the shapes below.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

const size = 512;

/** @typedef {{ x: number, y: number, width: number, height: number, radius: number, color: string }} Bar */

/** The three bars of the logo (20 units wide, as in the session bar of the window) on a dark square. */
const unit = 19;
const origin = (size - 20 * unit) / 2;
/** @type {Bar[]} */
const bars = [
  { x: 24, y: 24, width: 464, height: 464, radius: 104, color: '#14171c' },
  logoBar(2, 3, 16, '#b9a3ff'),
  logoBar(5, 8.5, 9, '#5fd0bf'),
  logoBar(8, 14, 10, '#6ea8fe'),
];

writeFileSync(pathOf('icon.svg'), svg());
writeFileSync(pathOf('icon.png'), png());

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {string} color
 * @returns {Bar}
 */
function logoBar(x, y, width, color) {
  const height = 3 * unit;
  return {
    x: origin + x * unit,
    y: origin + y * unit,
    width: width * unit,
    height,
    radius: height / 2,
    color,
  };
}

/** @param {string} name */
function pathOf(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}

function svg() {
  const shapes = bars.map(
    ({ x, y, width, height, radius, color }) =>
      `  <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${color}"/>\n`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">\n${shapes.join('')}</svg>\n`;
}

function png() {
  const stride = 1 + size * 4;
  const pixels = Buffer.alloc(stride * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) pixels.set(pixelAt(x + 0.5, y + 0.5), y * stride + 1 + x * 4);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8); // 8 bits a channel, RGBA
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(pixels, { level: 9 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * @param {number} x
 * @param {number} y
 */
function pixelAt(x, y) {
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (const bar of bars) {
    const cover = coverage(bar, x, y);
    if (cover === 0) continue;
    const color = Number.parseInt(bar.color.slice(1), 16);
    const total = cover + alpha * (1 - cover);
    /** @param {number} under @param {number} over */
    const mix = (under, over) => (over * cover + under * alpha * (1 - cover)) / total;
    [red, green, blue] = [mix(red, color >> 16), mix(green, (color >> 8) & 255), mix(blue, color & 255)];
    alpha = total;
  }
  return [Math.round(red), Math.round(green), Math.round(blue), Math.round(alpha * 255)];
}

/**
 * How much of the pixel around a point lies in a rounded bar, by the point's distance to its edge.
 * @param {Bar} bar
 * @param {number} x
 * @param {number} y
 */
function coverage({ x: left, y: top, width, height, radius }, x, y) {
  const dx = Math.abs(x - left - width / 2) - width / 2 + radius;
  const dy = Math.abs(y - top - height / 2) - height / 2 + radius;
  const distance = Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  return Math.min(1, Math.max(0, 0.5 - distance));
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
