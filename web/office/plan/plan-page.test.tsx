import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { day as dayOf } from '#billing/calendar.ts';
import { answerCalls, openOffice, signInAs } from '../../testing/office.tsx';
import { importOf } from '../import-page.ts';
import { levelOf } from './mark-level.ts';

const PLAN = { parts: [], shop_ids: ['A-1', 'A-2'], picture: null };
const OWING = {
  shop_id: 'A-2',
  shop_name: 'Nimal Stores',
  tenant_name: 'Nimal Perera',
  day: '2026-01-05',
  amount: 300,
};

beforeAll(async () => {
  await importOf('/market-plan')();
  await importOf('/edit-plan')();
});
beforeEach(() => signInAs('admin'));

test('a stall says in words what its colour says, and leads to the shop', { tags: ['slow'] }, async () => {
  answerCalls({
    'GET /api/plan': () => Response.json(PLAN),
    'GET /api/plan/answers?question=owes': () => Response.json([OWING]),
  });
  openOffice('/market-plan');
  const link = await screen.findByRole('link', {
    name: /^A-2 · Nimal Stores · LKR\s300\.00 due since 5\sJan\s2026$/,
  });
  expect(link.getAttribute('href')).toBe('/shop-summary/A-2');
  screen.getByRole('link', { name: 'Shop A-1' });
  const legend = within(screen.getByRole('list', { name: 'What the colours mean' }));
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Does not apply 1',
    'Less than 30 days 0',
    '30 to 89 days 0',
    '90 days or longer 1',
  ]);
  within(screen.getByRole('table', { name: 'Owes rent or fines' })).getByText('Nimal Perera');
});

test('arrow keys and numbers move a stall, and the plan is saved with what moved', { tags: ['slow'] }, async () => {
  const SAVE = 'PUT /api/plan';
  const sent = answerCalls({
    'GET /api/plan': () => Response.json(PLAN),
    [SAVE]: ({ body }) => Response.json({ message: 'Plan saved.', plan: { ...PLAN, ...(body as object) } }),
  });
  const { user } = openOffice('/edit-plan');
  const stall = await screen.findByRole('button', { name: /^A-2, / });
  stall.focus();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Stall, entrance or label' }), 'A-2');
  const [left, top] = ['From the left', 'From the top'].map((name) => screen.getByRole('textbox', { name }));
  const before = [left, top].map((field) => Number((field as HTMLInputElement).value));
  screen.getByRole('button', { name: /^A-2, / }).focus();
  await user.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
  const x = (before[0] ?? 0) + 1;
  expect((screen.getByRole('textbox', { name: 'From the left' }) as HTMLInputElement).value).toBe(String(x));
  const topField = screen.getByRole('textbox', { name: 'From the top' });
  await user.clear(topField);
  await user.type(topField, '4o');
  screen.getByText('Enter a whole number from 0 to 20,000.');
  await user.click(screen.getByRole('button', { name: 'Save plan' }));
  expect(sent.filter(({ call }) => call === SAVE)).toEqual([]);
  await user.clear(topField);
  await user.type(topField, '44');
  await user.click(screen.getByRole('button', { name: 'Save plan' }));
  await screen.findByText('Plan saved.');
  expect(sent.find(({ call }) => call === SAVE)?.body).toEqual({
    parts: [{ kind: 'stall', shop_id: 'A-2', text: '', x, y: 44, width: 8, height: 6 }],
  });
});

test.each([
  ['owes', '2026-10-05', 1],
  ['owes', '2026-09-05', 2],
  ['owes', '2026-07-07', 3],
  ['ending', '2026-10-04', 3],
  ['ending', '2026-10-05', 2],
  ['ending', '2026-11-04', 2],
  ['ending', '2026-11-05', 1],
  ['claims', '2026-10-02', 2],
  ['vacant', null, 3],
] as const)('on 5 October, %s of %s is of level %i', (question, written, level) => {
  const day = written === null ? null : dayOf(written);
  expect(levelOf(question, { day }, dayOf('2026-10-05'))).toBe(level);
});
