/** What is long and hangs: beans, drumstick, snake gourd, bitter gourd. */
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
  PAPER,
  picture,
  shade,
  solid,
  spread,
  star,
  TURMERIC,
} from './drawing.ts';

export function beans(tint: string): string {
  const green = '#5f9f45';
  const outline =
    'M-14,-160 C-26,-60 -32,50 8,160 C13,168 20,162 16,152 C4,50 8,-50 16,-156 C12,-168 -8,-170 -14,-160Z';
  const bumps = [-112, -68, -24, 20, 64, 106].map((y, index) =>
    disc(-6 + Math.abs(index - 2.5), y, 6, 13, mix(green, PAPER, 0.16)),
  );
  const bean = line('M0,-162 q0,-18 10,-26', DEEP_LEAF, 7) + solid(outline, green, 7, ...bumps);
  const fan = [-90, -60, -30, 90, 60, 30, 0].map((turn, index) =>
    at(322 + turn * 1.9, 246 - (index % 2) * 8, -turn * 0.36, turn > 0 ? -1.02 : 1.02, bean),
  );
  return picture(tint, at(320, 84, -70, 1, leaf(96, 60, LEAF)), at(320, 84, 64, 1, leaf(86, 54, FRESH_LEAF)), ...fan);
}

export function drumsticks(tint: string): string {
  const green = '#67934a';
  const outline =
    'M-11,-226 C-14,-80 -15,80 -5,232 C-2,240 3,240 5,232 C15,80 14,-80 11,-226 C8,-236 -8,-236 -11,-226Z';
  const stick = (color: string) => solid(outline, color, 5, line('M-3,-220 L-2,222', mix(color, PAPER, 0.3), 3));
  const tones = [green, mix(green, DEEP_LEAF, 0.2), mix(green, PAPER, 0.12)];
  const fan = [-4, 3, -2, 1, 4, -3, 2, -1, 0].map((step, index) =>
    at(step * 15, (step * 29) % 23, step * 1.6, index % 2 === 0 ? 1 : -1, stick(tones[index % 3] ?? green)),
  );
  const band = 'M-76,-14 C-24,-5 24,-5 76,-14 L76,14 C24,23 -24,23 -76,14Z';
  const tie = solid(band, TURMERIC, 5) + line('M-8,4 q-30,40 -50,30 M4,6 q10,40 40,44', TURMERIC, 8);
  return picture(tint, at(320, 246, 58, 1, ...fan, tie));
}

/** Long, slender and bent, tapering at both ends, with pale stripes. */
export function snakeGourds(tint: string): string {
  const green = '#86b364';
  const outline =
    'M-262,-34 C-236,-8 -196,-28 -130,-34 C-60,-40 -10,-8 60,-6 C130,-4 176,-40 232,-22 C254,-14 262,0 258,22 ' +
    'C252,12 240,16 226,18 C176,22 136,52 60,54 C-16,54 -66,22 -130,24 C-190,26 -244,14 -262,-34Z';
  const wave = 'M-236,-18 C-196,-8 -186,-10 -130,-10 C-60,-12 -10,18 60,18 C130,18 176,-14 240,-6';
  const stripe = (drop: number) => at(0, drop, 0, 1, line(wave, '#d7e8b8', 5));
  const gourd =
    line('M-256,-30 q-14,-10 -14,-30', LEAF, 9) + solid(outline, green, 11, stripe(-8), stripe(6), stripe(20));
  return picture(
    tint,
    at(92, 104, 64, 1, leaf(110, 84, LEAF)),
    at(332, 164, 4, 0.98, gourd),
    at(322, 258, -5, 1, gourd),
    at(330, 350, 3, 0.94, gourd),
  );
}

export function bitterGourds(tint: string): string {
  const green = '#79a94a';
  const outline =
    'M0,-152 C20,-138 30,-116 36,-98 C50,-88 44,-76 50,-62 C62,-48 54,-36 56,-20 C66,-4 56,10 56,24 ' +
    'C58,40 46,50 42,64 C40,84 28,94 22,110 ' +
    'C16,132 8,144 0,160 C-8,144 -16,132 -22,110 C-28,94 -40,84 -42,64 C-46,50 -58,40 -56,24 ' +
    'C-56,10 -66,-4 -56,-20 C-54,-36 -62,-48 -50,-62 C-44,-76 -50,-88 -36,-98 C-30,-116 -20,-138 ' +
    '0,-152Z';
  const wart = (x: number, y: number, index: number) =>
    disc(x, y, 7, 11, mix(green, index % 3 === 0 ? DEEP_LEAF : PAPER, 0.24), x / 3);
  const warts = spread(40, 46, 136).map(({ x, y }, index) => wart(x, y, index));
  const gourd = (color: string) => line('M0,-148 q0,-24 14,-36', LEAF, 10) + solid(outline, color, 15, ...warts);
  const seed = at(0, -23, 0, 1, disc(0, 0, 9, 11, '#d98a4a'));
  const slice =
    at(4, 6, 0, 1.06, flat(star(9, 66, 54), shade(green))) +
    flat(star(9, 66, 54), green) +
    disc(0, 0, 48, 48, '#e6eecb') +
    around(4, seed);
  return picture(
    tint,
    at(366, 228, 22, 1.1, gourd(mix(green, DEEP_LEAF, 0.16))),
    at(232, 270, 44, 1.1, gourd(green)),
    at(446, 352, 0, 0.96, slice),
  );
}
