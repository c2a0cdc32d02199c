/** The part of fontkit that pictures need. Lengths are in font units. */
declare module 'fontkit' {
  interface Path {
    scale(x: number, y: number): Path;
    translate(x: number, y: number): Path;
    toSVG(): string;
  }

  interface GlyphRun {
    advanceWidth: number;
    glyphs: { id: number; path: Path }[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
  }

  interface Font {
    unitsPerEm: number;
    /** The code points of the font's characters. */
    characterSet: number[];
    layout(text: string): GlyphRun;
  }

  export function openSync(file: string): Font;
}
