/** What grows in the earth: carrot, beetroot, radish, potato, ginger, onions. */
import {
  around,
  at,
  disc,
  FRESH_LEAF,
  frond,
  gleam,
  LEAF,
  leaf,
  line,
  mix,
  PALE_LEAF,
  picture,
  shade,
  solid,
} from './drawing.ts';

export function carrots(tint: string): string {
  const outline = 'M-40,-96 C-38,-124 38,-124 40,-96 C44,-40 16,100 0,142 C-16,100 -44,-40 -40,-96Z';
  const rings = line('M-40,-62 q18,9 34,3 M14,-22 q12,-2 20,-8 M-30,10 q14,8 26,4 M4,56 q8,-1 14,-6', '#c8641b', 5);
  const carrot =
    at(0, -104, -24, 1, frond(120, LEAF)) +
    at(0, -104, 24, 1, frond(118, LEAF)) +
    at(0, -106, 0, 1, frond(140, FRESH_LEAF)) +
    solid(outline, '#ee8330', 14, rings);
  return picture(tint, at(204, 300, 22, 0.92, carrot), at(436, 300, -22, 0.92, carrot), at(320, 290, 0, 0.98, carrot));
}

export function beetroots(tint: string): string {
  const purple = '#8e2450';
  const outline =
    'M0,-84 C62,-88 100,-46 98,4 C96,58 44,84 16,96 C8,112 6,134 -2,158 C-8,134 -10,112 -18,96 ' +
    'C-46,84 -98,58 -98,4 C-98,-46 -62,-88 0,-84Z';
  const stalk =
    line('M0,0 L0,-80', '#b33a68', 10) + at(0, -58, 0, 1, leaf(112, 48, LEAF), line('M0,0 L0,-84', '#b33a68', 5));
  const rings = line('M-52,-58 q52,18 104,0 M-74,-36 q74,26 148,0', '#a63f69', 4);
  const beet =
    at(0, -76, 0, 1, around(3, stalk, -32, 64)) + solid(outline, purple, 16, rings) + gleam(-50, -8, 12, 26, 20);
  const circles = [76, 58, 40, 22].map((size, index) =>
    disc(0, 0, size, size, index % 2 === 0 ? '#a22c5c' : '#c2517d'),
  );
  const slice = disc(6, 6, 88, 88, shade(purple)) + disc(0, 0, 88, 88, purple) + circles.join('');
  return picture(tint, at(222, 258, -8, 1, beet), at(398, 266, 10, 0.92, beet), at(470, 350, 0, 0.68, slice));
}

export function radishes(tint: string): string {
  const outline =
    'M-34,-112 C-32,-132 32,-132 34,-112 C42,-50 24,80 4,150 C2,158 -2,158 -4,150 C-24,80 -42,-50 -34,-112Z';
  const rings = line('M-34,-80 q14,6 26,2 M10,-50 q12,0 20,-5 M-28,-14 q12,5 20,3 M6,34 q8,0 12,-4', '#d9d2bd', 4);
  const greens = around(5, leaf(124, 36, FRESH_LEAF), -46, 92);
  const radish =
    at(0, -112, 0, 1, greens) +
    solid(outline, '#fdfbf4', 13, rings) +
    solid('M-36,-104 C-34,-132 34,-132 36,-104 C20,-94 -20,-94 -36,-104Z', PALE_LEAF, 6);
  return picture(tint, at(208, 284, 24, 0.98, radish), at(432, 284, -24, 0.98, radish), at(320, 272, 0, 1.04, radish));
}

export function potatoes(tint: string, skin = '#d2a463'): string {
  const outline = 'M-96,8 C-100,-46 -44,-78 14,-72 C72,-68 108,-34 102,14 C98,60 50,78 0,76 C-52,76 -92,56 -96,8Z';
  const eye = (x: number, y: number, turn: number) => disc(x, y, 9, 4.5, mix(skin, '#5b3a12', 0.42), turn);
  const speck = (x: number, y: number) => disc(x, y, 2.6, 2.6, mix(skin, '#5b3a12', 0.34));
  const eyes =
    eye(-56, -8, -30) + eye(8, -50, 8) + eye(56, -18, 24) + eye(-14, 18, -12) + eye(44, 40, -20) + eye(-62, 36, 30);
  const specks = [-80, -34, -22, 22, 30, 74, 2].map((x, index) => speck(x, ((index * 37) % 90) - 40)).join('');
  const potato = solid(outline, skin, 17, eyes, specks) + gleam(-34, -48, 26, 9, -14);
  return picture(tint, at(230, 226, -14, 0.98, potato), at(416, 230, 22, -0.98, potato), at(320, 330, 6, 1.16, potato));
}

export function ginger(tint: string): string {
  const skin = '#d9ae6d';
  const ring = (d: string) => line(d, '#b88949', 4);
  const body = solid(
    'M-176,30 C-184,-18 -140,-40 -98,-34 C-60,-66 20,-64 62,-38 C112,-52 172,-28 172,14 C172,58 ' +
      '116,62 78,54 C34,82 -40,80 -84,60 C-126,78 -170,68 -176,30Z',
    skin,
    15,
    ring('M-104,-32 q-14,44 16,90 M66,-36 q-18,40 10,88 M-20,-58 q-14,64 6,130 M122,-38 q-10,40 2,92'),
  );
  const knob = solid(
    'M-34,40 C-52,-10 -48,-66 -8,-78 C34,-84 52,-40 40,-2 C36,20 38,32 42,44Z',
    skin,
    11,
    ring('M-44,-10 q44,18 86,0 M-40,-42 q40,18 84,4'),
  );
  const cut = disc(0, 0, 36, 30, shade(skin)) + disc(-3, -3, 31, 25, '#f3d98f') + disc(-3, -3, 21, 16, '#ecca72');
  return picture(
    tint,
    at(222, 226, -26, 1.05, knob),
    at(352, 204, 12, 1.16, knob),
    at(426, 252, 38, 0.82, knob),
    at(318, 300, -4, 1.16, body),
    at(506, 310, 70, 1.05, cut),
  );
}

export function bigOnions(tint: string, skin = '#c9783c'): string {
  const outline =
    'M0,-128 C8,-108 14,-92 40,-82 C98,-62 118,-16 110,24 C100,72 46,96 0,96 C-46,96 -100,72 ' +
    '-110,24 C-118,-16 -98,-62 -40,-82 C-14,-92 -8,-108 0,-128Z';
  const veins = line(
    'M-4,-92 C-62,-56 -74,40 -22,92 M4,-92 C62,-56 74,40 22,92 M0,-90 L0,94',
    mix(skin, '#5e2a0a', 0.3),
    4,
  );
  const roots = line('M-10,94 l-8,18 M0,96 l0,20 M10,94 l8,18', '#b79a6a', 4);
  const onion = roots + solid(outline, skin, 17, veins) + gleam(-58, -12, 13, 34, 18);
  const layers = [94, 74, 54, 34, 15].map((size, index) =>
    disc(0, 0, size, size * 0.94, index % 2 === 0 ? '#fdf4e6' : '#ecd3bb'),
  );
  const half = disc(5, 5, 104, 98, shade(skin)) + disc(0, 0, 104, 98, skin) + layers.join('');
  return picture(tint, at(228, 252, -10, 1.02, onion), at(404, 262, 14, 0.9, onion), at(432, 334, 0, 0.76, half));
}

export function redOnions(tint: string): string {
  const skin = '#a23a63';
  const outline =
    'M0,-84 C6,-62 18,-52 34,-42 C66,-22 66,34 34,52 C16,62 -16,62 -34,52 C-66,34 -66,-22 -34,-42 ' +
    'C-18,-52 -6,-62 0,-84Z';
  const veins = line('M0,-54 C-32,-26 -32,30 -8,56 M0,-54 C32,-26 32,30 8,56', '#7f2a4c', 3);
  const tail = line('M0,-76 C2,-92 -6,-104 4,-118', '#c8a36a', 7);
  const onion = tail + solid(outline, skin, 10, veins) + gleam(-28, -4, 7, 18, 12);
  const place = (x: number, y: number, turn: number) => at(x, y, turn, 1.5, onion);
  return picture(
    tint,
    place(240, 214, -24),
    place(400, 214, 24),
    place(172, 322, -40),
    place(468, 322, 40),
    place(320, 306, 0),
  );
}
