import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signInAs } from '../../testing/office.tsx';
import { showScreen } from '../../testing/screen.tsx';
import { ScheduleForm } from './schedule-panel.tsx';

const STORED = {
  generate_invoices: true,
  generate_day: 1,
  apply_fines: false,
  fines_day: 16,
  daily_backup: true,
  backup_days: 30,
};

test('each number of the schedule has a name of its own', () => {
  signInAs('admin');
  showScreen(<ScheduleForm stored={STORED} />);
  const named = screen
    .getAllByRole<HTMLInputElement>('textbox')
    .map((field) => [field.getAttribute('aria-label'), field.value]);
  expect(named).toEqual([
    ['Day of the month to generate invoices', '1'],
    ['Day of the month to apply fines', '16'],
    ['Number of days to keep all backups', '30'],
  ]);
});
