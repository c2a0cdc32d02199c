import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { day } from '#billing/calendar.ts';
import { CallError } from '#web/client.ts';
import { showScreen } from '../../testing/screen.tsx';
import { setPeople } from '../format/person.tsx';
import { NOT_ON_PHONES } from '../phone-only.tsx';
import { loaded } from '../use-load.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import type { Column } from './table-column.ts';
import { searchRows } from './table-rows.ts';

interface Crop {
  id: number;
  name: string;
  kilos: number | null;
}

const columns: Column<Crop>[] = [
  { key: 'name', title: 'Crop', value: (crop) => crop.name },
  { key: 'kilos', title: 'Kilos', kind: 'number', value: (crop) => crop.kilos, isSummed: true },
  { key: 'day', title: 'Picked', kind: 'day', value: () => day('2026-11-20') },
];
const crops: Crop[] = Array.from({ length: 23 }, (_, at) => ({ id: at + 1, name: `Crop ${at + 1}`, kilos: at + 1 }));

function showTable(more: Partial<DataTableProps<Crop>> = {}, at = '/crops') {
  const table = (
    <DataTable
      label="Crops"
      columns={columns}
      load={loaded(crops)}
      failure="Failed to fetch crops."
      rowId={(crop) => crop.id}
      rowName={(crop) => crop.name}
      empty={{ text: 'No crops yet.', next: 'Plant one.' }}
      search="Search crops"
      exportName="Crops"
      {...more}
    />
  );
  return showScreen(table, { path: '/crops', at });
}

function firstCells() {
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  return rows.flatMap((row) => within(row).queryAllByRole('cell')[0]?.textContent ?? []);
}

test('a long list shows ten rows, and the page is in the URL', async () => {
  const { user, address } = showTable();
  expect(firstCells()).toHaveLength(10);
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  await waitFor(() => expect(firstCells()).toEqual(['Crop 21', 'Crop 22', 'Crop 23']));
  expect(address()).toBe('/crops?page=3');
});

test('nothing says that a table with rows has none', () => {
  showTable();
  expect(firstCells()).toHaveLength(10);
  expect(document.querySelector('.mantine-datatable')?.textContent).not.toMatch(/no records|no crops/i);
});

test('the rows per page are chosen, and are in the URL', { tags: ['slow'] }, async () => {
  const { user, address } = showTable({}, '/crops?page=3');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25');
  await waitFor(() => expect(firstCells()).toHaveLength(23));
  expect(address()).toBe('/crops?size=25');
  screen.getByText('1–23 of 23');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '10');
  await waitFor(() => expect(firstCells()).toHaveLength(10));
  expect(address()).toBe('/crops');
});

test('a table with a page size of its own keeps it, and a short list has no pages', () => {
  showTable({ pageSize: 5 }, '/crops?size=50');
  expect(firstCells()).toHaveLength(5);
  expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull();
  cleanup();
  showTable({ load: loaded(crops.slice(0, 10)) });
  expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull();
});

test('on a phone a table with a page size of its own has three rows', () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media !== NOT_ON_PHONES,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  showTable({ pageSize: 5 });
  expect(firstCells().filter((text) => text.startsWith('Crop '))).toHaveLength(3);
});

test('changing the page by keyboard leaves the focus on the pressed button', async () => {
  const { user } = showTable();
  screen.getByRole('button', { name: 'Next page' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(firstCells()[0]).toBe('Crop 11'));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next page' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(firstCells()[0]).toBe('Crop 21'));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Crops' }));
});

test('a pasted link restores search, order and page', () => {
  showTable({}, '/crops?search=crop+1&sort=-kilos&page=2');
  expect(firstCells()).toEqual(['Crop 10', 'Crop 1']);
  expect(screen.getByRole('searchbox', { name: 'Search crops' })).toHaveProperty('value', 'crop 1');
});

test('a page beyond the end shows the last one', () => {
  showTable({}, '/crops?page=99');
  expect(firstCells()).toContain('Crop 23');
});

test('the heading sorts up, down, and back to the order of the list', async () => {
  const { user, address } = showTable({ load: loaded(crops.toReversed()) });
  const heading = () => screen.getByRole('button', { name: /^Kilos/ });
  await user.click(heading());
  await waitFor(() => expect(firstCells()[0]).toBe('Crop 1'));
  expect(address()).toBe('/crops?sort=kilos');
  await user.click(heading());
  await waitFor(() => expect(firstCells()[0]).toBe('Crop 23'));
  await user.click(heading());
  await waitFor(() => expect(address()).toBe('/crops'));
  expect(firstCells()[0]).toBe('Crop 23');
});

test('names with numbers are sorted by the value of the number, and rows without a figure are last', async () => {
  const some = [
    { id: 1, name: 'Plot 10', kilos: null },
    { id: 2, name: 'Plot 9', kilos: 4 },
  ];
  const { user } = showTable({ load: loaded(some) });
  await user.click(screen.getByRole('button', { name: /^Crop/ }));
  await waitFor(() => expect(firstCells()[0]).toBe('Plot 9'));
  await user.click(screen.getByRole('button', { name: /^Kilos/ }));
  await user.click(screen.getByRole('button', { name: /^Kilos/ }));
  expect(firstCells()).toEqual(['Plot 9', 'Plot 10']);
});

test('the search filters the rows, the total and the count, and is in the URL', async () => {
  const { user, address } = showTable();
  screen.getByText('276');
  await user.type(screen.getByRole('searchbox'), 'CROP 23');
  await screen.findByText('1 of 23');
  expect(firstCells()).toEqual(['Crop 23']);
  expect(screen.queryByText('276')).toBeNull();
  expect(address()).toBe('/crops?search=CROP+23');
});

test('the row of an id that is written with a space is first', () => {
  const rows = ['A2', 'B2', 'B20'].map((code) => ({ code, place: `Block ${code.charAt(0)} B row 2` }));
  const columns = (['code', 'place'] as const).map((key) => ({
    key,
    title: key,
    value: (row: (typeof rows)[0]) => row[key],
  }));
  expect(searchRows(rows, columns, { search: 'b 2' })).toEqual([rows[1], rows[0], rows[2]]);
  expect(searchRows(rows, columns, { search: 'block b' })).toEqual(rows);
});

test('special characters in the search are plain text, not a pattern', () => {
  showTable({}, '/crops?search=.*');
  screen.getByText('No results for “.*”.');
});

test('a search without results can be cleared immediately', async () => {
  const { user } = showTable({}, '/crops?search=turnip');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await screen.findByText('23 in total');
});

test('an empty list shows what to do next', () => {
  showTable({ load: loaded([]) });
  screen.getByText('No crops yet.');
  screen.getByText('Plant one.');
  expect(screen.getByRole('button', { name: 'Export to Excel' })).toHaveProperty('disabled', true);
});

test('a list that cannot be loaded is reported, and Try again loads it', async () => {
  const reload = vi.fn();
  const error = new CallError(500, { code: 'internal', message: 'Something went wrong on our side.' });
  const { user } = showTable({ load: { data: undefined, error, isLoading: false, reload } });
  screen.getByText('Failed to fetch crops.');
  screen.getByText('Something went wrong on our side.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledOnce();
});

test('a list that is loading shows a placeholder that says so', () => {
  showTable({ load: { data: undefined, error: undefined, isLoading: true, reload: () => {} } });
  screen.getByRole('status', { name: 'Loading' });
});

test('the buttons of a row name their row', async () => {
  const remove = vi.fn();
  const Shape = () => <svg aria-hidden />;
  const { user } = showTable({
    load: loaded(crops.slice(0, 2)),
    rowActions: (crop) => [{ label: 'Delete', icon: Shape as never, onClick: () => remove(crop.id) }],
  });
  await user.click(screen.getByRole('button', { name: 'Delete Crop 2' }));
  expect(remove).toHaveBeenCalledWith(2);
});

test('on a phone more than two actions of a row are in a menu that names its row', { tags: ['slow'] }, async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media !== NOT_ON_PHONES,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const remove = vi.fn();
  const Shape = () => <svg aria-hidden />;
  const named = (label: string, onClick = () => {}) => ({ label, icon: Shape as never, onClick });
  const { user } = showTable({
    load: loaded(crops.slice(0, 2)),
    rowActions: (crop) => [named('Edit'), named('Copy'), named('Delete', () => remove(crop.id))],
  });
  expect(screen.queryByRole('button', { name: 'Delete Crop 2' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions: Crop 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete Crop 2' }));
  expect(remove).toHaveBeenCalledWith(2);
});

test('a name is found whether or not it is typed with zero-width joiners', () => {
  const some = [{ id: 1, name: 'ක්\u200dරල', kilos: 1 }];
  showTable({ load: loaded(some) }, '/crops?search=ක්රල');
  expect(firstCells()).toHaveLength(1);
});

test.each([
  [1, 'Download 1 row as Crops.xlsx'],
  [2, 'Download 2 rows as Crops.xlsx'],
])('%i found: %s', (count, title) => {
  showTable({ load: loaded(crops.slice(0, count)) });
  expect(screen.getByRole('button', { name: 'Export to Excel' }).title).toBe(title);
});

test('a heading of money names the currency, and its cells only the amount', () => {
  const price: Column<Crop> = { key: 'price', title: 'Price', kind: 'money', value: () => 12500, isSummed: true };
  showTable({ columns: [...columns.slice(0, 1), price], load: loaded(crops.slice(0, 2)) });
  screen.getByRole('button', { name: /^Price \(LKR\)/ });
  expect(screen.getAllByRole('cell', { name: '12,500.00' })).toHaveLength(2);
  screen.getByText('25,000.00');
});

test('a column without any value is not shown, unless it must be', () => {
  const empty = (key: string): Column<Crop> => ({ key, title: key, value: () => null });
  showTable({ columns: [...columns, empty('Note'), { ...empty('Kept'), isKept: true }] });
  expect(screen.queryByRole('button', { name: /^Note/ })).toBeNull();
  screen.getByRole('button', { name: /^Kept/ });
});

test('a person is shown, sorted and searched by name, and searched by address', async () => {
  const by: Column<Crop> = { key: 'by', title: 'By', kind: 'person', value: ({ id }) => `p${3 - id}@example.com` };
  const given = { columns: [...columns.slice(0, 1), by], load: loaded(crops.slice(0, 3)) };
  setPeople({ 'p0@example.com': 'Nimal', 'p1@example.com': 'Anoma' });
  onTestFinished(() => setPeople({}));
  showTable(given, '/crops?sort=by');
  const people = () =>
    screen.getAllByRole('row').flatMap((row) => within(row).queryAllByRole('cell')[1]?.textContent ?? []);
  expect(people()).toEqual(['Anoma', 'Nimal', 'p2@example.com']);
  cleanup();
  showTable(given, '/crops?search=nimal');
  expect(firstCells()).toEqual(['Crop 3']);
  act(() => setPeople({ 'p1@example.com': 'Nimal' }));
  expect(firstCells()).toEqual(['Crop 2']);
  cleanup();
  showTable(given, '/crops?search=p0@');
  expect(firstCells()).toEqual(['Crop 3']);
});
