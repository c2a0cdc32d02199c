import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const WEB_FONT = /Noto Sans (Sinhala|Tamil)/;

/** Returns the font lists in style sheets and themes, without @font-face rules. */
function fontLists(): string[] {
  return globSync(['web/**/*.css', 'web/office/theme.ts'])
    .map((file) => readFileSync(file, 'utf8').replace(/@font-face\s*{[^}]*}/g, ''))
    .flatMap(
      (text) => text.match(/(font-family|--text-font|--mantine-font-family|fontFamily):\s*[^;]*?(sans-serif|;)/g) ?? [],
    )
    .map((list) => list.replace(/\s+/g, ' '));
}

describe('the fonts of Sinhala and Tamil', () => {
  // If system-ui came first, the first words in Sinhala or Tamil would remain empty boxes on systems without a font for
  // that script (Chromium 150).
  test('are before the fonts of the system wherever they are named', () => {
    const lists = fontLists().filter((list) => WEB_FONT.test(list));
    expect(lists.length).toBeGreaterThan(5);
    expect(lists.filter((list) => list.search(WEB_FONT) > list.indexOf('system-ui'))).toEqual([]);
  });

  test.each(['web/site/base.css', 'web/office/office.css'])('%s makes no bold of a regular face', (file) => {
    expect(readFileSync(file, 'utf8')).toMatch(/^body \{\n {2}font-synthesis: none;/m);
  });
});
