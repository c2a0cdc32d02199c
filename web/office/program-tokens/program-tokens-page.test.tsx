import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ProgramToken, programTokens } from '#contract/program-tokens.ts';
import { answerCalls, openOffice, signInAs } from '#web/testing/office.tsx';

const LIST = 'GET /api/program-tokens';
const MAKE = 'POST /api/program-tokens';
const REVOKE = 'POST /api/program-tokens/3/revoke';
const SECRET = `pola_${'a'.repeat(43)}`;

const TOKEN = {
  token_id: 3,
  label: 'Books of Perera',
  scopes: ['reports'],
  state: 'valid',
  last_day: '2027-11-20',
  made_at: '2026-11-20T04:00:00.000Z',
  made_by: 'superadmin@example.com',
  used_at: null,
  revoked_at: null,
  revoked_by: null,
} as unknown as ProgramToken;

const answerList = (...tokens: ProgramToken[]) => Response.json(programTokens.list.answer.parse(tokens));

test('a token is made with what it may read, and is shown once', { tags: ['slow'] }, async () => {
  signInAs('superadmin');
  const sent = answerCalls({
    [LIST]: () => answerList(),
    [MAKE]: () => Response.json({ message: 'Token made', token: SECRET, program_token: TOKEN }, { status: 201 }),
  });
  const { user } = openOffice('/program-tokens');
  await screen.findByText('No tokens yet.');
  await user.click(screen.getByRole('button', { name: 'Make token' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Used by' }), 'Books of Perera');
  await user.click(dialog.getByRole('checkbox', { name: 'Reports' }));
  await user.click(dialog.getByRole('button', { name: 'Make token' }));
  await screen.findByText(SECRET);
  expect(sent.filter(({ call }) => call === MAKE).map(({ body }) => body)).toMatchObject([
    { label: 'Books of Perera', scopes: ['reports'] },
  ]);
});

test('a token is revoked after a question, and a revoked one has nothing to do', { tags: ['slow'] }, async () => {
  signInAs('superadmin');
  let isRevoked = false;
  answerCalls({
    [LIST]: () => answerList(isRevoked ? { ...TOKEN, state: 'revoked' } : TOKEN),
    [REVOKE]: () => {
      isRevoked = true;
      return Response.json({ message: 'Token revoked', program_token: TOKEN });
    },
  });
  const { user } = openOffice('/program-tokens');
  await user.click(await screen.findByRole('button', { name: /Revoke/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Revoked');
  expect(screen.queryByRole('button', { name: /Revoke/ })).toBe(null);
});
