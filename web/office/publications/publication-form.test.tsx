import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { apiMessage } from '#contract/messages/message.ts';
import { offeredIn } from '#web/testing/fast-user.ts';
import { answerCalls, openOffice, refuse, signInAs } from '../../testing/office.tsx';
import { testPublication } from '../../testing/publications.ts';

const ADD = 'POST /api/publications';
const EDIT = 'PUT /api/publications/7';
const poya = testPublication({ image: 'data:image/webp;base64,' });
const added = () =>
  Response.json({ message: 'Publication added.', publicationId: 7, publication: poya }, { status: 201 });

beforeEach(() => signInAs('editor'));

const formOf = (body: unknown) => Object.fromEntries((body as FormData).entries());
const save = (user: UserEvent) => user.keyboard('{Control>}s{/Control}');
const box = (name: string) => screen.getByRole('textbox', { name });

async function fillIn(user: UserEvent) {
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), 'Notice');
  await enter(user, 'Topic', 'Closed on Poya');
  await enter(user, 'Description', 'The market rests.\n\nIt opens at 4.30 a.m.');
}

/** Pastes the whole text in one step, because typing would render the form again for each letter. */
async function enter(user: UserEvent, field: string, text: string) {
  await user.click(box(field));
  await user.paste(text);
}

async function saveForSure(user: UserEvent, question: string, action: string) {
  await save(user);
  const dialog = await screen.findByRole('dialog', { name: question });
  await user.click(within(dialog).getByRole('button', { name: action }));
  return dialog;
}

const publish = (user: UserEvent) => saveForSure(user, 'Publish this notice?', 'Publish');

test('type, topic and description are required; the rest is optional', async () => {
  const sent = answerCalls({});
  const { user } = openOffice('/add-publication');
  await user.click(await screen.findByRole('button', { name: 'Add publication' }));
  screen.getByText('Select the type.');
  screen.getByText('Enter the topic.');
  screen.getByText('Enter the description.');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Type' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toHaveLength(0);
});

test('after a session ended, the same person finds the typed text after signing in again, and another person does not', {
  tags: ['slow'],
}, async () => {
  const login = (email: string) => () =>
    Response.json({
      token: 'a.b.c',
      role: 'editor',
      name: 'Kumari',
      email,
      must_change_password: false,
      message: 'ok',
    });
  const again = async (user: UserEvent, address: string) => {
    answerCalls({ 'POST /api/admin/login': login(address) });
    await user.type(await screen.findByLabelText('Email'), address);
    await user.type(screen.getByLabelText('Password'), 'mango-river-42{Enter}');
    await screen.findByRole('heading', { name: 'Add publication' });
  };
  answerCalls({ [ADD]: () => refuse('unauthorized') });
  const { user } = openOffice('/add-publication');
  await fillIn(user);
  await publish(user);
  await again(user, 'kumari@example.com');
  await waitFor(() => expect(box('Topic')).toHaveProperty('value', 'Closed on Poya'));
  screen.getByText('Your unsaved entries have been restored.');

  answerCalls({ [ADD]: () => refuse('unauthorized') });
  await publish(user);
  await again(user, 'somebody-else@example.com');
  expect(box('Topic')).toHaveProperty('value', '');
});

test('the four types of the specification are offered', async () => {
  answerCalls({});
  openOffice('/add-publication');
  const offered = offeredIn(await screen.findByRole('combobox', { name: 'Type' }));
  expect(offered).toEqual(['Notice', 'Announcement', 'News', 'Event']);
});

test('nothing is published before the question is answered, and the input remains', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ [ADD]: added });
  const { user } = openOffice('/add-publication');
  await fillIn(user);
  await save(user);
  const dialog = await screen.findByRole('dialog', { name: 'Publish this notice?' });
  expect(dialog.textContent).toContain('“Closed on Poya” will be visible to everyone immediately.');
  expect(dialog.textContent).toContain(
    'Sinhala and Tamil readers will see the English text where a translation is missing.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toHaveLength(0);
  expect(box('Topic')).toHaveProperty('value', 'Closed on Poya');
});

test('a notice is published with its picture, and the form is empty for the next one', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ [ADD]: added });
  const { user } = openOffice('/add-publication');
  await fillIn(user);
  const picture = new File(['x'], 'gate.png', { type: 'image/png' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, picture);
  await publish(user);
  await screen.findByText('Publication added. “Closed on Poya” is now on the public site.');
  const { image, ...texts } = formOf(sent[0]?.body);
  expect(texts).toEqual({
    type: 'notice',
    topic: 'Closed on Poya',
    description: 'The market rests.\n\nIt opens at 4.30 a.m.',
    topic_si: '',
    description_si: '',
    topic_ta: '',
    description_ta: '',
  });
  expect(image).toHaveProperty('name', 'gate.png');
  await waitFor(() => expect(box('Topic')).toHaveProperty('value', ''));
  expect(screen.getByRole('combobox', { name: 'Type' })).toHaveProperty('value', '');
});

test('the success message disappears after 5 seconds', { tags: ['slow'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answerCalls({ [ADD]: added });
  const { user } = openOffice('/add-publication');
  await fillIn(user);
  await publish(user);
  await screen.findByText(/^Publication added/);
  vi.advanceTimersByTime(4500);
  expect(screen.queryByText(/^Publication added/)).toBeTruthy();
  vi.advanceTimersByTime(600);
  await waitFor(() => expect(screen.queryByText(/^Publication added/)).toBeNull());
});

test('texts in Sinhala and Tamil are folded until they are opened, and then sent', { tags: ['slow'] }, async () => {
  const sent = answerCalls({ [ADD]: added });
  const { user } = openOffice('/add-publication');
  await fillIn(user);
  const fold = screen.getByRole('button', { name: 'Sinhala and Tamil translations' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('textbox', { name: 'Sinhala topic' })).toBeNull();
  await user.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  await enter(user, 'Sinhala topic', 'වසා ඇත');
  await enter(user, 'Sinhala description', 'හෙට විවෘතයි.');
  expect(box('Tamil topic').getAttribute('lang')).toBe('ta');
  const dialog = await publish(user);
  expect(dialog.textContent).toContain('Tamil readers will see the English text where a translation is missing.');
  await screen.findByText(/^Publication added/);
  expect(formOf(sent[0]?.body)).toMatchObject({ topic_si: 'වසා ඇත', description_si: 'හෙට විවෘතයි.', topic_ta: '' });
});

test('an error in a folded text opens it', { tags: ['slow'] }, async () => {
  const details = [{ field: 'topic_ta', message: apiMessage('input.too-long', { max: 160 }) }];
  answerCalls({ [ADD]: () => refuse('invalid_input', { details }) });
  const { user } = openOffice('/add-publication');
  await fillIn(user);
  await publish(user);
  const field = await screen.findByRole('textbox', { name: 'Tamil topic' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('The topic in Tamil can have at most 160 characters.');
});

test('a retry after a lost answer has the same key, and the next publication another one', {
  tags: ['slow'],
}, async () => {
  const keys: (string | null)[] = [];
  let answer = (): Response | Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
  answerCalls({
    [ADD]: ({ headers }) => {
      keys.push(headers.get('idempotency-key'));
      return answer();
    },
  });
  const { user } = openOffice('/add-publication');
  await fillIn(user);
  await publish(user);
  const sentence =
    'An error occurred while adding the publication. Could not reach the server. Check your connection and try again.';
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  answer = added;
  await publish(user);
  await waitFor(() => expect(box('Topic')).toHaveProperty('value', ''));
  await fillIn(user);
  await publish(user);
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test.each([
  ['the server has no sentence', new Response('', { status: 500 }), 'An error occurred while adding the publication.'],
  ['a proxy answers in its place', new Response('<p>Welcome</p>'), 'Unknown error occurred.'],
])('a failed add because %s is reported', { tags: ['slow'] }, async (_, answer, sentence) => {
  answerCalls({ [ADD]: () => answer });
  const { user } = openOffice('/add-publication');
  await fillIn(user);
  await publish(user);
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(box('Topic')).toHaveProperty('value', 'Closed on Poya');
});

test('a picture that the server cannot read is reported under the picture', { tags: ['slow'] }, async () => {
  answerCalls({ [ADD]: () => refuse('bad_image') });
  const { user } = openOffice('/add-publication');
  await fillIn(user);
  await publish(user);
  await screen.findByText(/^The image could not be read/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an edit starts with the stored values, asks, sends all of them, and opens its tab after 2 seconds', {
  tags: ['slow'],
}, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const changed = testPublication({ type: 'event' });
  const sent = answerCalls({
    'GET /api/publications/7': () => Response.json(poya),
    'GET /api/publications': () => Response.json([changed]),
    [EDIT]: () => Response.json({ message: 'Publication updated.', publication: changed }),
  });
  const { user, address } = openOffice('/edit-publication/7');
  expect(await screen.findByRole('textbox', { name: 'Topic' })).toHaveProperty('value', 'Closed on Poya');
  expect(box('Tamil description')).toHaveProperty('value', poya.description_ta);
  await enter(user, 'Topic', ' and after');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Event');
  await user.click(screen.getByRole('button', { name: 'Remove image' }));
  const dialog = await saveForSure(user, 'Save changes to this event?', 'Save changes');
  expect(dialog.textContent).toContain('This publication is available in all three languages.');
  await screen.findByText('Publication updated.');
  const { topic_si, topic_ta, description, description_si, description_ta } = poya;
  expect(formOf(sent.find(({ call }) => call === EDIT)?.body)).toEqual({
    type: 'event',
    topic: 'Closed on Poya and after',
    description,
    remove_image: 'true',
    topic_si,
    topic_ta,
    description_si,
    description_ta,
  });
  vi.advanceTimersByTime(1900);
  expect(address()).toBe('/edit-publication/7');
  vi.advanceTimersByTime(100);
  await waitFor(() => expect(address()).toBe('/view-publications?type=event'));
});

test('an edit of a publication that does not exist shows a message', async () => {
  answerCalls({ 'GET /api/publications/7': () => refuse('publication_not_found') });
  openOffice('/edit-publication/7');
  await screen.findByText('Could not load the publication.');
  screen.getByText('Publication not found.');
});

test("an edit that fails says 'Could not update the publication. Try again.' when the server has no sentence", async () => {
  answerCalls({
    'GET /api/publications/7': () => Response.json(poya),
    [EDIT]: () => new Response('', { status: 500 }),
  });
  const { user } = openOffice('/edit-publication/7');
  await user.type(await screen.findByRole('textbox', { name: 'Topic' }), 's');
  await saveForSure(user, 'Save changes to this notice?', 'Save changes');
  expect((await screen.findByRole('alert')).textContent).toBe('Could not update the publication. Try again.');
});

test('ticket staff see that they may not open these screens', async () => {
  signInAs('tiketing');
  answerCalls({});
  openOffice('/add-publication');
  await screen.findByRole('heading', { level: 1, name: /not allowed/i });
});
