/** What is eaten for its leaves: cabbage, leeks, gotukola and other greens. */
import {
  around,
  at,
  DEEP_LEAF,
  disc,
  FRESH_LEAF,
  flat,
  LEAF,
  leaf,
  line,
  mix,
  PALE_LEAF,
  PAPER,
  picture,
  shade,
  solid,
  TURMERIC,
} from './drawing.ts';

const DARK = mix(LEAF, DEEP_LEAF, 0.25);
const MIDDLE = mix(LEAF, FRESH_LEAF, 0.4);

/** The head in its own colour, the outer leaves in a darker one: green, or purple for red cabbage. */
export function cabbages(tint: string, green = '#9cc56c', outerLeaf = LEAF): string {
  const head = 'M0,-118 C72,-120 124,-66 122,0 C120,72 66,116 0,116 C-66,116 -120,72 -122,0 C-124,-66 -72,-120 0,-118Z';
  const veins = line(
    'M0,110 C-6,40 6,-30 2,-104 M0,70 C-40,40 -66,6 -84,-40 M0,60 C40,30 66,0 86,-46 M0,10 C-20,-12 ' +
      '-34,-36 -42,-74 M2,0 C22,-20 34,-40 42,-76',
    mix(green, PAPER, 0.55),
    5,
  );
  const ball = solid(head, mix(green, PAPER, 0.2), 16, veins);
  const outer = 'M0,120 C-70,128 -176,70 -166,-40 C-160,-84 -128,-96 -112,-84 C-124,-20 -84,50 0,120Z';
  const ribs = line(
    'M-10,112 C-80,70 -128,20 -138,-62 M-78,58 C-110,50 -130,36 -146,12 M-112,14 C-132,0 -144,-14 -152,-36',
    mix(green, PAPER, 0.4),
    5,
  );
  const wing = solid(outer, mix(green, outerLeaf, 0.45), 8, ribs);
  const back = around(5, at(0, -30, 0, 1, leaf(150, 120, mix(green, outerLeaf, 0.7))), -70, 140);
  return picture(tint, at(320, 262, 0, 1.2, back, ball, wing, at(0, 0, 0, -1, wing)));
}

export function leeks(tint: string): string {
  const blade = (bend: number, color: string) =>
    solid(`M-18,-20 C-20,-80 ${bend - 30},-130 ${bend - 6},-196 C${bend + 26},-140 22,-80 18,-20Z`, color, 6);
  const white = 'M-24,-40 C-26,40 -28,90 -30,128 C-26,146 26,146 30,128 C28,90 26,40 24,-40Z';
  const pale = disc(0, -36, 60, 74, PALE_LEAF) + disc(0, -52, 60, 60, mix(PALE_LEAF, FRESH_LEAF, 0.5));
  const stalk = solid(white, '#f7f5e3', 10, pale, line('M-8,50 L-10,130 M9,50 L11,130', '#dfe3c2', 4));
  const roots = line('M-18,138 l-8,22 M-6,142 l-2,24 M8,142 l4,24 M18,138 l10,20', '#c9b98d', 4);
  const leek =
    roots + blade(-74, LEAF) + blade(74, LEAF) + blade(-34, FRESH_LEAF) + blade(38, mix(LEAF, FRESH_LEAF, 0.5)) + stalk;
  return picture(tint, at(222, 270, -10, 1.02, leek), at(418, 270, 10, 1.02, leek), at(320, 262, 0, 1.08, leek));
}

/** A bundle of stalks tied in the middle, each with a leaf of the kind at its end; leaves behind are darker. */
function bundle(tint: string, kind: (color: string) => string, stalk: string): string {
  const fan = (count: number, length: number, arc: number, color: string) =>
    Array.from({ length: count }, (_, index) => {
      const reach = length + (index % 2) * 22;
      const stem = line(`M0,0 L0,${-reach}`, stalk, 6) + at(0, -reach, 0, 1, kind(color));
      return at(0, 0, (index / (count - 1) - 0.5) * arc, 1, stem);
    });
  const ends = Array.from({ length: 9 }, (_, index) =>
    line(
      `M0,0 L${(index - 4) * 13},${96 - Math.abs(index - 4) * 3}`,
      mix(stalk, PAPER, index % 2 === 0 ? 0.15 : 0.3),
      7,
    ),
  );
  const tie =
    flat('M-34,-14 C-12,-8 12,-8 34,-14 L34,12 C12,18 -12,18 -34,12Z', TURMERIC) +
    line('M-34,12 C-12,18 12,18 34,12', shade(TURMERIC), 4);
  return picture(
    tint,
    at(
      320,
      316,
      0,
      1,
      ...ends,
      ...fan(8, 168, 128, DARK),
      ...fan(7, 118, 116, MIDDLE),
      ...fan(5, 66, 84, FRESH_LEAF),
      tie,
    ),
  );
}

/** Round leaves with a notch where the stalk begins. */
export function gotukola(tint: string): string {
  const round = 'M0,6 C-10,22 -46,24 -54,-12 C-60,-52 -28,-72 0,-72 C28,-72 60,-52 54,-12 C46,24 10,22 0,6Z';
  const veins = line(
    'M0,4 L0,-58 M0,4 L-34,-44 M0,4 L34,-44 M0,4 L-44,-8 M0,4 L44,-8',
    mix(FRESH_LEAF, PAPER, 0.45),
    3,
  );
  return bundle(tint, (color) => solid(round, color, 7, veins), '#86ad62');
}

/** Long pointed leaves, as of kankun. */
export function kankun(tint: string): string {
  return bundle(tint, (color) => at(0, 12, 0, 1, leaf(112, 46, color)), '#8fb06a');
}

/** Small leaves in pairs up the stalk, as of mukunuwenna. */
export function mukunuwenna(tint: string): string {
  const sprig = (color: string) =>
    [-62, 62].map((turn) => at(0, 30, turn, 1, leaf(58, 30, color))).join('') + at(0, 12, 0, 1, leaf(74, 36, color));
  return bundle(tint, sprig, '#9a7b6a');
}
