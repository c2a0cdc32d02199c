/** What hangs on the plants of the garden: tomato, brinjal, chillies, pumpkin, cucumber, okra, lime. */
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
  picture,
  shade,
  solid,
  spread,
  star,
} from './drawing.ts';

export function tomatoes(tint: string): string {
  const red = '#d9412f';
  const outline = 'M0,-76 C44,-100 114,-80 114,2 C114,66 62,98 0,98 C-62,98 -114,66 -114,2 C-114,-80 -44,-100 0,-76Z';
  const crown = at(0, -70, 0, 1, flat(star(5, 56, 15), LEAF), line('M0,0 q2,-22 14,-34', LEAF, 9));
  const tomato = (color: string) => solid(outline, color, 17) + gleam(-54, -18, 15, 28, 28) + crown;
  const chamber = at(0, -48, 0, 1, disc(0, 0, 21, 27, '#f6b84f'), ...[-9, 9].map((x) => disc(x, 4, 5, 8, '#fbe3a6')));
  const half =
    disc(5, 6, 98, 94, shade(red)) + disc(0, 0, 98, 94, red) + disc(0, 0, 86, 82, '#ee7059') + around(5, chamber);
  const behind = mix(red, '#7d1d1d', 0.16);
  return picture(
    tint,
    at(212, 222, -10, 0.9, tomato(behind)),
    at(408, 208, 12, 0.94, tomato(behind)),
    at(286, 314, 0, 1, tomato(red)),
    at(448, 342, 0, 0.78, half),
  );
}

export function brinjals(tint: string): string {
  const outline =
    'M-34,-96 C-40,-60 -74,0 -72,58 C-70,112 -36,138 2,138 C42,138 74,110 74,58 C74,0 40,-60 34,-96 ' +
    'C20,-112 -20,-112 -34,-96Z';
  const cap = flat('M-44,-106 C-30,-128 30,-128 44,-106 L50,-62 L24,-84 L4,-50 L-18,-84 L-48,-60Z', LEAF);
  const stem = line('M0,-116 q2,-26 18,-38', LEAF, 14);
  const brinjal = solid(outline, '#5d3479', 17) + gleam(-34, 30, 11, 44, 8) + stem + cap;
  return picture(tint, at(398, 248, 16, 1.1, brinjal), at(236, 306, -58, 1.04, brinjal));
}

/** Four chillies side by side; long and thin for green chilli, short and thick for malu miris. */
function chillies(tint: string, color: string, size: number, width: number): string {
  const outline = [
    `M${-width},-110 C${-width - 8},-40 ${-width + 6},40 18,128`,
    `C24,60 ${width + 14},-30 ${width},-110 C${width - 8},-122 ${8 - width},-122 ${-width},-110Z`,
  ].join(' ');
  const rim = width + 5;
  const cap = flat(
    `M${-rim},-102 C${-width},-128 ${width},-128 ${rim},-102 C${width / 2},-92 ${-width / 2},-92 ${-rim},-102Z`,
    DEEP_LEAF,
  );
  const stem = line('M0,-116 C-2,-140 8,-152 4,-168', DEEP_LEAF, 9);
  const chilli = stem + solid(outline, color, width * 0.4) + gleam(-width * 0.42, -40, width * 0.14, 40, 3) + cap;
  const row = [-1.5, -0.5, 0.5, 1.5].map((place, index) =>
    at(332 + place * (width * 1.6 + 54), 264 + (index % 2) * 22, 12 - place * 7, size, chilli),
  );
  return picture(tint, ...row);
}

export const greenChillies = (tint: string): string => chillies(tint, '#4c9a3f', 1.16, 27);
export const driedChillies = (tint: string): string => chillies(tint, '#a8291f', 1.14, 25);
export const capsicums = (tint: string): string => chillies(tint, '#b5cf5b', 1.12, 38);

export function pumpkins(tint: string): string {
  const skin = '#e0872c';
  const rib = (x: number, across: number, color: string) => disc(x, 20, across, 118, color);
  const dark = mix(skin, '#7c3f0c', 0.22);
  const ribs =
    rib(-112, 66, dark) +
    rib(112, 66, dark) +
    rib(-66, 66, skin) +
    rib(66, 66, mix(skin, dark, 0.45)) +
    rib(0, 56, mix(skin, '#ffffff', 0.1));
  const stem = flat('M-16,-92 C-12,-122 -26,-140 -40,-148 L-18,-162 C8,-148 18,-124 18,-92Z', LEAF);
  const curl = line('M18,-112 c40,-26 62,10 40,22 c-18,8 -28,-12 -12,-20', FRESH_LEAF, 6);
  const whole = stem + curl + ribs + gleam(-82, -28, 14, 40, 12) + at(20, -106, 64, 1, leaf(92, 62, LEAF));
  const wedge =
    flat('M-92,-20 C-70,66 70,66 92,-20 L78,-28 L-78,-28Z', shade(skin)) +
    flat('M-84,-26 C-64,46 64,46 84,-26Z', '#f2a93c') +
    flat('M-52,-26 C-40,10 40,10 52,-26Z', '#d98a2b') +
    [-28, -8, 12, 30].map((x, index) => disc(x, -16 + (index % 2) * 9, 9, 6, '#fbeecb', 60)).join('');
  return picture(tint, at(298, 258, 0, 1.06, whole), at(456, 374, -8, 0.98, wedge));
}

export function cucumbers(tint: string): string {
  const skin = '#4e8c41';
  const outline =
    'M-190,14 C-196,-34 -150,-50 -90,-46 C-20,-42 60,-44 130,-38 C178,-34 194,-10 190,14 C186,40 ' +
    '150,46 100,46 C20,50 -60,50 -120,48 C-164,46 -186,40 -190,14Z';
  const stripes = line(
    'M-160,-22 C-60,-34 60,-30 150,-20 M-168,4 C-60,-8 70,-4 166,4 M-150,28 C-60,20 60,22 140,28',
    '#82b564',
    6,
  );
  const cucumber = line('M-188,6 q-18,-4 -28,-14', DEEP_LEAF, 9) + solid(outline, skin, 13, stripes);
  const seed = at(0, -30, 0, 1, disc(0, 0, 5, 11, '#f4f1cf'));
  const slice =
    disc(5, 6, 64, 62, shade(skin)) +
    disc(0, 0, 64, 62, skin) +
    disc(0, 0, 55, 53, '#e3efb9') +
    disc(0, 0, 42, 40, '#cfe39a') +
    around(8, seed);
  return picture(
    tint,
    at(322, 180, -10, 0.98, cucumber),
    at(330, 262, -4, 1.06, cucumber),
    at(222, 350, 0, 0.96, slice),
    at(330, 362, 0, 0.9, slice),
    at(432, 348, 0, 0.96, slice),
  );
}

export function okras(tint: string): string {
  const green = '#74a548';
  const outline = 'M-30,-104 C-38,-40 -26,60 6,146 C30,60 42,-40 30,-104 C16,-116 -16,-116 -30,-104Z';
  const ribs = line('M-14,-100 C-20,-30 -12,50 4,124 M10,-100 C14,-30 14,40 6,124', mix(green, DEEP_LEAF, 0.35), 4);
  const cap =
    flat('M-38,-98 C-30,-124 30,-124 38,-98 C24,-90 -24,-90 -38,-98Z', LEAF) + line('M0,-116 L4,-150', LEAF, 15);
  const okra = solid(outline, green, 11, ribs) + cap;
  const pentagon =
    'M0,-50 Q16,-44 24,-28 Q44,-26 48,-15 Q46,2 36,14 Q40,32 30,41 Q12,42 0,36 Q-12,42 -30,41 ' +
    'Q-40,32 -36,14 Q-46,2 -48,-15 Q-44,-26 -24,-28 Q-16,-44 0,-50Z';
  const seed = at(0, -23, 0, 1, disc(0, 0, 8, 9, '#fdfaf0'));
  const slice =
    at(4, 5, 0, 1.08, flat(pentagon, mix(green, DEEP_LEAF, 0.4))) +
    at(0, 0, 0, 1.08, flat(pentagon, green)) +
    at(0, 0, 0, 0.92, flat(pentagon, '#d3e4a4')) +
    around(5, seed);
  const pods = [-2, -1, 0, 1, 2].map((place) =>
    at(320 + place * 82, 236 + Math.abs(place) * 6, -place * 5, 1.04, okra),
  );
  return picture(tint, ...pods, at(236, 374, 10, 0.86, slice), at(404, 376, -14, 0.86, slice));
}

export function limes(tint: string): string {
  const green = '#8ab83c';
  const outline =
    'M-6,-96 C2,-106 14,-104 18,-94 C74,-84 104,-44 102,4 C100,60 54,94 2,96 C-54,96 -100,58 -100,2 ' +
    'C-100,-50 -60,-90 -6,-96Z';
  const pores = spread(26, 84, 78).map(({ x, y }) => disc(x, y, 3, 3, mix(green, DEEP_LEAF, 0.3)));
  const lime = (color: string) => solid(outline, color, 16, ...pores) + gleam(-42, -36, 15, 28, 38);
  const segment = flat('M0,-10 L26,-68 C14,-80 -14,-80 -26,-68Z', '#b9d765');
  const half =
    disc(5, 6, 98, 98, shade(green)) + disc(0, 0, 98, 98, green) + disc(0, 0, 87, 87, '#f4f6d8') + around(8, segment);
  const twig = at(0, -94, 0, 1, at(0, 0, 62, 1, leaf(104, 50, LEAF)), at(0, 0, -30, 1, leaf(80, 40, FRESH_LEAF)));
  return picture(
    tint,
    at(408, 222, 14, 0.98, lime(mix(green, DEEP_LEAF, 0.14))),
    at(232, 238, -12, 1.06, twig, lime(green)),
    at(366, 330, 0, 0.92, half),
  );
}
