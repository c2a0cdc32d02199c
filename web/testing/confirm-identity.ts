import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { VERIFY } from './bulk-actions.ts';
import { type answerCalls, refuse } from './office.tsx';

type Answers = Parameters<typeof answerCalls>[0];

export function onceVerified(answers: Answers): Answers {
  let isVerified = false;
  const guarded = Object.entries(answers).map(([call, answer]): [string, typeof answer] => [
    call,
    (sent) => (isVerified ? answer(sent) : refuse('verification_required')),
  ]);
  const verify = () => {
    isVerified = true;
    return Response.json({ success: true, message: 'Identity confirmed.' });
  };
  return { ...Object.fromEntries(guarded), [VERIFY]: verify };
}

export async function enterPassword(user: UserEvent): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }));
  await user.type(dialog.getByLabelText(/^Password/), 'a password');
  await user.click(dialog.getByRole('button', { name: 'Confirm and continue' }));
}
