import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { forgetSession } from '#web/session.ts';
import { answerCalls, signInAs } from '#web/testing/office.tsx';
import { showScreen } from '#web/testing/screen.tsx';
import { FirstDayPanel } from './first-day-settings.tsx';

const PUT = 'PUT /api/settings/counting';

function open(role: 'admin' | 'manager') {
  signInAs(role);
  const sent = answerCalls({
    'GET /api/settings/confirmation': () => Response.json({ from: null }, { headers: { etag: '"1"' } }),
    'GET /api/settings/counting': () => Response.json({ from: null }, { headers: { etag: '"1"' } }),
    [PUT]: ({ body }) => Response.json({ message: 'The setting is saved.', settings: body }),
  });
  const { user } = showScreen(
    <>
      <FirstDayPanel what="confirmation" />
      <FirstDayPanel what="counting" />
    </>,
  );
  return { sent, user };
}

const fieldOf = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

test('the first day of counting tickets is set, and unsaved input of one day is not restored in the other', async () => {
  const { user } = open('admin');
  await user.type(await fieldOf('Count tickets from'), '5 Oct 2020');
  await user.tab();
  forgetSession();
  cleanup();
  const again = open('admin');
  expect((await fieldOf('Count tickets from')).value).toBe('5 Oct 2020');
  expect((await fieldOf('Confirm payments from')).value).toBe('');
  const panel = within(screen.getByRole('region', { name: 'Counting tickets' }));
  await again.user.click(panel.getByRole('button', { name: 'Save setting' }));
  await screen.findByText('The setting is saved.');
  expect(again.sent.find(({ call }) => call === PUT)?.body).toEqual({ from: '2020-10-05' });
});

test('who may not change ledgers reads from when tickets are counted', async () => {
  open('manager');
  await screen.findByText('All tickets without a shift must be counted.');
  expect(screen.queryByLabelText('Count tickets from')).toBeNull();
});
