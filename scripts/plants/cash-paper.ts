import { addedText, type Plant } from './plant.ts';

const CONTRACT = 'contract/cash.ts';
const DRAWING = 'server/features/cash/draw-day-sheet.ts';
const SCREEN = 'web/office/cash/sessions-page.tsx';
const PERMISSIONS = 'contract/permissions.test.ts';

const PROOF_OF_PAPER = `import { expect, test } from 'vitest';
import { cash } from '#contract/cash.ts';
import { closeDrawer, openCashDesk, openDrawer } from './testing/cash-desk.ts';
import { readPdfText } from './testing/pdf.ts';

test('a new paper is drawn for a closed session and refused for an open one', async () => {
  const office = await openCashDesk();
  const id = await openDrawer(office, 5000);
  const request = { params: { id: String(id) }, role: 'cashier' } as const;
  await office.refused(cash.countSheet, request, 'cash_session_open');
  await closeDrawer(office, id, { cents: 500_000 });
  const [sheet = ''] = await readPdfText((await office.tell(cash.countSheet, request)).rawPayload);
  expect(sheet).toContain('Count of cash session');
  expect(sheet).toContain('5,000.00');
});
`;

export const cashPaper: Plant = {
  name: 'cash paper: count sheet',
  mostFiles: 5,
  first: {
    file: CONTRACT,
    edits: [
      [
        "  depositSlip: sessionPaper('deposit-slip', {",
        `  countSheet: sessionPaper('count-sheet', {
    summary: 'Get the notes and coins of a closed session as a PDF.',
    isOfClosed: true,
  }),
  depositSlip: sessionPaper('deposit-slip', {`,
      ],
    ],
  },
  others: [
    {
      file: CONTRACT,
      namedBy: CONTRACT,
      edits: [["depositSlip: 'deposit-slip' };", "countSheet: 'count-sheet', depositSlip: 'deposit-slip' };"]],
    },
    {
      file: DRAWING,
      namedBy: DRAWING,
      edits: [
        ['  depositSlip: drawDepositSlip,\n', '  countSheet: drawCountSheet,\n  depositSlip: drawDepositSlip,\n'],
        [
          'export const drawnPapers',
          `function drawCountSheet({ session }: SessionSheet, issue: Issue): TDocumentDefinitions {
  return drawPage(titleOf('cash.paper.countTitle', session, issue.language), issue, drawCount(session, issue.language));
}

export const drawnPapers`,
        ],
        ["  key: 'cash.paper.sessionTitle' |", "  key: 'cash.paper.countTitle' | 'cash.paper.sessionTitle' |"],
      ],
    },
    {
      file: SCREEN,
      namedBy: SCREEN,
      edits: [
        [
          '  depositSlip: () => ({',
          "  countSheet: () => ({ label: t('cash.sessions.countSheet'), icon: IconFileTypePdf }),\n  depositSlip: () => ({",
        ],
      ],
    },
    {
      file: 'texts/cash.json',
      namedBy: SCREEN,
      edits: [
        addedText('cash.sessions.countSheet', 'cash.sessions.slip', {
          en: 'Count sheet',
          si: 'ගණන් කිරීමේ පත්‍රිකාව',
          ta: 'எண்ணிக்கைத் தாள்',
        }),
        addedText('cash.paper.countTitle', 'cash.paper.slipTitle', {
          en: 'Count of cash session {id} of {person}, {day}',
          si: 'අයකැමි මුරය {id} හි ගණන් කිරීම: {person}, {day}',
          ta: 'காசாளர் கடமை {id} இன் எண்ணிக்கை: {person}, {day}',
        }),
      ],
    },
    {
      file: PERMISSIONS,
      namedBy: `unit ${PERMISSIONS}`,
      edits: [
        [
          '      GET /api/cash/sessions/:id/deposit-slip\n',
          '      GET /api/cash/sessions/:id/count-sheet\n      GET /api/cash/sessions/:id/deposit-slip\n',
        ],
      ],
    },
  ],
  proof: PROOF_OF_PAPER,
  passing: [
    'sqlite server/features/cash/sessions.test.ts',
    'unit web/i18n/catalogues.test.ts',
    'unit contract/messages/message.test.ts',
    'web web/office/cash/my-day-page.test.tsx',
  ],
};
