/** What the market's news are about: a full moon over closed stalls, a weighbridge, crates, a cup, a gate, a tent. */
import {
  around,
  at,
  DEEP_LEAF,
  disc,
  FRESH_LEAF,
  flat,
  gleam,
  LEAF,
  leaf,
  line,
  mix,
  PALE_LEAF,
  PAPER,
  shade,
  solid,
  TURMERIC,
  veil,
} from './drawing.ts';

const WIDTH = 640;
const HEIGHT = 480;
const DAY_SKY = '#cfe3d2';
const NIGHT_SKY = '#1d3a4a';
const EARTH = '#d9c39a';
const ASPHALT = '#6d7668';
const STEEL = '#8d9a94';

/** A place under a sky: the ground begins at that height. */
function scene(sky: string, ground: string, groundAt: number, ...parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    box(0, 0, WIDTH, HEIGHT, sky),
    box(0, groundAt, WIDTH, HEIGHT - groundAt, ground),
    ...parts,
    '</svg>',
  ].join('');
}

function box(x: number, y: number, across: number, down: number, fill: string, round = 0): string {
  return `<rect x="${x}" y="${y}" width="${across}" height="${down}" rx="${round}" fill="${fill}"/>`;
}

/** A stall with a striped awning, its front closed or open; its lower left corner is the origin. */
function stall(awning: string, front: string): string {
  const stripes = [0, 1, 2, 3, 4].map((number) => {
    const x = number * 36 - 8;
    const fill = number % 2 === 0 ? awning : PAPER;
    return flat(`M${x + 6},-150 h36 l-6,56 a18,15 0 0 1 -36,0 Z`, fill);
  });
  const slats = [0, 1, 2, 3].map((number) => line(`M8,${-78 + number * 20} h156`, shade(front), 3));
  return box(4, -150, 168, 150, shade(front)) + box(8, -96, 156, 96, front) + slats.join('') + stripes.join('');
}

/** A lorry that looks to the right, standing on y = 0, its rear end at the origin. */
function lorry(load: string, cab: string): string {
  const wheel = (x: number) => disc(x, -26, 28, 28, '#2c332e') + disc(x, -26, 12, 12, '#cdd3c8');
  const window = flat('M252,-138 h38 l22,48 h-60Z', '#d8ecf0');
  const rails = [0, 1, 2, 3].map((number) => box(8 + number * 54, -150, 12, 98, shade('#9a6b3c')));
  const goods = [0, 1, 2, 3, 4, 5].map((number) => disc(32 + number * 34, -150 - (number % 2) * 10, 30, 26, load));
  return [
    ...goods,
    box(0, -132, 226, 82, '#9a6b3c'),
    ...rails,
    flat('M232,-150 h66 l34,70 v48 h-100Z', cab),
    window,
    box(-4, -52, 340, 16, '#39423b'),
    wheel(58),
    wheel(120),
    wheel(282),
  ].join('');
}

/** A crate of slats with round goods in it; its middle is the origin. */
function crate(plastic: string, goods: string): string {
  const round = [-62, -22, 20, 60].map((x, number) => disc(x, -50 - (number % 2) * 9, 30, 28, goods));
  const crowns = [-62, -22, 20, 60].map((x, number) => at(x, -72 - (number % 2) * 9, 0, 0.3, leaf(46, 22, LEAF)));
  const slots = [-26, 2, 30].map((y) => [-64, -22, 20, 62].map((x) => box(x - 16, y, 32, 12, shade(plastic), 6)));
  return [...round, ...crowns, box(-100, -44, 200, 98, plastic, 10), ...slots.flat()].join('');
}

const sun = at(0, 0, 0, 1, around(12, line('M0,-62 v-22', TURMERIC, 9)), disc(0, 0, 50, 50, TURMERIC));

function moon(): string {
  const face =
    disc(0, 0, 84, 84, '#f7e8b4') + veil(0.6, disc(-26, -20, 18, 15, '#e6cf8c'), disc(28, 22, 24, 20, '#e6cf8c'));
  const stars = [
    [70, 70],
    [150, 130],
    [236, 58],
    [330, 120],
    [580, 60],
    [604, 210],
  ].map(([x = 0, y = 0]) => disc(x, y, 3.5, 3.5, '#f7e8b4'));
  const closed = mix('#7c8a78', NIGHT_SKY, 0.35);
  return scene(
    NIGHT_SKY,
    '#162a2c',
    392,
    ...stars,
    veil(0.16, disc(452, 130, 128, 128, '#f7e8b4')),
    at(452, 130, 0, 1, face),
    at(18, 394, 0, 1.12, stall(mix(DEEP_LEAF, NIGHT_SKY, 0.25), closed)),
    at(222, 394, 0, 1.12, stall(mix(TURMERIC, NIGHT_SKY, 0.45), closed)),
    at(426, 394, 0, 1.12, stall(mix(DEEP_LEAF, NIGHT_SKY, 0.25), closed)),
  );
}

function weighbridge(): string {
  const house = box(0, -190, 110, 190, PAPER) + flat('M-16,-186 h142 l-20,-44 h-102Z', DEEP_LEAF);
  const pane = box(18, -150, 74, 58, '#9cc4c9', 4);
  const dial =
    disc(0, 0, 46, 46, STEEL) +
    disc(0, 0, 37, 37, PAPER) +
    line('M0,0 l20,-20', '#b23a2a', 6) +
    disc(0, 0, 6, 6, DEEP_LEAF);
  const marks = around(12, line('M0,-33 v6', DEEP_LEAF, 3));
  return scene(
    DAY_SKY,
    EARTH,
    366,
    veil(0.7, at(96, 92, 0, 0.7, sun)),
    at(492, 368, 0, 1, house, pane),
    box(0, 366, WIDTH, 60, ASPHALT),
    flat('M30,384 h470 l24,30 h-518Z', STEEL),
    flat('M52,390 h426 l12,16 h-450Z', shade(STEEL)),
    at(98, 398, 0, 1.06, lorry(FRESH_LEAF, TURMERIC)),
    box(460, 236, 10, 152, STEEL),
    at(465, 214, 0, 1, dial, marks),
  );
}

function crates(): string {
  return scene(
    mix(PALE_LEAF, PAPER, 0.62),
    mix(EARTH, PAPER, 0.3),
    372,
    veil(0.14, disc(320, 416, 280, 22, '#14261b')),
    at(206, 352, 0, 1, crate('#3f7fa6', '#d9412f')),
    at(430, 352, 0, 1, crate(LEAF, '#e3a72f')),
    at(318, 208, -2, 1, crate('#c9562e', '#7fae45')),
  );
}

function cup(): string {
  const gold = TURMERIC;
  const bowl = 'M-92,-150 H92 C92,-40 60,12 0,24 C-60,12 -92,-40 -92,-150Z';
  const handles = line('M-88,-128 C-156,-132 -148,-34 -64,-28 M88,-128 C156,-132 148,-34 64,-28', shade(gold), 16);
  const foot = flat('M-14,20 h28 l10,54 h-48Z', shade(gold)) + box(-62, 70, 124, 26, gold, 6);
  const stand = box(-84, 94, 168, 50, DEEP_LEAF, 6);
  const sprig = at(
    0,
    -26,
    0,
    1,
    at(0, 0, -32, 1, leaf(84, 36, LEAF)),
    at(0, 0, 32, 1, leaf(84, 36, LEAF)),
    leaf(104, 40, FRESH_LEAF),
  );
  const rays = veil(0.5, around(16, flat('M-12,-110 L12,-110 L30,-420 L-30,-420Z', mix(PAPER, TURMERIC, 0.4))));
  return scene(
    mix(PAPER, TURMERIC, 0.22),
    mix(EARTH, PAPER, 0.1),
    404,
    at(320, 214, 0, 1, rays),
    box(0, 404, WIDTH, 76, mix(EARTH, PAPER, 0.1)),
    at(320, 282, 0, 1.05, handles, solid(bowl, gold, 16), gleam(-54, -84, 12, 44, 6), foot, stand, sprig),
  );
}

function gate(): string {
  const pillar = (x: number) => box(x, 150, 44, 246, PAPER) + box(x - 8, 130, 60, 26, DEEP_LEAF, 4);
  const lamp = (x: number) => veil(0.35, disc(x, 112, 40, 40, '#f7e8b4')) + disc(x, 112, 15, 15, '#f7e8b4');
  const bar = [0, 1, 2, 3, 4, 5].map((number) => box(number * 44, -8, 22, 16, '#c9412f'));
  return scene(
    mix(NIGHT_SKY, '#0d1a22', 0.2),
    mix(ASPHALT, NIGHT_SKY, 0.45),
    394,
    at(150, 420, 0, 1.02, lorry('#c98a3a', '#b94a33')),
    veil(0.22, flat('M484,352 L640,304 L640,430 L484,394Z', '#f7e8b4')),
    pillar(40),
    pillar(556),
    lamp(62),
    lamp(578),
    at(84, 300, -38, 1, box(0, -8, 264, 16, PAPER, 8), ...bar),
    disc(84, 300, 16, 16, STEEL),
  );
}

function roof(): string {
  const panel = (x: number, y: number) => {
    const frame = flat(`M${x},${y} h92 l-22,58 h-92Z`, '#24506b');
    const lines = `M${x - 7},${y + 19} h92 M${x - 15},${y + 39} h92 M${x + 31},${y} l-22,58 M${x + 61},${y} l-22,58`;
    return frame + line(lines, '#6fa3bd', 3);
  };
  const row = (x: number, y: number) => [0, 1, 2, 3].map((number) => panel(x + number * 106, y)).join('');
  const arches = [0, 1, 2, 3].map((number) => {
    const x = 64 + number * 132;
    return `<path d="M${x},420 v-56 a44,36 0 0 1 88,0 v56Z" fill="${mix(DEEP_LEAF, '#14261b', 0.35)}"/>`;
  });
  return scene(
    DAY_SKY,
    EARTH,
    420,
    at(536, 92, 0, 1, sun),
    box(40, 296, 560, 124, PAPER),
    ...arches,
    flat('M104,140 H584 L640,310 H0Z', '#b5573a'),
    flat('M0,310 H640 v14 H0Z', shade('#b5573a')),
    row(144, 158),
    row(112, 234),
  );
}

function tap(): string {
  const brass = '#c6923a';
  const pipe = box(-320, -34, 250, 52, STEEL) + box(-92, -44, 34, 72, shade(STEEL), 6);
  const body = flat('M-62,-38 H40 C94,-38 112,-4 112,60 V84 H58 V62 C58,32 44,22 24,22 H-62Z', brass);
  const handle = box(-10, -92, 22, 58, shade(brass)) + box(-56, -112, 114, 28, brass, 14);
  const drop = (y: number, size: number) =>
    at(
      85,
      y,
      0,
      size,
      flat('M0,-34 C16,-8 24,4 24,18 A24,24 0 0 1 -24,18 C-24,4 -16,-8 0,-34Z', '#4f9cc0'),
      gleam(-9, 16, 5, 9, 12),
    );
  const bucket =
    flat('M-92,0 H92 L72,128 H-72Z', LEAF) +
    disc(0, 0, 92, 16, shade(LEAF)) +
    line('M-92,0 C-76,-92 76,-92 92,0', STEEL, 7);
  return scene(
    mix('#cfe3e8', PAPER, 0.35),
    mix(EARTH, PAPER, 0.2),
    404,
    veil(0.14, disc(386, 452, 130, 16, '#14261b')),
    at(384, 318, 0, 1, bucket),
    at(300, 128, 0, 1, pipe, body, handle, drop(142, 0.8)),
  );
}

function tent(): string {
  const cross = box(-13, -44, 26, 88, PAPER, 4) + box(-44, -13, 88, 26, PAPER, 4);
  const side = (turn: number) =>
    flat(`M0,-190 L${turn * 210},-60 V96 H0Z`, turn < 0 ? PAPER : mix(PAPER, '#14261b', 0.08));
  const scallops = [-3, -2, -1, 0, 1, 2].map((number) =>
    flat(`M${number * 70},-60 h70 a35,26 0 0 1 -70,0Z`, number % 2 === 0 ? LEAF : PALE_LEAF),
  );
  const opening = flat('M0,-30 C30,10 52,60 58,96 H-58 C-52,60 -30,10 0,-30Z', mix(DEEP_LEAF, '#14261b', 0.2));
  const person = (x: number, shirt: string) =>
    flat(`M${x - 34},440 C${x - 38},346 ${x + 38},346 ${x + 34},440Z`, shirt) + disc(x, 344, 20, 24, '#8a5a3c');
  return scene(
    DAY_SKY,
    mix(FRESH_LEAF, EARTH, 0.55),
    390,
    at(90, 88, 0, 0.7, sun),
    at(330, 300, 0, 1.12, side(-1), side(1), ...scallops, opening),
    at(330, 156, 0, 0.62, disc(0, 0, 66, 66, LEAF), cross),
    person(96, TURMERIC),
    person(560, '#3f7fa6'),
    person(170, '#b5573a'),
  );
}

function fair(): string {
  const flags = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => {
    const x = 24 + number * 78;
    const y = 62 + Math.sin((number / 7) * Math.PI) * 34;
    return flat(`M${x},${y} h46 l-23,42Z`, number % 2 === 0 ? TURMERIC : LEAF);
  });
  return scene(
    DAY_SKY,
    EARTH,
    392,
    line('M0,56 C200,120 440,120 640,56', DEEP_LEAF, 5),
    ...flags,
    at(12, 396, 0, 1.14, stall('#c9562e', mix(EARTH, '#9a6b3c', 0.4))),
    at(432, 396, 0, 1.14, stall(LEAF, mix(EARTH, '#9a6b3c', 0.4))),
    at(190, 424, 0, 0.86, lorry('#e0872c', '#3f7fa6')),
    at(104, 424, 0, 0.46, crate('#3f7fa6', '#d9412f')),
    at(546, 424, 0, 0.46, crate('#c9562e', '#7fae45')),
  );
}

/** Pictures of 640 x 480 as SVG text, drawn by ourselves. */
export const newsPictures = { moon, weighbridge, crates, cup, gate, roof, tap, tent, fair };
