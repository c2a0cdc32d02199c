import { cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { showScreen } from '../../testing/screen.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import type { Selection } from './use-selection.ts';

beforeEach(() => {
  const { innerWidth } = window;
  Object.assign(window, { innerWidth: 390 });
  onTestFinished(() => void Object.assign(window, { innerWidth }));
});

function showToolbar(at: string, ids: string[] = []) {
  const selection: Selection = { ids, add: () => undefined, remove: () => undefined, clear: () => undefined };
  const toolbar = (
    <ListToolbar
      search={<input aria-label="Search" />}
      filters={<input aria-label="Month" />}
      end={<button type="button">Export</button>}
      bar={<button type="button">Print selected</button>}
      selection={selection}
      tabs="status"
    />
  );
  return showScreen(toolbar, { path: '/crops', at });
}

const shown = () =>
  [...screen.queryAllByRole('textbox'), ...screen.queryAllByRole('button')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent,
  );

test('on a phone, filters, export and actions are behind one button', async () => {
  const { user } = showToolbar('/crops');
  expect(shown()).toEqual(['Search', 'Filters']);
  await user.click(screen.getByRole('button', { name: 'Filters', expanded: false }));
  expect(shown()).toEqual(['Search', 'Month', 'Filters', 'Export', 'Print selected']);
  await user.click(screen.getByRole('button', { name: 'Filters', expanded: true }));
  expect(shown()).toEqual(['Search', 'Filters']);
});

test('a filter of the address is visible at once; search, order, page and tabs of it are visible without', () => {
  showToolbar('/crops?search=leek&sort=-name&page=2&size=25&status=paid&month=');
  expect(shown()).toEqual(['Search', 'Filters']);
  cleanup();
  showToolbar('/crops?month=2026-11');
  expect(shown()).toContain('Month');
});

test('what is done with selected rows appears with the selection', () => {
  showToolbar('/crops', ['7']);
  expect(shown()).toEqual(['Search', 'Filters', 'Print selected']);
});
