import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { t } from '#web/i18n/t.ts';
import { NOT_ON_PHONES } from '#web/ui/phone-only.tsx';
import { testBank, testContact, testHome } from '../../testing/centre.ts';
import { enterPassword, onceVerified } from '../../testing/confirm-identity.ts';
import { answerCalls, openOffice, refuse, type Sent, signInAs } from '../../testing/office.tsx';
import { importOf } from '../import-page.ts';

const CONTACT = '/api/settings/centre/contact';
const HOME = '/api/settings/centre/home';
const BANK = '/api/settings/centre/bank';
const PICTURES = 'POST /api/settings/centre/pictures';
const HASH = 'a'.repeat(64);

beforeAll(async () => {
  await importOf('/settings/contact')();
  await importOf('/settings/home-page')();
  await importOf('/settings/bank')();
});
beforeEach(() => signInAs('superadmin'));

const saved = ({ body }: Sent) => Response.json({ message: 'Saved.', settings: body });
const putOf = (sent: Sent[]) => sent.find(({ call }) => call.startsWith('PUT '))?.body;
const box = (name: string) => screen.findByRole('textbox', { name });
const publish = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save and publish' }));

async function replace(user: UserEvent, name: string, text: string): Promise<void> {
  const field = await box(name);
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

describe('contact and opening hours', () => {
  function open(answers: Parameters<typeof answerCalls>[0] = {}, contact = testContact()) {
    const sent = answerCalls({ [`GET ${CONTACT}`]: () => Response.json(contact), ...answers });
    return { sent, ...openOffice('/settings/contact') };
  }

  test('phone numbers, a Sinhala address and hours are sent with everything else', { tags: ['slow'] }, async () => {
    const { user, sent } = open({ [`PUT ${CONTACT}`]: saved });
    await replace(user, 'Hotline', '066 228 5181');
    await replace(user, 'Management office', '066 228 0001\n\n066 228 0002');
    await replace(user, 'Address (Sinhala)', 'මාතලේ පාර, දඹුල්ල');
    await replace(user, 'Opens at', '04:30');
    await replace(user, 'Opening hours in words (English)', 'Daily from 4.30 a.m.');
    await publish(user);
    await screen.findByText('Saved.');
    const example = testContact();
    expect(putOf(sent)).toEqual({
      ...example,
      hotline: '066 228 5181',
      officePhones: ['066 228 0001', '066 228 0002'],
      address: { ...example.address, si: 'මාතලේ පාර, දඹුල්ල' },
      openingHours: { ...example.openingHours, opens: '04:30', text: { en: 'Daily from 4.30 a.m.', si: '', ta: '' } },
    });
  });

  test('a branch is added, moved and removed', { tags: ['slow'] }, async () => {
    const { user, sent } = open({ [`PUT ${CONTACT}`]: saved });
    await user.click(await screen.findByRole('button', { name: 'Add branch' }));
    const added = within(screen.getByRole('group', { name: 'Branch 4' }));
    await user.type(added.getByLabelText(/^Branch name \(English\)/), 'Canteen');
    await user.type(added.getByLabelText('Branch phone numbers'), '1');
    await user.click(screen.getByRole('button', { name: 'Move up: Branch 4' }));
    await user.click(screen.getByRole('button', { name: 'Remove: Branch 1' }));
    await publish(user);
    await screen.findByText('Enter one phone number, such as 011 000 0000.');
    const phones = within(screen.getByRole('group', { name: 'Branch 2' }));
    const field = phones.getByLabelText('Branch phone numbers');
    expect(document.activeElement).toBe(field);
    await user.type(field, '919');
    await publish(user);
    await screen.findByText('Saved.');
    const { branchPhones } = putOf(sent) as ReturnType<typeof testContact>;
    expect(branchPhones.map(({ branch }) => branch.en)).toEqual(['Security', 'Canteen', 'Price information']);
    expect(branchPhones[1]).toEqual({ branch: { en: 'Canteen', si: '', ta: '' }, phones: ['1919'] });
  });

  test('a name without English is reported at its field', { tags: ['slow'] }, async () => {
    const { user, sent } = open();
    await user.clear(await box('Name of the centre (English)'));
    await publish(user);
    expect((await box('Name of the centre (English)')).getAttribute('aria-invalid')).toBe('true');
    expect(putOf(sent)).toBeUndefined();
  });

  test('what another person saved meanwhile is shown before it is overwritten', { tags: ['slow'] }, async () => {
    const now = testContact({ hotline: '066 999 9999' });
    const { user } = open({ [`PUT ${CONTACT}`]: () => refuse('changed_meanwhile', { current: now }) });
    await replace(user, 'Email', 'new@example.com');
    await publish(user);
    const panel = within(await screen.findByRole('alert'));
    panel.getByText(/000 000 2999.*066 999 9999/);
  });

  test('an admin reads and cannot change', { tags: ['slow'] }, async () => {
    signInAs('admin');
    open();
    expect((await box('Hotline')).closest('fieldset[disabled]')).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Save and publish' }).closest('fieldset[disabled]')).not.toBeNull();
    screen.getByText('Only a superadmin can change these settings.');
  });

  test('links lead to the public page in each language and to the history', { tags: ['slow'] }, async () => {
    open();
    await box('Hotline');
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    for (const target of ['/contact', '/si/contact', '/ta/contact', '/system-logs?type=Centre+Settings+Changed'])
      expect(targets).toContain(target);
  });
});

describe('home page', () => {
  function open(answers: Parameters<typeof answerCalls>[0] = {}) {
    const sent = answerCalls({ [`GET ${HOME}`]: () => Response.json(testHome()), ...answers });
    return { sent, ...openOffice('/settings/home-page') };
  }
  const file = (type = 'image/png') => new File(['x'], 'slide.png', { type });

  test('on a phone a text is in English, and in the other languages when asked for', { tags: ['slow'] }, async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      media,
      matches: media !== NOT_ON_PHONES,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    const { user } = open();
    await box('Vision (English)');
    expect(screen.queryByRole('textbox', { name: 'Vision (Tamil)' })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Show Sinhala and Tamil' }));
    await box('Vision (Tamil)');
  });

  test('a picture is sent when it is chosen, and is named by the saved settings', { tags: ['slow'] }, async () => {
    const { user, sent } = open({
      [PICTURES]: () => Response.json({ image: HASH }, { status: 201 }),
      [`PUT ${HOME}`]: saved,
    });
    await screen.findByRole('button', { name: 'Save and publish' });
    const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
    await user.upload(input as HTMLInputElement, file());
    const entry = within(await screen.findByRole('group', { name: 'Picture 1' }));
    await user.type(entry.getByRole('textbox', { name: 'What the picture shows (English)' }), 'Leeks');
    await user.type(entry.getByRole('textbox', { name: 'What the picture shows (Sinhala)' }), 'ලීක්ස්');
    await publish(user);
    await screen.findByText('Saved.');
    expect(putOf(sent)).toEqual(testHome({ slides: [{ image: HASH, alt: { en: 'Leeks', si: 'ලීක්ස්', ta: '' } }] }));
  });

  test('a file of another type is refused at once', { tags: ['slow'] }, async () => {
    const { sent, user } = open();
    await screen.findByRole('button', { name: 'Save and publish' });
    const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
    input?.removeAttribute('accept');
    await user.upload(input as HTMLInputElement, file('text/html'));
    await screen.findByText(t('ui.image.type'));
    expect(sent.map(({ call }) => call)).not.toContain(PICTURES);
  });

  test('own statements of the mission and a service are added', { tags: ['slow'] }, async () => {
    const { user, sent } = open({ [`PUT ${HOME}`]: saved });
    await user.click(await screen.findByRole('button', { name: 'Add mission statement' }));
    const statement = within(screen.getByRole('group', { name: 'Mission statement 1' }));
    await user.type(statement.getByRole('textbox', { name: 'Text (English)' }), 'Fair prices');
    await user.click(screen.getByRole('button', { name: 'Remove: Service 6' }));
    await publish(user);
    await screen.findByText('Saved.');
    const sentHome = putOf(sent) as ReturnType<typeof testHome>;
    expect(sentHome.mission).toEqual([{ en: 'Fair prices', si: '', ta: '' }]);
    expect(sentHome.services).toEqual(testHome().services.slice(0, 5));
  });
});

describe('bank details', () => {
  test('the password is asked for before they are saved', async () => {
    const sent = answerCalls({
      [`GET ${BANK}`]: () => Response.json(testBank),
      ...onceVerified({ [`PUT ${BANK}`]: saved }),
    });
    const { user } = openOffice('/settings/bank');
    await replace(user, 'Bank account', 'Example Bank 0000-1111');
    await user.click(screen.getByRole('button', { name: 'Save bank details' }));
    await enterPassword(user);
    await screen.findByText('Saved.');
    expect(putOf(sent)).toEqual({ ...testBank, bankText: 'Example Bank 0000-1111' });
  });
});
