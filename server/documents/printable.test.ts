import { createRequire } from 'node:module';
import { openSync } from 'fontkit';
import { expect, test } from 'vitest';
import { findInvisible, findUnprintable } from '#contract/characters.ts';
import { splitByScript } from './shape-text.ts';

const { resolve } = createRequire(import.meta.url);
const FACES = {
  Tamil: ['noto-sans-tamil/400Regular/NotoSansTamil_400Regular', 'noto-sans-tamil/700Bold/NotoSansTamil_700Bold'],
  Sinhala: [
    'noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular',
    'noto-sans-sinhala/700Bold/NotoSansSinhala_700Bold',
  ],
};

test('every character that a name may have is in both weights of the face that papers draw it with', () => {
  const drawn = new Map(
    Object.entries(FACES).map(([font, files]) => {
      const [regular, bold] = files.map(
        (file) => new Set(openSync(resolve(`@expo-google-fonts/${file}.ttf`)).characterSet),
      );
      return [font, regular?.intersection(bold ?? new Set())];
    }),
  );
  const boxes: string[] = [];
  for (let code = 0x20; code <= 0x2fff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (findUnprintable(letter).length > 0 || findInvisible(letter) !== undefined) continue;
    const [piece] = splitByScript(letter);
    const written = piece?.text.codePointAt(0) ?? 0;
    if (!drawn.get(piece?.font ?? 'Tamil')?.has(written)) boxes.push(code.toString(16));
  }
  expect(boxes).toEqual([]);
});
