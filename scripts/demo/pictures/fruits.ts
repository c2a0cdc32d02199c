/** The fruit stall: banana, pineapple, papaya, mango, coconuts. */
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
  PAPER,
  picture,
  shade,
  solid,
  veil,
  within,
} from './drawing.ts';

export function bananas(tint: string, skin = '#f0c63d'): string {
  const tip = '#5c4a22';
  const outline =
    'M-10,-122 C-58,-50 -58,54 10,128 C18,136 30,132 32,122 C10,50 10,-40 18,-116 C14,-126 -4,-130 -10,-122Z';
  const edge = line('M6,-116 C-26,-40 -24,50 20,122', mix(skin, '#8a6410', 0.35), 4);
  const banana = solid(outline, skin, 11, edge) + flat('M6,124 C10,140 34,140 34,122 C26,116 14,116 6,124Z', tip);
  const hand = [-46, -23, 0, 23, 46].map((turn, index) =>
    at(0, 0, -turn * 0.9, 1, at(index * 4 - 8, 132, 0, 1.3, banana)),
  );
  const stalk =
    solid(
      'M-34,-40 C-30,-64 -22,-84 -26,-104 L22,-108 C20,-84 34,-60 38,-36 C20,-10 -18,-10 -34,-40Z',
      mix(skin, LEAF, 0.4),
      9,
    ) + disc(-2, -106, 24, 9, tip);
  return picture(tint, at(328, 140, 6, 1, ...hand, at(0, 10, 0, 0.96, stalk)));
}

export function pineapples(tint: string): string {
  const outline = 'M0,-104 C58,-104 92,-56 92,8 C92,78 54,122 0,122 C-54,122 -92,78 -92,8 C-92,-56 -58,-104 0,-104Z';
  const nets: string[] = [];
  for (let step = -9; step <= 9; step++)
    nets.push(`M${step * 30 - 120},-120 L${step * 30 + 120},130`, `M${step * 30 + 120},-120 L${step * 30 - 120},130`);
  const eyes: string[] = [];
  for (let row = -4; row <= 5; row++)
    for (let column = -4; column <= 4; column++)
      eyes.push(disc(column * 30 + (row % 2 === 0 ? 0 : 15), row * 25 + 4, 4, 5, '#8a5a16'));
  const body = solid(outline, '#e9ac33', 16, veil(0.7, line(nets.join(' '), '#b9741f', 4)), ...eyes);
  const crown =
    around(7, leaf(150, 36, LEAF), -60, 120) +
    around(6, leaf(130, 32, FRESH_LEAF), -40, 80) +
    around(3, leaf(120, 30, mix(LEAF, DEEP_LEAF, 0.4)), -18, 36);
  const whole = at(0, -86, 0, 0.98, crown) + body;
  const wedge = at(
    0,
    0,
    0,
    1,
    disc(4, 6, 78, 74, '#b9741f'),
    disc(0, 0, 78, 74, '#e0a136'),
    disc(0, 0, 66, 62, '#f8dc6e'),
    around(12, line('M0,-24 L0,-52', '#e9bf45', 4)),
    disc(0, 0, 17, 16, '#efc85a'),
  );
  return picture(tint, at(290, 286, -4, 1.1, whole), at(450, 356, 0, 0.84, wedge));
}

export function papayas(tint: string): string {
  const outline =
    'M0,-132 C34,-130 46,-98 60,-56 C80,-6 96,40 78,88 C64,124 32,134 0,134 C-32,134 -64,124 -78,88 ' +
    'C-96,40 -80,-6 -60,-56 C-46,-98 -34,-130 0,-132Z';
  const blush = disc(-18, 86, 92, 84, '#f0a63a');
  const whole =
    solid(outline, '#8fae4a', 16, veil(0.75, blush)) + gleam(-34, 0, 11, 44, 14) + disc(0, -130, 12, 8, DEEP_LEAF);
  const hollow = 'M0,-70 C22,-60 34,-8 38,36 C40,74 22,92 0,92 C-22,92 -40,74 -38,36 C-34,-8 -22,-60 0,-70Z';
  const seeds: string[] = [];
  for (let row = 0; row < 10; row++) {
    const across = 5 + Math.sin(((row + 1) / 12) * Math.PI) * 26;
    for (const side of row % 2 === 0 ? [-0.8, 0, 0.8] : [-0.45, 0.45])
      seeds.push(
        disc(side * across, -46 + row * 14, 7.5, 7, '#2c2a26'),
        disc(side * across - 2, -48 + row * 14, 2, 2, '#7a766c'),
      );
  }
  const half =
    solid(outline, '#d2a23b', 8) +
    at(0, 0, 0, 0.92, flat(outline, '#f08a3c')) +
    flat(hollow, '#f6b05f') +
    seeds.join('');
  return picture(tint, at(214, 252, -16, 1.08, whole), at(404, 262, 12, 1.12, half));
}

export function mangoes(tint: string): string {
  const outline =
    'M-12,-108 C60,-122 112,-62 104,6 C96,72 40,118 -24,110 C-84,102 -108,54 -94,4 C-82,-40 -66,-96 -12,-108Z';
  const blush = veil(0.55, disc(-34, -58, 96, 74, '#e2622f', -30)) + veil(0.4, disc(60, 70, 90, 60, '#8fae4a', -20));
  const mango =
    line('M-6,-104 q4,-20 18,-28', '#6b4a25', 10) + solid(outline, '#f0b13a', 16, blush) + gleam(-46, -34, 13, 32, 26);
  const leaves = at(4, -118, 0, 1, at(0, 0, 66, 1, leaf(130, 40, LEAF)), at(0, 0, -52, 1, leaf(112, 36, FRESH_LEAF)));
  const stone = 'M-92,0 C-80,-62 60,-76 92,-6 C72,48 -66,56 -92,0Z';
  const cheek =
    at(6, 8, 0, 1.04, flat(stone, '#c97a22')) +
    flat(stone, '#f7c34c') +
    within(
      stone,
      line(
        'M-70,-50 L10,60 M-40,-60 L40,60 M-10,-64 L70,56 M70,-60 L-20,60 M40,-64 L-50,60 M100,-50 L10,64',
        '#e0a02f',
        4,
      ),
    );
  return picture(
    tint,
    at(226, 238, -8, 1.06, leaves, mango),
    at(420, 244, 12, 0.98, mango),
    at(392, 366, -6, 0.9, cheek),
  );
}

export function coconuts(tint: string): string {
  const husk = '#7a5230';
  const outline =
    'M0,-112 C68,-112 116,-62 114,4 C112,70 62,112 0,112 C-62,112 -112,70 -114,4 C-116,-62 -68,-112 0,-112Z';
  const fibres = line(
    'M-70,-70 q20,70 10,150 M-30,-96 q14,90 6,190 M14,-100 q16,90 10,196 M58,-84 q20,80 8,160 M-98,-20 q8,50 22,80',
    mix(husk, PAPER, 0.2),
    4,
  );
  const eyes =
    disc(-22, -64, 12, 15, '#3a2514', 20) + disc(18, -68, 12, 15, '#3a2514', -14) + disc(0, -34, 13, 15, '#3a2514');
  const whole = solid(outline, husk, 17, fibres) + eyes;
  const half =
    disc(6, 8, 112, 104, shade(husk)) +
    disc(0, 0, 112, 104, husk) +
    disc(0, -2, 98, 90, '#fffdf6') +
    disc(0, 4, 68, 60, '#e6e4d6') +
    disc(4, 12, 58, 48, '#f4f2e8');
  return picture(tint, at(240, 230, -16, 1.24, whole), at(426, 292, 0, 1.12, half));
}

export function kingCoconuts(tint: string): string {
  const skin = '#e98f2c';
  const outline = 'M0,-122 C56,-116 92,-56 90,8 C88,74 48,124 0,128 C-48,124 -88,74 -90,8 C-92,-56 -56,-116 0,-122Z';
  const edge = line('M30,-104 C58,-30 46,60 10,122', mix(skin, '#8c4a08', 0.22), 5);
  const tip = disc(0, 128, 13, 7, '#6b4a25');
  const cap = flat('M-42,12 C-40,-18 40,-18 42,12 C26,22 14,6 0,24 C-14,6 -26,22 -42,12Z', '#8a9a3c');
  const nut = tip + solid(outline, skin, 16, edge) + gleam(-52, -8, 11, 38, 8) + at(0, -116, 0, 1, cap);
  const stalk = line(
    'M320,96 C322,120 318,140 320,168 M320,120 C280,130 246,140 226,160 M320,120 C360,130 394,140 414,160',
    LEAF,
    13,
  );
  return picture(tint, stalk, at(212, 276, 8, 1, nut), at(428, 276, -8, 1, nut), at(320, 292, 0, 1.06, nut));
}
