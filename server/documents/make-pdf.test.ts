/** @module-tag sqlite-only */
import { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { starterProducts } from '../features/products/starter-catalogue/products.ts';
import { measureWithHarfBuzz, readDrawnGlyphs, readPdfText, shapeWithHarfBuzz } from '../testing/pdf.ts';
import { makePdf } from './make-pdf.ts';
import { outlineText } from './outline-text.ts';
import { inScript } from './shape-text.ts';

const drawn = (pdf: Buffer) => ({
  sinhala: readDrawnGlyphs(pdf, 'NotoSansSinhala-Regular'),
  tamil: readDrawnGlyphs(pdf, 'NotoSansTamil-Regular'),
});

test.each([
  ['rakaransaya', 'ශ්‍රී ක්‍රිස්තු'],
  ['yansaya and a stacked ksha', 'සත්‍ය ක්ෂණික'],
  ['vowels in two and three parts', 'කොළඹ කෝට්ටේ දෞලත්'],
  ['a plain r with virama', 'කර්මාන්ත'],
])('Sinhala with %s is drawn as HarfBuzz draws it', async (_, name) => {
  const { sinhala } = drawn(await makePdf({ content: inScript(name) }));
  const wanted = shapeWithHarfBuzz(name, 'Sinhala');
  expect(wanted.length).toBeGreaterThan(3);
  expect(sinhala).toEqual(wanted);
});

test('a Sinhala repaya is written and drawn in its plain spelling', async () => {
  const written = inScript('කර්‍මාන්ත ධර්‍ම');
  expect(written).toEqual({ text: 'කර්මාන්ත ධර්ම', font: 'Sinhala' });
  const { sinhala } = drawn(await makePdf({ content: written }));
  expect(sinhala).toEqual(shapeWithHarfBuzz('කර්මාන්ත ධර්ම', 'Sinhala'));
});

test.each([
  ['a ksha and a sri', 'க்ஷத்ரியன் ஸ்ரீதரன்'],
  ['vowels on both sides', 'கொழும்பு யாழ்ப்பாணம்'],
])('Tamil with %s is drawn as HarfBuzz draws it', async (_, name) => {
  const { tamil } = drawn(await makePdf({ content: inScript(name) }));
  expect(tamil).toEqual(shapeWithHarfBuzz(name, 'Tamil'));
});

test('each part of a mixed name uses the font that has its letters', async () => {
  const { sinhala, tamil } = drawn(await makePdf({ content: inScript('A-12, ශ්‍රී කඩේ (ஸ்ரீ கடை)') }));
  expect(sinhala).toEqual(shapeWithHarfBuzz('ශ්‍රී කඩේ', 'Sinhala'));
  expect(tamil).toEqual(['A-12,', '(', 'ஸ்ரீ கடை', ')'].flatMap((piece) => shapeWithHarfBuzz(piece, 'Tamil')));
});

test('a no-break space between Sinhala words, which the Sinhala font does not have, does not change the words', async () => {
  const { sinhala } = drawn(await makePdf({ content: inScript('සුනිල්\u00a0කඩේ') }));
  expect(sinhala).toEqual(['සුනිල්', 'කඩේ'].flatMap((word) => shapeWithHarfBuzz(word, 'Sinhala')));
});

test('pages have their number at the bottom', async () => {
  const content = ['first', { text: 'second', pageBreak: 'before' as const }];
  const pages = await readPdfText(await makePdf({ content, footer: 'Page {page} of {pages}' }));
  expect(pages).toEqual([expect.stringContaining('Page 1 of 2'), expect.stringContaining('Page 2 of 2')]);
});

test.each([
  ['a file', { image: '/etc/hostname' }],
  ['an address', { image: 'http://127.0.0.1:9/x.png' }],
])('no external resource is read for a document: %s', async (_, content) => {
  await expect(makePdf({ content })).rejects.toThrow(/denied by resource access policy/);
});

test('a document that cannot be drawn does not block the next one', async () => {
  const bad = makePdf({ content: { text: 'x', font: 'Comic' } });
  const good = makePdf({ content: 'Carrots' });
  await expect(bad).rejects.toThrow(/Comic/);
  expect(await readPdfText(await good)).toEqual(['Carrots']);
});

test('the process continues while a long table is drawn', { tags: ['slow'] }, async () => {
  const body = Array.from({ length: 1000 }, (_, at) => [String(at), 'Nimal Perera', '12,500.00']);
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  const pdf = await makePdf({ content: { table: { body } } });
  clearInterval(turning);
  expect(turns).toBeGreaterThan(20);
  expect((await readPdfText(pdf)).join('')).toContain('999');
});

test('a thread that takes longer than half a minute is replaced', async () => {
  // Drawing it takes seconds, so it cannot be finished before the time is up.
  const body = Array.from({ length: 3000 }, (_, at) => [String(at), 'Nimal Perera', '12,500.00']);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const late = makePdf({ content: { table: { body } } });
    const refused = expect(late).rejects.toThrow('the thread that draws documents took longer than 30000 ms');
    await new Promise(setImmediate);
    vi.advanceTimersByTime(30_000);
    await refused;
  } finally {
    vi.useRealTimers();
  }
  expect(await readPdfText(await makePdf({ content: 'next' }))).toEqual(['next']);
});

test('beyond one document that is drawn and 16 that wait another is refused', async () => {
  const drawings = Array.from({ length: 17 }, (_, at) => makePdf({ content: `Document ${at}` }));
  await expect(makePdf({ content: 'One too many' })).rejects.toMatchObject({ code: 'not_ready' });
  expect(await Promise.all(drawings)).toHaveLength(17);
});

test('the thread ends when no document was requested for a while, and the next document starts another', {
  tags: ['slow'],
}, async () => {
  const ended = vi.spyOn(Worker.prototype, 'terminate');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await makePdf({ content: 'morning' });
    vi.advanceTimersByTime(299_000);
    await makePdf({ content: 'a minute later' });
    vi.advanceTimersByTime(299_000);
    expect(ended).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(ended).toHaveBeenCalledOnce();
    expect(await readPdfText(await makePdf({ content: 'noon' }))).toEqual([expect.stringContaining('noon')]);
  } finally {
    vi.useRealTimers();
  }
});

/** Outlines a text at a size of 1,000 pixels, so that a thousandth of the size is a pixel. */
const outline = (text: string) => outlineText(text, 1000, 'regular');
const contoursOf = (path: string) => path.match(/M/g)?.length ?? 0;

/** Returns the words of one script, because HarfBuzz shapes a whole text with one face. */
const words = (names: string[], letters: RegExp) => [...new Set(names.flatMap((name) => name.match(letters) ?? []))];

test.each([
  [
    'Sinhala',
    words(
      starterProducts.map((one) => one.name_si),
      /[\u0d80-\u0dff\u200d]+/g,
    ),
  ],
  [
    'Tamil',
    words(
      starterProducts.map((one) => one.name_ta),
      /[\u0b80-\u0bff]+/g,
    ),
  ],
] as const)('every %s word of the catalogue is drawn as HarfBuzz draws it', { tags: ['slow'] }, (face, all) => {
  expect(all.length).toBeGreaterThan(60);
  for (const word of all) {
    const { width, path } = outline(word);
    expect([word, Math.round(width)]).toEqual([word, measureWithHarfBuzz(word, face)]);
    expect([word, contoursOf(path)]).toEqual([word, contoursOf(shapeWithHarfBuzz(word, face).join(''))]);
  }
});

test('a text of three scripts is as wide as the sum of its parts', () => {
  const pieces = ['Carrot 120 – 150 ', 'කැරට්', ' / ', 'கரட்'];
  const sum = pieces.reduce((width, piece) => width + outline(piece).width, 0);
  expect(outline(pieces.join('')).width).toBeCloseTo(sum, 3);
  expect(outline('Carrot').width).toBe(measureWithHarfBuzz('Carrot', 'Tamil'));
});

test('letters grow with their size, and bold letters are wider', () => {
  expect(outlineText('Leeks', 40, 'bold').width).toBeCloseTo(outlineText('Leeks', 20, 'bold').width * 2, 3);
  expect(outlineText('Leeks', 40, 'bold').width).toBeGreaterThan(outlineText('Leeks', 40, 'regular').width);
});

test('a Sinhala repaya is drawn in its plain spelling, and a no-break space as a space', () => {
  expect(outline('කර්\u200dමාන්ත')).toEqual(outline('කර්මාන්ත'));
  expect(outline('සුනිල්\u00a0කඩේ').width).toBeGreaterThan(outline('සුනිල්කඩේ').width);
});

test('letters that the fonts do not have are omitted, and an empty text draws nothing', () => {
  expect(outline('Leeks 🥬中').path).toBe(outline('Leeks ').path);
  expect(outline('')).toEqual({ path: '', width: 0 });
});
