import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';
import { nextTurn } from '../turns.ts';
import { spellRepaya, splitByScript } from './shape-text.ts';

/** SVG path data whose baseline begins at 0 0, and its width, both in pixels. */
export interface Outline {
  path: string;
  width: number;
}

export type Weight = 'regular' | 'bold';

const { resolve } = createRequire(import.meta.url);
const FILES = {
  sinhala: {
    regular: '@expo-google-fonts/noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular.ttf',
    bold: '@expo-google-fonts/noto-sans-sinhala/700Bold/NotoSansSinhala_700Bold.ttf',
  },
  tamil: {
    regular: '@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
    bold: '@expo-google-fonts/noto-sans-tamil/700Bold/NotoSansTamil_700Bold.ttf',
  },
};

/** Matches Sinhala letters with their joiners. All other text, including Latin, is drawn with the Tamil face. */
const BY_SCRIPT = /[\u0d80-\u0dff][\u0d80-\u0dff\u200c\u200d]*|[^\u0d80-\u0dff]+/g;

const faces = new Map<string, Font>();

/**
 * Draws a text with the bundled faces, so that a picture does not depend on the fonts of the machine. `size` is in
 * pixels. A character that neither face has is omitted.
 */
export function outlineText(text: string, size: number, weight: Weight): Outline {
  let path = '';
  let width = 0;
  for (const [piece] of spellRepaya(text.normalize('NFC')).matchAll(BY_SCRIPT)) {
    const face = faceOf(/[\u0d80-\u0dff]/.test(piece) ? 'sinhala' : 'tamil', weight);
    const scale = size / face.unitsPerEm;
    const { glyphs, positions } = face.layout(piece);
    for (const [at, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      if (glyph.id === 0) continue;
      path += glyph.path
        .scale(scale, -scale)
        .translate(width + xOffset * scale, -yOffset * scale)
        .toSVG();
      width += xAdvance * scale;
    }
  }
  return { path, width };
}

const SAMPLES = { sinhala: ['ක'], tamil: ['A', 'அ'] } as const;

let opening: Promise<void> | undefined;

/**
 * Opens the faces in several turns of the event loop, because the first text in a script of a face takes 10 to 20 ms.
 * Call it before `textWidth`.
 */
export function openFaces(): Promise<void> {
  opening ??= layOutSamples();
  return opening;
}

async function layOutSamples(): Promise<void> {
  for (const weight of ['regular', 'bold'] as const)
    for (const script of ['sinhala', 'tamil'] as const)
      for (const sample of SAMPLES[script]) {
        await nextTurn();
        faceOf(script, weight).layout(sample);
      }
  await nextTurn();
}

/** Returns the width of a text in a PDF. `size` and the result are in points. */
export function textWidth(text: string, size: number, weight: Weight): number {
  return splitByScript(text).reduce((sum, piece) => {
    const face = faceOf(piece.font === 'Sinhala' ? 'sinhala' : 'tamil', weight);
    return sum + (size * face.layout(piece.text).advanceWidth) / face.unitsPerEm;
  }, 0);
}

function faceOf(script: keyof typeof FILES, weight: Weight): Font {
  const file = FILES[script][weight];
  const face = faces.get(file) ?? openSync(resolve(file));
  faces.set(file, face);
  return face;
}
