import { setTimeout } from 'node:timers/promises';
import { Textarea, TextInput } from '@mantine/core';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { runIdIn } from '#contract/bulk-actions.ts';
import { inputMessage } from '#contract/messages/input-message.ts';
import { paidIn } from '#contract/scalars.ts';
import { versionOf } from '#contract/version.ts';
import { CallError } from '#web/client.ts';
import { forgetSession, storeSession, takeLeaving } from '#web/session.ts';
import { signInAs } from '../../testing/office.tsx';
import { showScreen } from '../../testing/screen.tsx';
import { AmountField } from './amount-field.tsx';
import { Form } from './form.tsx';
import { newUuid } from './use-form-key.ts';
import type { SeenVersion } from './use-merge.ts';
import { saveInput, useOfficeForm } from './use-office-form.ts';

const schema = z.object({
  name: z.string().min(1, inputMessage('input.required')),
  place: z.string().min(1, inputMessage('input.required')),
});

interface Stall extends Record<string, unknown> {
  name: string;
  place: string;
  note: string;
}

function StallForm({ save, ask }: { save: (stall: Stall) => Promise<unknown>; ask?: () => Promise<object> }) {
  const form = useOfficeForm<Stall, unknown>({
    initialValues: { name: '', place: '', note: '' },
    schema,
    save: (stall) => save(stall),
    ...(ask && { ask }),
    fallback: 'Failed to add the stall.',
    fieldOfRefusal: { product_exists: 'name' },
  });
  return (
    <Form form={form} saveLabel="Add stall" cancelTo="/stalls">
      <TextInput label="Name" {...form.field('name')} />
      <Textarea label="Note" {...form.field('note')} />
      <TextInput label="Place" {...form.field('place')} />
      <Link to="/away">Away</Link>
    </Form>
  );
}

const showForm = (save: (stall: Stall) => Promise<unknown> = vi.fn(async () => {})) => ({
  save,
  ...showScreen(<StallForm save={save} />),
});
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const place = () => screen.getByRole('textbox', { name: 'Place' });

test('Enter moves to the next field, starts a new line in a note, and saves from the last field', async () => {
  const { user, save } = showForm();
  const note = screen.getByRole('textbox', { name: 'Note' });
  await user.type(name(), 'Stall 7{Enter}');
  expect(document.activeElement).toBe(note);
  await user.type(note, 'one{Enter}two');
  expect(document.activeElement).toBe(note);
  expect(save).not.toHaveBeenCalled();
  await user.type(place(), 'North{Enter}');
  expect(save).toHaveBeenCalledWith({ name: 'Stall 7', place: 'North', note: 'one\ntwo' });
});

test('Ctrl+S and Ctrl+Enter save from anywhere', async () => {
  const { user, save } = showForm();
  await user.type(name(), 'Stall 7');
  await user.type(place(), 'North');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ name: 'Stall 7', place: 'North', note: '' }));
  await user.type(place(), ' gate{Control>}{Enter}{/Control}');
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
});

test('a missing value is reported under its field, and the first such field gets the focus', async () => {
  const { user, save } = showForm();
  await user.type(name(), 'Stall 7');
  await user.click(screen.getByRole('button', { name: 'Add stall' }));
  expect(screen.getAllByText('Enter the place.')).toHaveLength(1);
  expect(document.activeElement).toBe(place());
  expect(place().getAttribute('aria-invalid')).toBe('true');
  expect(save).not.toHaveBeenCalled();
});

test('a form that is being saved cannot be saved twice', async () => {
  const saving = Promise.withResolvers<void>();
  const { user, save } = showForm(vi.fn(() => saving.promise));
  await user.type(name(), 'Stall 7');
  await user.type(place(), 'North');
  await user.keyboard('{Control>}s{/Control}{Control>}s{/Control}');
  await user.keyboard('{Control>}{Enter}{/Control}');
  saving.resolve();
  await user.keyboard('{Control>}s{/Control}');
  expect(save).toHaveBeenCalledOnce();
});

test('text typed while a form is being saved counts as unsaved', async () => {
  const saving = Promise.withResolvers<void>();
  const { user } = showForm(vi.fn(() => saving.promise));
  await user.type(name(), 'Stall 7');
  await user.type(place(), 'North{Control>}s{/Control}');
  await user.type(place(), ' gate');
  saving.resolve();
  await user.click(screen.getByRole('link', { name: 'Away' }));
  await screen.findByText('Leave without saving?');
});

test('an error in a value that the form does not show is reported at the end of the form', async () => {
  const details = [{ field: 'owner', message: 'The owner is missing.' }];
  const { user } = showForm(async () =>
    Promise.reject(new CallError(400, { code: 'invalid_input', message: 'Please check.', details })),
  );
  await user.type(name(), 'Stall 7');
  await user.type(place(), 'South{Control>}s{/Control}');
  expect((await screen.findByRole('alert')).textContent).toBe('Please check.');
});

test("the server's details are under their fields", async () => {
  const details = [{ field: 'place', message: 'There is no such gate.' }];
  const { user } = showForm(async () =>
    Promise.reject(new CallError(400, { code: 'invalid_input', message: 'Please check.', details })),
  );
  await user.type(name(), 'Stall 7');
  await user.type(place(), 'South');
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText('There is no such gate.');
  expect(document.activeElement).toBe(place());
});

test('a refusal about one field is under that field', async () => {
  const { user } = showForm(async () =>
    Promise.reject(new CallError(409, { code: 'product_exists', message: 'This name is taken.' })),
  );
  await user.type(name(), 'Stall 7');
  await user.type(place(), 'South{Control>}s{/Control}');
  await screen.findByText('This name is taken.');
  expect(document.activeElement).toBe(name());
});

test('a failure without a message from the server shows the message of the screen', async () => {
  const { user } = showForm(async () => Promise.reject(new CallError(502, { code: 'no_answer', message: '' })));
  await user.type(name(), 'Stall 7');
  await user.type(place(), 'South{Control>}s{/Control}');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to add the stall.');
});

test('leaving with unsaved input asks, and staying preserves the input', async () => {
  const { user, address } = showForm();
  await user.type(name(), 'Stall 7');
  await user.click(screen.getByRole('link', { name: 'Away' }));
  await screen.findByText('Leave without saving?');
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(address()).toBe('/screen');
  expect(name()).toHaveProperty('value', 'Stall 7');
  await user.click(screen.getByRole('link', { name: 'Away' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByText('You are at /away');
});

test('leaving again immediately after staying asks again', async () => {
  const { user, router } = showForm();
  await user.type(name(), 'Stall 7');
  await user.click(screen.getByRole('link', { name: 'Away' }));
  const stay = await screen.findByRole('button', { name: 'Stay' });
  // The click and the navigation happen before the next render.
  await act(async () => {
    fireEvent.click(stay);
    await setTimeout();
    await router.navigate('/away');
  });
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByText('You are at /away');
});

test('closing the tab with unsaved input asks too', async () => {
  const { user } = showForm();
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(true);
  await user.type(name(), 'Stall 7');
  expect(leave()).toBe(false);
});

test('a saved or unchanged form is left without a question', async () => {
  const { user, save } = showForm();
  await user.type(name(), 'Stall 7');
  await user.type(place(), 'North{Control>}s{/Control}');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  await user.click(screen.getByRole('link', { name: 'Away' }));
  await screen.findByText('You are at /away');
});

test('a failed check before saving is reported, and the form can be saved again', async () => {
  const ask = vi.fn(async () => ({}));
  ask.mockRejectedValueOnce(new Error('lost'));
  const save = vi.fn(async () => {});
  const { user } = showScreen(<StallForm save={save} ask={ask} />);
  await user.type(name(), 'Stall 7');
  await user.type(place(), 'North{Control>}s{/Control}');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to add the stall.');
  expect(save).not.toHaveBeenCalled();
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
});

const CALL = { body: schema.extend({ note: z.string() }) } as const;
const LOADED = { name: 'Stall 7', place: 'North', note: '' };
const changedTo = (current: object) =>
  new CallError(412, { code: 'changed_meanwhile', message: 'This was changed in the meantime.', current });

interface EditedStallProps {
  save: (stall: Stall, seen: SeenVersion) => Promise<Stall>;
  restoreKey?: string;
}

function EditedStallForm({ save, restoreKey }: EditedStallProps) {
  const form = useOfficeForm<Stall, Stall>({
    initialValues: LOADED,
    ...(restoreKey !== undefined && { restoreKey }),
    save,
    stored: { call: CALL, object: LOADED, valuesOf: (stall: Stall) => stall, objectOf: (saved) => saved },
    fallback: 'Failed to save the stall.',
  });
  return (
    <Form form={form} saveLabel="Save stall">
      <TextInput label="Name" required {...form.field('name')} />
      <TextInput label="Place" {...form.field('place')} />
      <TextInput label="Note" {...form.field('note')} />
    </Form>
  );
}

function showEdited(...meanwhile: object[]) {
  const seen: string[] = [];
  const save = vi.fn(async (stall: Stall, { ifMatch }: SeenVersion) => {
    seen.push(ifMatch);
    const current = meanwhile.shift();
    if (current) throw changedTo(current);
    return stall;
  });
  return { save, seen, ...showScreen(<EditedStallForm save={save} />) };
}
const button = (label: string) => screen.getByRole('button', { name: label });

test('a save names the version of the object as loaded, and then that of the object it saved', async () => {
  const { user, seen } = showEdited();
  await user.type(place(), ' gate{Control>}s{/Control}');
  await user.type(place(), ' 2{Control>}s{/Control}');
  const versions = ['North', 'North gate'].map((at) => versionOf(CALL, { ...LOADED, place: at }));
  await waitFor(() => expect(seen).toEqual(versions));
});

test('what somebody else changed meanwhile is listed with its values, and what both changed is marked', async () => {
  const { user, save } = showEdited({ name: 'Stall 8', place: 'South', note: '', owner: 'Nimal' });
  await user.type(place(), ' gate{Control>}s{/Control}');
  const panel = await screen.findByRole('alert');
  expect(
    within(panel)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Name: Stall 7 → Stall 8', 'Place: North → South (you entered North gate)']);
  await waitFor(() => expect(document.activeElement).toBe(panel));
  await user.type(name(), '{Control>}s{/Control}');
  expect(save).toHaveBeenCalledOnce();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
});

test('the stored values are taken over only where they changed, and other input stays', async () => {
  const stored = { name: 'Stall 8', place: 'North', note: '' };
  const { user, save, seen } = showEdited(stored);
  await user.type(place(), ' gate{Control>}s{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Use the saved values' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(name());
  await user.click(button('Save stall'));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save.mock.lastCall?.[0]).toEqual({ name: 'Stall 8', place: 'North gate', note: '' });
  expect(seen.at(-1)).toBe(versionOf(CALL, stored));
});

test('my values stay and replace the stored ones at the next save', async () => {
  const stored = { name: 'Stall 8', place: 'South', note: '' };
  const { user, save, seen } = showEdited(stored, { ...stored, place: 'East' });
  await user.type(place(), ' gate{Control>}s{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Keep my values' }));
  await user.click(button('Save stall'));
  expect((await screen.findByRole('listitem')).textContent).toBe('Place: South → East (you entered North gate)');
  await user.click(button('Keep my values'));
  await user.click(button('Save stall'));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(3));
  expect(save.mock.lastCall?.[0]).toEqual({ ...LOADED, place: 'North gate' });
  expect(seen.at(-1)).toBe(versionOf(CALL, { ...stored, place: 'East' }));
});

test('a refusal without the stored object is shown as any other', async () => {
  const refusal = new CallError(412, { code: 'changed_meanwhile', message: 'This was changed in the meantime.' });
  const { user } = showScreen(<EditedStallForm save={() => Promise.reject(refusal)} />);
  await user.type(place(), ' gate{Control>}s{/Control}');
  expect((await screen.findByRole('alert')).textContent).toBe('This was changed in the meantime.');
});

test('input restored after a session ended is compared with the object that it was based on', async () => {
  const values = { ...LOADED, place: 'North gate' };
  saveInput({ place: 'stall 7', owner: 'kumari@example.com', values, base: { ...LOADED, name: 'Stall 6' } });
  signInAs('admin');
  const seen: string[] = [];
  const save = async (stall: Stall, { ifMatch }: SeenVersion) => {
    seen.push(ifMatch);
    return stall;
  };
  const { user } = showScreen(<EditedStallForm save={save} restoreKey="stall 7" />);
  await user.type(name(), '{Control>}s{/Control}');
  await waitFor(() => expect(seen).toEqual([versionOf(CALL, { ...LOADED, name: 'Stall 6' })]));
});

function AccountForm() {
  const form = useOfficeForm({
    initialValues: { name: '', password: '' },
    save: () => Promise.reject(new CallError(401, { code: 'unauthorized', message: 'Please log in.' })),
    fallback: 'Failed to add the account.',
  });
  return (
    <Form form={form} saveLabel="Add account">
      <TextInput label="Name" {...form.field('name')} />
      <TextInput label="Password" {...form.field('password')} />
    </Form>
  );
}

async function typeAndLeave(options?: { byChoice: boolean }) {
  signInAs('admin');
  const { user } = showScreen(<AccountForm />);
  await user.type(name(), 'Nimal');
  await user.type(screen.getByLabelText('Password'), 'mango-river-42');
  act(() => forgetSession(options));
  cleanup();
}

function openAgain(): string[] {
  showScreen(<AccountForm />);
  const shown = [name(), screen.getByLabelText<HTMLInputElement>('Password')].map(({ value }) => value);
  cleanup();
  return shown;
}

test('what is in a form when the session ends is there after signing in again, without the password', async () => {
  await typeAndLeave();
  signInAs('admin');
  expect(openAgain()).toEqual(['Nimal', '']);
  expect(openAgain()).toEqual(['', '']);
});

test('what is in a form is forgotten after signing out, and another person does not see it', async () => {
  await typeAndLeave({ byChoice: true });
  takeLeaving();
  signInAs('admin');
  expect(openAgain()).toEqual(['', '']);

  await typeAndLeave();
  storeSession({ token: 't', role: 'admin', name: 'Ruwan', email: 'ruwan@example.com', mustChangePassword: false });
  expect(openAgain()).toEqual(['', '']);
  signInAs('admin');
  expect(openAgain()).toEqual(['', '']);
});

test('what is in a form is there after a reload, without the password, unless it was saved or emptied', async () => {
  signInAs('admin');
  const { user } = showScreen(<AccountForm />);
  await user.type(name(), 'Nimal');
  await user.type(screen.getByLabelText('Password'), 'mango-river-42');
  reload();
  const again = showScreen(<AccountForm />);
  expect(name().value).toBe('Nimal');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  screen.getByText('Your unsaved entries have been restored.');
  await again.user.clear(name());
  reload();
  expect(openAgain()).toEqual(['', '']);

  const saving = showForm();
  await saving.user.type(name(), 'Stall 7');
  await saving.user.type(place(), 'North{Enter}');
  await waitFor(() => expect(saving.save).toHaveBeenCalledTimes(1));
  reload();
  showForm();
  expect(name().value).toBe('');
});

function reload() {
  dispatchEvent(new Event('pagehide'));
  cleanup();
}

function FeesForm() {
  const form = useOfficeForm<{ least: number | string; most: number | string }, unknown>({
    initialValues: { least: '', most: '' },
    schema: z.object({ least: paidIn, most: paidIn }),
    check: ({ least, most }) => (Number(least) > Number(most) ? { least: 'Above the highest fee.' } : {}),
    save: async () => {},
    fallback: '',
  });
  return (
    <Form form={form} saveLabel="Save">
      <AmountField label="Lowest fee" {...form.field('least')} />
      <AmountField label="Highest fee" {...form.field('most')} />
    </Form>
  );
}

test('an amount that the form would refuse is refused on leaving its field, and an empty one is not', async () => {
  const { user } = showScreen(<FeesForm />);
  const [least, most] = ['Lowest fee', 'Highest fee'].map((label) => screen.getByLabelText(label));
  if (!least || !most) throw new Error('a field is missing');
  const errors = () => [least, most].map((field) => field.matches('[aria-invalid=true]'));
  await user.click(least);
  await user.tab();
  expect(errors()).toEqual([false, false]);
  for (const refused of ['0', '-5']) {
    await user.clear(most);
    await user.type(most, refused);
    await user.tab();
    expect(errors()).toEqual([false, true]);
  }
  await user.type(least, '10');
  await user.tab();
  expect(errors()).toEqual([true, true]);
  await user.clear(most);
  await user.type(most, '20');
  await user.tab();
  expect(errors()).toEqual([false, false]);
});

test('every run has an id that the server accepts, and no other run has the same', () => {
  const ids = Array.from({ length: 200 }, () => newUuid());
  expect(ids.filter((id) => !runIdIn.safeParse(id).success)).toEqual([]);
  expect(new Set(ids).size).toBe(200);
});
