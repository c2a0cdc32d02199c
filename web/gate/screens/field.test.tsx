import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fastUser } from '../../testing/fast-user.ts';
import { Field } from './field.tsx';

function ReasonField() {
  const [reason, setReason] = useState('');
  return <Field label="Reason" value={reason} most={20} onType={setReason} />;
}

test('a pasted text that is too long stays, is not submitted and says why', async () => {
  const user = fastUser();
  render(<ReasonField />);
  const field = screen.getByLabelText<HTMLInputElement>('Reason');
  await user.click(field);
  await user.paste('Not this lorry but the van behind it');
  expect(field.value).toBe('Not this lorry but the van behind it');
  expect([field.validity.valid, screen.getByText('At most 20 characters.').className]).toEqual([false, 'field-fault']);
  await user.clear(field);
  await user.paste('Not this lorry');
  expect(field.validity.valid).toBe(true);
});
