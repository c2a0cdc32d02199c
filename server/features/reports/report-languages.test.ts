import { expect, test } from 'vitest';
import { type Language, languages } from '#contract/languages.ts';
import { type ApiMessageKey, message } from '#contract/messages/message.ts';
import { type ReportName, reports } from '#contract/reports.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readDrawnGlyphs, readPdfText, shapeWithHarfBuzz } from '../../testing/pdf.ts';
import { readWorkbook } from '../../testing/workbook.ts';

const CALLS = { report: reports.rentPayments, report2: reports.remainingDues, report3: reports.shopPayments };
const NAMES = Object.keys(CALLS) as ReportName[];

async function openMarket(): Promise<TestOffice> {
  const office = await openTestOffice();
  office.goTo('2026-10-01', '09:00');
  await office.let('A-1');
  await office.generate('A-1', '2026-10');
  office.goTo('2026-11-20');
  await office.pay('A-1', 5000, '2026-11-20', { paymentMethod: 'Bank Transfer' });
  return office;
}

async function fileOf(office: TestOffice, report: ReportName | 'rentRoll', { language, format }: Asked) {
  const asked = { language, format };
  const { rawPayload } =
    report === 'rentRoll'
      ? await office.tell(reports.rentRollFile, { query: { month: '2026-11', ...asked } })
      : await office.tell(CALLS[report], { query: { year: '2026', month: '11', ...asked } });
  return rawPayload;
}

interface Asked {
  language: Language;
  format: 'pdf' | 'xlsx';
}

const COLUMNS: Record<ReportName | 'rentRoll', ApiMessageKey[]> = {
  report: ['reports.column.tenant', 'reports.column.otherMonths', 'reports.column.received'],
  report2: ['reports.column.tenant', 'reports.column.debt', 'reports.column.totalDue'],
  report3: ['reports.column.payments', 'reports.column.lastPayment'],
  rentRoll: ['reports.column.totalBilled', 'reports.column.deposit'],
};

test.each(languages)('every heading of a spreadsheet is in the language asked for: %s', async (language) => {
  const office = await openMarket();
  const say = (key: ApiMessageKey) => message(key, {}, language);
  for (const report of [...NAMES, 'rentRoll'] as const) {
    const [sheet, about] = readWorkbook(await fileOf(office, report, { language, format: 'xlsx' }));
    expect([sheet?.name, about?.name]).toEqual([say(`reports.title.${report}`), say('reports.about')]);
    const [heads = [], ...rows] = sheet?.rows ?? [];
    const texts = heads.map((cell) => String(cell?.value));
    for (const key of COLUMNS[report]) expect(texts).toContain(say(key));
    if (language !== 'en') expect(texts.filter((text) => !/[\u0b80-\u0bff\u0d80-\u0dff]/.test(text))).toEqual([]);
    expect(rows.at(-1)?.[0]?.value).toBe(say('reports.total'));
    expect(about?.rows.flat().map((cell) => cell?.value)).toContain(say('reports.inRupees'));
  }
});

test('a payment method is a column in the language asked for, and its figures are the same in all', {
  tags: ['slow'],
}, async () => {
  const office = await openMarket();
  const figures = async (language: Language, title: string) => {
    const [sheet] = readWorkbook(await fileOf(office, 'report3', { language, format: 'xlsx' }));
    const at = sheet?.rows[0]?.findIndex((cell) => cell?.value === title) ?? -1;
    return sheet?.rows.slice(1).map((row) => row[at]?.value);
  };
  expect(await figures('en', 'Bank Transfer')).toEqual([5000, 5000]);
  expect(await figures('si', 'බැංකු මාරු කිරීම')).toEqual([5000, 5000]);
  expect(await figures('ta', 'வங்கிப் பணமாற்றம்')).toEqual([5000, 5000]);
});

test.each([
  ['si', 'Sinhala', 'NotoSansSinhala-Regular'],
  ['ta', 'Tamil', 'NotoSansTamil-Regular'],
] as const)(
  'a PDF draws its texts in %s with the letters of its script',
  { tags: ['slow'] },
  async (language, face, font) => {
    const office = await openMarket();
    const sentence = message('reports.inRupees', {}, language);
    for (const report of [...NAMES, 'rentRoll'] as const) {
      const pdf = await fileOf(office, report, { language, format: 'pdf' });
      const words = sentence.split(' ').flatMap((word) => shapeWithHarfBuzz(word, face));
      expect(readDrawnGlyphs(pdf, font).join()).toContain(words.join());
      const [page = '', ...more] = await readPdfText(pdf);
      expect(more).toEqual([]);
      expect(page).toContain('2026');
    }
  },
);

test.each([
  ['si-LK,si;q=0.9', undefined, 'si'],
  ['si-LK,si;q=0.9', 'ta', 'ta'],
  [undefined, undefined, 'en'],
] as const)(
  'the language is that of the request (%s), unless the link names one (%s)',
  async (header, linked, language) => {
    const office = await openMarket();
    const url = `/api/report/monthly-income?year=2026&month=11&format=xlsx${linked ? `&language=${linked}` : ''}`;
    const answer = await office.app.as('admin', {
      method: 'GET',
      url,
      headers: header === undefined ? {} : { 'accept-language': header },
    });
    expect(readWorkbook(answer.rawPayload)[0]?.name).toBe(message('reports.title.report', {}, language));
    expect(answer.headers['content-disposition']).toContain('rent-payment-summary-2026-11.xlsx');
  },
);
