import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { answerPriceCalls, refused } from '#web/testing/price-calls.ts';
import { rawWorkbook } from '#web/testing/raw-workbook.ts';
import { showScreen } from '#web/testing/screen.tsx';
import { ImportPricesPage } from './import-prices-page.tsx';

const IMPORT = 'POST /api/prices/import';
const CSV = 'date,item,min_price,max_price\n2026-11-18,Beans,380,400\n2026-11-18,Snake beans,100,120\n';
const beansLine = {
  line: 2,
  date: '2026-11-18',
  product_id: 7,
  product: 'Beans',
  status: 'added',
  min_price: 380,
  max_price: 400,
  old: null,
  last: null,
  slips: [],
};
const report = {
  written: false,
  lines: 3,
  accepted: 1,
  added: 1,
  updated: 0,
  unchanged: 0,
  unusual: 0,
  first_day: '2026-11-18',
  last_day: '2026-11-18',
  skipped: 0,
  waiting: 0,
  questions: [] as object[],
  notes: [] as string[],
  warnings: [] as string[],
  faulty: 1,
  closed_days: [] as object[],
  prices: [beansLine] as object[],
  faults: [{ line: 3, reason: 'No product matches this item.', text: '2026-11-18,Snake beans,100,120' }],
  unmatched: [{ item: 'Snake beans', lines: 1, suggestions: [{ product_id: 9, name: 'Snake gourd' }] }],
};
const mapped = { ...report, accepted: 2, added: 1, updated: 1, faulty: 0, faults: [], unmatched: [] };
const catalogue = [
  { id: 7, name: 'Beans', name_si: 'බෝංචි', code: 'BEANS' },
  { id: 9, name: 'Snake gourd', name_si: 'පතෝල', code: 'SNAKE' },
];

interface Asked {
  csv: string;
  mapping?: Record<string, number>;
  write?: boolean;
}
const answer = (body: unknown) => {
  const { mapping, write } = body as Asked;
  return { ...(mapping?.['Snake beans'] === 9 ? mapped : report), written: write === true };
};

function showImport(reply: (body: unknown) => unknown = answer) {
  const sent = answerPriceCalls({ [IMPORT]: reply, 'GET /api/products': () => catalogue });
  const shown = showScreen(<ImportPricesPage />, { path: '/import-prices' });
  const imports = () => sent.filter(({ call }) => call === IMPORT).map(({ body }) => body as Asked);
  const choose = (text = CSV) => shown.user.upload(screen.getByLabelText('Price file'), new File([text], 'nov.csv'));
  return { ...shown, imports, choose };
}
const counts = () =>
  Object.fromEntries(screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]));
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('a chosen file is checked immediately, and nothing is written', async () => {
  const { choose, imports } = showImport();
  await choose();
  await screen.findByText('nov.csv');
  await button('Save 1 price');
  expect(imports()).toEqual([{ csv: CSV, mapping: {}, answers: {}, write: false }]);
  expect(counts()).toEqual({
    Lines: '3',
    Accepted: '1',
    Added: '1',
    Updated: '0',
    'Unchanged prices': '0',
    'Lines with errors': '1',
    'Lines without a price': '1',
    Days: '18 Nov 2026',
  });
});

test('each bad line is shown with its number, its reason and its text', async () => {
  const { choose } = showImport();
  await choose();
  const row = (await screen.findByText('No product matches this item.')).closest('tr');
  expect(
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['3', 'No product matches this item.', '2026-11-18,Snake beans,100,120']);
});

test('an unknown item is mapped to a product, checked again, and only then written with it', {
  tags: ['slow'],
}, async () => {
  const { user, choose, imports } = showImport();
  await choose();
  await user.click(await screen.findByRole('combobox', { name: 'Snake beans (1 line)' }));
  await user.click(await screen.findByRole('option', { name: /Snake gourd/ }));
  expect((await button('Save 1 price')).disabled).toBe(true);
  screen.getByText('The file or the chosen products have changed since the last check. Check again before saving.');
  await user.click(await button('Check again'));
  await user.click(await button('Save 2 prices'));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('1 new price and 1 changed price for 18 Nov 2026. These prices will be public immediately.');
  expect(imports()).toHaveLength(2);
  await user.click(dialog.getByRole('button', { name: 'Save 2 prices' }));
  await screen.findByText('2 prices saved.');
  expect(imports().slice(1)).toEqual([
    { csv: CSV, mapping: { 'Snake beans': 9 }, answers: {}, write: false },
    { csv: CSV, mapping: { 'Snake beans': 9 }, answers: {}, write: true },
  ]);
  expect(screen.getByRole('link', { name: 'View the prices for 18 Nov 2026' }).getAttribute('href')).toBe(
    '/view-dailyprices?date=2026-11-18',
  );
  expect(screen.getByRole('link', { name: 'View the public list' }).getAttribute('href')).toBe(
    '/home-dailyprice?date=2026-11-18',
  );
  expect(screen.queryByRole('button', { name: /^Write/ })).toBeNull();
});

test('a mapping can be undone after the check', { tags: ['slow'] }, async () => {
  const { user, choose } = showImport();
  await choose();
  const pick = async () => screen.findByRole('combobox', { name: 'Snake beans (1 line)' });
  await user.click(await pick());
  await user.click(await screen.findByRole('option', { name: /Snake gourd/ }));
  await user.click(await button('Check again'));
  await button('Save 2 prices');
  await user.click(screen.getByLabelText('Skip “Snake beans”'));
  expect((await button('Save 2 prices')).disabled).toBe(true);
});

test('answering no writes nothing', { tags: ['slow'] }, async () => {
  const { user, choose, imports } = showImport();
  await choose();
  await user.click(await button('Save 1 price'));
  await user.click(await button('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(imports().every(({ write }) => write === false)).toBe(true);
});

test('another file starts from an empty state', { tags: ['slow'] }, async () => {
  const { user, choose, imports } = showImport();
  await choose();
  await user.click(await button('Choose another file'));
  expect(screen.queryByText('No product matches this item.')).toBeNull();
  await choose('date,item,min_price,max_price\n2026-11-18,Beans,1,2\n');
  await button('Save 1 price');
  expect(imports().at(-1)?.csv).toContain('Beans,1,2');
});

test('a pasted table with tabs is checked too', async () => {
  const { user, imports } = showImport();
  await user.click(screen.getByLabelText('Or paste a table'));
  await user.paste('date\titem\tmin_price\tmax_price\n2026-11-18\tBeans\t380\t400');
  await user.click(await button('Check the pasted table'));
  await button('Save 1 price');
  expect(imports()[0]?.csv).toBe('date\titem\tmin_price\tmax_price\n2026-11-18\tBeans\t380\t400');
});

test('a file that is not a table is refused in the words of the server, and can be checked again', async () => {
  let isDown = true;
  const message = 'The file could not be read as a table.';
  const { user, choose } = showImport((body) => (isDown ? refused(400, { code: 'bad_csv', message }) : answer(body)));
  await choose();
  await screen.findByText(message);
  isDown = false;
  await user.click(await button('Check again'));
  await button('Save 1 price');
  expect(screen.queryByText(message)).toBeNull();
});

test('a file that cannot be sent is reported without a request', async () => {
  const { choose, imports } = showImport();
  await choose('  ');
  await screen.findByText('The file is empty. Choose another file.');
  expect(imports()).toEqual([]);
});

test('a file of existing prices leaves nothing to write', async () => {
  const { choose } = showImport(() => ({ ...report, added: 0, unchanged: 1 }));
  await choose();
  expect((await button('Save 0 prices')).disabled).toBe(true);
  screen.getByText('There is nothing to save.');
});

test('repeated presses of Write write once', async () => {
  const { user, choose, imports } = showImport();
  await choose();
  await user.dblClick(await button('Save 1 price'));
  const yes = () => screen.queryAllByRole('button', { name: 'Save 1 price' }).at(-1);
  while (screen.queryByRole('dialog')) await user.click(yes() ?? document.body);
  await screen.findByText('1 price saved.');
  expect(imports().filter(({ write }) => write)).toHaveLength(1);
});

test('a failed write is not reported as written', async () => {
  const { user, choose } = showImport((body) =>
    (body as Asked).write ? new Response('', { status: 502 }) : answer(body),
  );
  await choose();
  await user.click(await button('Save 1 price'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save 1 price' }));
  await screen.findByText('Could not save the prices. Try again.');
  expect(screen.queryByText('1 price saved.')).toBeNull();
});

test('a suggestion is accepted with one click, and the file is checked with it', async () => {
  const { user, choose, imports } = showImport();
  await choose();
  await user.click(await button('Snake beans → Snake gourd?'));
  await button('Save 2 prices');
  expect(imports().at(-1)).toEqual({ csv: CSV, mapping: { 'Snake beans': 9 }, answers: {}, write: false });
});

test('accepted lines are shown with the last price, and slips are counted before saving', async () => {
  const last = { date: '2026-11-17', min_price: 180, max_price: 200 };
  const odd = { ...beansLine, max_price: 4000, last, slips: [{ side: 'max', kind: 'double' }] };
  const { user, choose } = showImport(() => ({ ...mapped, unusual: 1, prices: [odd, { ...beansLine, line: 4 }] }));
  await choose();
  const table = within(await screen.findByRole('table', { name: 'Accepted' }));
  const [, first] = table.getAllByRole('row');
  expect(first?.textContent).toContain('Maximum price of 4,000 is more than double the last price (200).');
  expect(first?.textContent).toContain('180 – 200 · 17 Nov');
  await user.click(await button('Save 2 prices'));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/^1 price is more than double or less than half the last price/);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
});

test('closed days of the file are named with the reason', async () => {
  const closed = { kind: 'poya', reason: 'Full-moon (Poya) day', reason_si: '', reason_ta: '' };
  const { choose } = showImport(() => ({ ...report, closed_days: [{ date: '2026-11-18', closed }] }));
  await choose();
  await screen.findByText('18 Nov 2026: Poya day: Full-moon (Poya) day');
});

test('a file without a date column is of the day that the clerk chooses', { tags: ['slow'] }, async () => {
  const details = [{ field: 'date', message: 'The file has no date column.' }];
  const { user, choose } = showImport((body) =>
    (body as { date?: string }).date === '2026-11-18'
      ? answer(body)
      : refused(400, { code: 'bad_csv', message: 'The file has no date column.', details }),
  );
  await choose('Item,Min,Max\nBeans,380,400\n');
  await user.type(await screen.findByRole('textbox', { name: 'Date for all lines' }), '18/11/2026{Tab}');
  await user.click(await button('Use this date'));
  expect((await button('Save 1 price')).disabled).toBe(false);
});

describe('questions of a file', () => {
  const unit = {
    id: 'unit:quintal',
    kind: 'unit',
    takes_number: true,
    lines: 2,
    answer: null as string | null,
    question: 'The file has prices per “quintal”. How much is that in the product’s unit (kg)?',
    choices: [
      { value: '100', label: '1 quintal = 100 kg: divide the prices by 100' },
      { value: 'skip', label: 'Skip these lines' },
    ],
  };
  const reply = (body: unknown) => {
    const answered = (body as { answers: Record<string, string> }).answers['unit:quintal'];
    const open = { ...report, accepted: 0, added: 0, waiting: 2, faulty: 0, faults: [], unmatched: [], prices: [] };
    return answered
      ? { ...mapped, questions: [{ ...unit, answer: answered }], notes: ['Text above the table: Prices'] }
      : { ...open, questions: [unit] };
  };

  test('nothing can be saved until they are answered, and the answer can be changed', async () => {
    const { user, choose, imports } = showImport(reply);
    await choose();
    expect((await button('Save 0 prices')).disabled).toBe(true);
    screen.getByText('Answer the questions before saving.');
    await user.click(screen.getByRole('radio', { name: /^1 quintal = 100 kg/ }));
    expect((await button('Save 2 prices')).disabled).toBe(false);
    screen.getByText('Text above the table: Prices');
    await user.click(screen.getByRole('radio', { name: 'Skip these lines' }));
    await button('Save 2 prices');
    expect(imports().map((body) => (body as unknown as { answers: object }).answers)).toEqual([
      {},
      { 'unit:quintal': '100' },
      { 'unit:quintal': 'skip' },
    ]);
  });

  test('another number is an answer; what is not one is refused and stays', { tags: ['slow'] }, async () => {
    const { user, choose, imports } = showImport(reply);
    await choose();
    const field = await screen.findByLabelText('Another number');
    await user.type(field, 'fifty{Enter}');
    screen.getByText('Enter a number above 0, such as 12 or 0.5.');
    expect(field).toHaveProperty('value', 'fifty');
    expect(imports()).toHaveLength(1);
    await user.clear(field);
    await user.type(field, '50{Enter}');
    await button('Save 2 prices');
    expect(imports().at(-1)).toMatchObject({ answers: { 'unit:quintal': '50' } });
  });
});

test('of two sheets with prices one is chosen before anything is sent', { tags: ['slow'] }, async () => {
  const { user, imports } = showImport();
  const rows = (max: number) => [
    ['Date', 'Item', 'Min', 'Max'],
    ['18/11/2026', 'Beans', 380, max],
  ];
  const bytes = rawWorkbook([
    { name: 'Pettah', rows: rows(400) },
    { name: 'Kandy', rows: rows(500) },
  ]);
  await user.upload(screen.getByLabelText('Price file'), new File([bytes], 'two.xlsx'));
  await screen.findByText('Which sheet has the prices?');
  expect(imports()).toEqual([]);
  await user.click(await button('two.xlsx, sheet Kandy'));
  await button('Save 1 price');
  expect(imports()).toMatchObject([{ csv: 'Date,Item,Min,Max\n18/11/2026,Beans,380,500' }]);
});

test('what is hidden in a workbook is said', { tags: ['slow'] }, async () => {
  const { user } = showImport();
  const rows = [
    ['Date', 'Item', 'Min', 'Max'],
    ['18/11/2026', 'Beans', 380, 400],
  ];
  const bytes = rawWorkbook([
    { name: 'Prices', rows },
    { name: 'Last year', rows, state: 'hidden' },
  ]);
  await user.upload(screen.getByLabelText('Price file'), new File([bytes], 'hidden.xlsx'));
  const notes = await screen.findByRole('note', { name: 'Notes about this workbook' });
  within(notes).getByText('Hidden sheets are not imported: Last year.');
});

test('several lines of one row of a wide list are shown, with their errors', { tags: ['slow'] }, async () => {
  const fault = (text: string) => ({ line: 2, reason: 'No product matches this item.', text });
  const wide = {
    ...report,
    accepted: 2,
    prices: [beansLine, { ...beansLine, product_id: 9, product: 'Snake gourd' }],
    faults: [fault('2026-11-18, Kohila: 50'), fault('2026-11-18, Murunga: 60')],
  };
  const { choose } = showImport(() => wide);
  await choose();
  for (const text of ['2026-11-18, Kohila: 50', '2026-11-18, Murunga: 60']) await screen.findByText(text);
  for (const product of ['Beans', 'Snake gourd']) expect(screen.getAllByText(product).length).toBeGreaterThan(0);
});

test('a pasted table stays in its field when it is refused', { tags: ['slow'] }, async () => {
  const { user } = showImport(() => refused(400, { code: 'bad_csv', message: 'The file could not be read.' }));
  await user.click(screen.getByLabelText('Or paste a table'));
  await user.paste('Beans 380 400');
  await user.click(await button('Check the pasted table'));
  await screen.findByText('The file could not be read.');
  await user.click(await button('Choose another file'));
  expect(screen.getByLabelText('Or paste a table')).toHaveProperty('value', 'Beans 380 400');
});
