import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answerCalls, openOffice, refuse, signInAs } from '#web/testing/office.tsx';

import { filledSheets, readSource, sourceOf } from './source-form.tsx';

beforeEach(() => signInAs('admin'));

const LAST = 'GET /api/imports';
const SHOPS = 'POST /api/imports/shops';
const UNDO = 'POST /api/imports/shops/undo';
const CSV = 'Shop no,Rent\nA-1,9000\n';
const report = {
  written: false,
  lines: 1,
  accepted: 1,
  added: 1,
  unchanged: 0,
  questions: [] as object[],
  notes: ['Columns that are not imported: Floor.'],
  faulty: 0,
  faults: [] as object[],
  rows: [{ line: 2, text: 'New shop A-1, A-1', status: 'added' }],
};
const question = {
  id: 'column:location',
  kind: 'column',
  question: 'Which column has the location?',
  choices: [
    { value: 'is:Floor', label: 'The column “Floor”' },
    { value: 'all:-', label: 'Not in the file: use “-” for every line' },
  ],
  takes_number: false,
  lines: 1,
  answer: null as string | null,
};
const kept = {
  subject: 'shops',
  at: '2026-11-20T03:00:00.000Z',
  by: 'kumari@example.com',
  shops: 1,
  tenants: 0,
  products: 0,
};

async function paste(user: Awaited<ReturnType<typeof openOffice>>['user'], text: string): Promise<void> {
  await user.click(await screen.findByRole('textbox', { name: 'Or paste a table' }));
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Check the pasted table' }));
}

test('shops are checked, asked about, saved after the answer, and undone', { tags: ['slow'] }, async () => {
  let last: object[] = [];
  const sent = answerCalls({
    [LAST]: () => Response.json(last),
    [SHOPS]: ({ body }) => {
      const { answers, write } = body as { answers: Record<string, string>; write: boolean };
      if (write) last = [kept];
      const answer = answers['column:location'] ?? null;
      return Response.json({ ...report, written: write, questions: [{ ...question, answer }] });
    },
    [UNDO]: () => {
      last = [];
      return Response.json({ message: 'The import was undone.' });
    },
  });
  const { user } = openOffice('/import-shops');
  await paste(user, CSV);
  const save = await screen.findByRole('button', { name: 'Save 1 line' });
  expect(save).toHaveProperty('disabled', true);
  screen.getByText('Answer the questions before saving.');
  screen.getByText('Columns that are not imported: Floor.');
  within(screen.getByRole('table', { name: 'What will be saved' })).getByText('New shop A-1, A-1');
  await user.click(screen.getByRole('radio', { name: 'The column “Floor”' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save 1 line' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: 'Save 1 line' }));
  await screen.findByText('1 line saved.');
  expect(sent.filter(({ call }) => call === SHOPS).at(-1)?.body).toEqual({
    csv: CSV,
    answers: { 'column:location': 'is:Floor' },
    write: true,
  });
  await user.click(await screen.findByRole('button', { name: 'Undo the last import' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('1 shop and 0 tenants will be removed.');
  await user.click(within(dialog).getByRole('button', { name: 'Undo the last import' }));
  await screen.findByText('The import was undone.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo the last import' })).toBeNull());
});

test('the next question can be answered while the file is checked with the first answer', async () => {
  const fee = {
    ...question,
    id: 'column:operation_fee',
    question: 'Which column has the operation fee?',
    choices: [{ value: 'all:0', label: 'In no column: use 0 for every line' }],
  };
  const checks: ((answer: Response) => void)[] = [];
  const sent = answerCalls({
    [LAST]: () => Response.json([]),
    [SHOPS]: ({ body }) =>
      Object.keys((body as { answers: object }).answers).length === 0
        ? Response.json({ ...report, questions: [question, fee] })
        : new Promise<Response>((answer) => checks.push(answer)),
  });
  const { user } = openOffice('/import-shops');
  await paste(user, CSV);
  await user.click(await screen.findByRole('radio', { name: 'The column “Floor”' }));
  await user.click(screen.getByRole('radio', { name: 'In no column: use 0 for every line' }));
  expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(2);
  await waitFor(() => expect(checks).toHaveLength(2));
  expect(sent.at(-1)?.body).toMatchObject({
    answers: { 'column:location': 'is:Floor', 'column:operation_fee': 'all:0' },
  });
});

test('nothing can be saved while a line has an error', { tags: ['slow'] }, async () => {
  const faults = [{ line: 2, reason: 'The rent amount cannot be less than 0.', text: 'A-1,-1' }];
  answerCalls({
    [LAST]: () => Response.json([]),
    [SHOPS]: () => Response.json({ ...report, accepted: 0, faulty: 1, faults, rows: [] }),
  });
  const { user } = openOffice('/import-shops');
  await paste(user, CSV);
  await screen.findByText('The rent amount cannot be less than 0.');
  expect(screen.getByRole('button', { name: 'Save 1 line' })).toHaveProperty('disabled', true);
  expect(screen.getAllByText(/^Correct the lines with errors in the file/).length).toBeGreaterThan(0);
});

test('an import that is in use stays, and the page says what uses it', { tags: ['slow'] }, async () => {
  answerCalls({
    [LAST]: () => Response.json([kept]),
    [UNDO]: () => refuse('import_used'),
  });
  const { user } = openOffice('/import-shops');
  await user.click(await screen.findByRole('button', { name: 'Undo the last import' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo the last import' }));
  await screen.findByText('Something from this import is already in use, so the import cannot be undone.');
});

test('one button on the page of the products adds the starter catalogue', { tags: ['slow'] }, async () => {
  const sent = answerCalls({
    [LAST]: () => Response.json([]),
    'POST /api/imports/products/starter': () => Response.json({ message: '119 products added.', added: 119 }),
  });
  const { user } = openOffice('/import-products');
  await user.click(await screen.findByRole('button', { name: 'Load the starter catalogue' }));
  await screen.findByText('119 products added.');
  expect(sent.filter(({ call }) => call === LAST)).toHaveLength(2);
});

test('a UTF-8 file is read unchanged, including Sinhala', async () => {
  const csv = 'date,item,min_price,max_price\n2026-11-20,බෝංචි,380,400\n';
  expect(await readSource(new File([csv], 'nov.csv'), filledSheets)).toEqual([{ name: 'nov.csv', csv, notes: [] }]);
});

test('a file in another encoding is read in the most likely one, and a picture is refused', async () => {
  const latin = new File([new Uint8Array([0x64, 0xe9, 0x0a])], 'old.csv');
  expect(await readSource(latin, filledSheets)).toEqual([{ name: 'old.csv', csv: 'dé\n', notes: [] }]);
  const picture = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1])], 'list.png');
  await expect(readSource(picture, filledSheets)).rejects.toThrow('This file is not a table.');
});

test('an old workbook is refused with advice on what to do', async () => {
  const old = new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], 'list.xls');
  await expect(readSource(old, filledSheets)).rejects.toThrow('Save it as .xlsx or CSV');
});

test('an empty file and one above 10 MB are refused before anything is sent', async () => {
  await expect(readSource(new File([' \n'], 'empty.csv'), filledSheets)).rejects.toThrow(
    'The file is empty. Choose another file.',
  );
  await expect(readSource(new File(['x'.repeat(10 * 1024 * 1024 + 1)], 'big.csv'), filledSheets)).rejects.toThrow(
    'larger than 10 MB',
  );
  expect(() => sourceOf('Pasted table', '"\n'.repeat(4 * 1024 * 1024))).toThrow('larger than 10 MB');
});

test('a workbook offers each sheet that has more than a title', async () => {
  const sheet = (name: string, rows: string[][]) => ({ sheet: name, text: '', rows, notes: [] });
  const tables = [sheet('Cover', [['Shops']]), sheet('List', [['Shop'], ['A-1']])];
  expect((await filledSheets(tables)).map(({ sheet: name }) => name)).toEqual(['List']);
  expect((await filledSheets(tables.slice(0, 1))).map(({ sheet: name }) => name)).toEqual(['Cover']);
});
