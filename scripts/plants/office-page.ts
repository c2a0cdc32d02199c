import { addedText, type Plant } from './plant.ts';

const PAGES = 'web/office/pages-data.ts';

const OFFICE_PAGE = `import { Text } from '@mantine/core';
import { t } from '#web/i18n/t.ts';
import { Screen } from '../screen.tsx';

export function InspectionsPage() {
  return (
    <Screen path="/inspections">
      <Text>{t('shell.card.inspections')}</Text>
    </Screen>
  );
}
`;

const PROOF_OF_OFFICE_PAGE = `import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findDestinations, screensFor } from './office/shell/palette.tsx';
import { answerCalls, openOffice, signInAs } from './testing/office.tsx';

test('the page is found by its title and its everyday word, has a card on the settings, and opens', async () => {
  signInAs('superadmin');
  answerCalls({});
  const foundBy = (typed: string) => findDestinations(screensFor('superadmin'), typed).map(({ to }) => to);
  expect([foundBy('inspections'), foundBy('pest')]).toEqual([['/inspections'], ['/inspections']]);
  const { user } = openOffice('/settings');
  await user.click(await screen.findByRole('link', { name: /^Inspections/ }));
  expect(await screen.findByRole('heading', { name: 'Inspections', level: 1 })).toBeTruthy();
});
`;

export const officePage: Plant = {
  name: 'office page /inspections',
  mostFiles: 3,
  first: {
    file: PAGES,
    edits: [
      [
        "  '/settings/tax': {",
        `  '/inspections': {
    title: 'shell.page.inspections',
    permission: 'reports.read',
    above: '/settings',
    words: 'shell.words.inspections',
    card: {
      title: 'shell.page.inspections',
      text: 'shell.card.inspections',
      icon: 'shield-check',
      group: 'rates',
    },
    load: async (): Loaded => (await import('./settings/inspections-page.tsx')).InspectionsPage,
  },
  '/settings/tax': {`,
      ],
    ],
  },
  others: [
    {
      file: 'web/office/settings/inspections-page.tsx',
      namedBy: PAGES,
      text: OFFICE_PAGE,
    },
    {
      file: 'texts/shell.json',
      namedBy: PAGES,
      edits: [
        addedText('shell.page.inspections', 'shell.page.settings-tax', {
          en: 'Inspections',
          si: 'පරීක්ෂණ',
          ta: 'பரிசோதனைகள்',
        }),
        addedText('shell.words.inspections', 'shell.words.backup', {
          en: 'hygiene pest control',
          si: 'පිරිසිදුකම කෘමි පාලනය hygiene',
          ta: 'சுகாதாரம் பூச்சிக் கட்டுப்பாடு hygiene',
        }),
        addedText('shell.card.inspections', 'shell.page.settings-tax', {
          en: 'Days on which the market is inspected',
          si: 'වෙළඳපොළ පරීක්ෂා කරන දින',
          ta: 'சந்தை பரிசோதிக்கப்படும் நாட்கள்',
        }),
      ],
    },
  ],
  proof: PROOF_OF_OFFICE_PAGE,
  proofIn: 'web',
  passing: [
    'unit scripts/setup/office-pages-plugin.test.ts',
    'unit web/i18n/catalogues.test.ts',
    'web web/office/shell/palette.test.tsx',
  ],
};
