/** Rice and pulses: a clay bowl heaped with them, and a few seeds spilt in front. */
import { randomFrom } from '../random.ts';
import { at, disc, flat, line, mix, PAPER, picture, shade, solid, TURMERIC, within } from './drawing.ts';

const HEAP = 'M-178,0 C-150,-58 -80,-112 0,-112 C80,-112 150,-58 178,0 C120,34 -120,34 -178,0Z';

/** Draws one seed around the origin, in one of the tones of the heap. */
type Seed = (color: string) => string;

function bowl(tint: string, color: string, seed: Seed, count: number): string {
  const colors = [color, mix(color, '#ffffff', 0.28), shade(color), mix(color, '#5b3a12', 0.12)];
  const random = randomFrom('heap', color);
  const heaped: string[] = [];
  for (let y = -112; y <= 30; y += 120 / Math.sqrt(count)) {
    for (let x = -182; x <= 182; x += 330 / Math.sqrt(count)) {
      const tone = colors[Math.floor(random.uniform() * colors.length)] ?? color;
      const turn = Math.round(random.uniform() * 180);
      heaped.push(at(Math.round(x + random.normal() * 4), Math.round(y + random.normal() * 3), turn, 1, seed(tone)));
    }
  }
  const clay = '#b5683c';
  const front = 'M-188,0 C-186,84 -112,140 -60,150 L60,150 C112,140 186,84 188,0 C120,40 -120,40 -188,0Z';
  const band =
    line('M-172,52 C-110,92 110,92 172,52', TURMERIC, 7) +
    line('M-160,78 C-100,114 100,114 160,78', mix(TURMERIC, PAPER, 0.35), 4);
  const heap = flat(HEAP, mix(color, '#3b2b12', 0.35)) + within(HEAP, ...heaped);
  const rim = disc(0, 0, 190, 32, shade(clay));
  const loose = [-186, -150, -118, 124, 152, 184].map((x, index) =>
    at(x, 164 + ((index * 5) % 4) * 6, index * 50 + 20, 1, seed(mix(color, '#5b3a12', index % 2 === 0 ? 0.06 : 0.14))),
  );
  return picture(tint, at(320, 240, 0, 1, rim, heap, solid(front, clay, 16, band), ...loose));
}

export function rice(tint: string, color: string): string {
  return bowl(tint, color, (shadeOfSeed) => disc(0, 0, 5, 13, shadeOfSeed), 620);
}

export function pulses(tint: string, color: string): string {
  return bowl(
    tint,
    color,
    (shadeOfSeed) => disc(0, 0, 10, 12, shadeOfSeed) + disc(-3, -4, 2.4, 3.4, mix(shadeOfSeed, '#ffffff', 0.5)),
    330,
  );
}
