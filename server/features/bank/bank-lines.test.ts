/** @module-tag postgres */
import { expect, test } from 'vitest';
import { approvals } from '#contract/approvals.ts';
import { type BankLine, type BankPart, bank } from '#contract/bank.ts';
import { cash } from '#contract/cash.ts';
import { dashboard } from '#contract/dashboard.ts';
import { electronic } from '#contract/electronic.ts';
import { payments } from '#contract/payments.ts';
import type { Role } from '#contract/roles.ts';
import { closeDrawer, openDrawer, turnSessions } from '../../testing/cash-desk.ts';
import { openTestOffice, type TestOffice } from '../../testing/office.ts';
import { readPdfText } from '../../testing/pdf.ts';

const DAY = '2026-10-12';
const MONTH_DUE = 11_800;

type Written = [day: string, text: string, amount: number];

/** A statement as CSV. The balance begins with `opening`. */
function csvOf(lines: readonly Written[], opening = 1000): string {
  let balance = opening;
  const rows = lines.map(([day, text, amount]) => {
    balance += amount;
    const [debit, credit] = amount < 0 ? [-amount, ''] : ['', amount];
    return `${day},${text},${debit},${credit},${balance.toFixed(2)}`;
  });
  return ['Date,Description,Debit,Credit,Balance', ...rows].join('\n');
}

async function openDesk(): Promise<{ office: TestOffice; account: string }> {
  const office = await openTestOffice();
  office.goTo('2026-10-01');
  for (const shop of ['A-1', 'A-2', 'A-3']) {
    await office.let(shop);
    await office.generate(shop, '2026-10');
  }
  office.goTo(DAY, '09:00:00.000');
  return { office, account: await addAccount(office, 'Rent account') };
}

async function addAccount(office: TestOffice, name: string): Promise<string> {
  const body = { name, starts_on: '2026-10-01' };
  return String((await office.ask(bank.addAccount, { body })).account.account_id);
}

const send = (office: TestOffice, account: string, csv: string, { write = true, role = 'admin' as Role } = {}) =>
  office.ask(bank.importStatement, { params: { id: account }, body: { csv, name: 'october.csv', write }, role });

const linesOf = async (office: TestOffice, account: string, state: 'open' | 'matched' | 'ignored' = 'open') =>
  (await office.ask(bank.lines, { params: { id: account }, query: { state } })).lines;

const take = async (office: TestOffice, shopId: string, amountPaid: number, more: object = {}) => {
  const body = { amountPaid, paymentDate: DAY, paymentMethod: 'Bank Transfer' as const, ...more };
  return (await office.ask(payments.byShop, { params: { shopId }, body, role: 'cashier' })).payment.payment_id;
};

const partsIn = (parts: readonly BankPart[]) =>
  parts.map(({ kind, id, amount }) => ({ kind, id, ...(kind === 'new_payment' && { amount }) }));

const matchOf = ({ line_id }: BankLine, parts: readonly BankPart[]) => ({
  params: { id: String(line_id) },
  body: { parts: partsIn(parts) },
});

/** Matches a line to its first proposal. */
const accept = (office: TestOffice, line: BankLine) =>
  office.ask(bank.match, matchOf(line, line.proposals[0]?.parts ?? []));

const undo = (office: TestOffice, { line_id }: BankLine) =>
  office.ask(bank.undo, { params: { id: String(line_id) }, body: { reason: 'The wrong shop' } });

const paymentsOf = async (office: TestOffice) =>
  (await office.ask(payments.list, { query: {} })).payments.map(({ payment_id }) => payment_id);

const monthOf = (office: TestOffice, account: string) =>
  office.ask(bank.month, { params: { id: account, month: '2026-10' } });

test('a preview adds nothing; the same, an overlapping and a cut file add exactly what is missing', async () => {
  const { office, account } = await openDesk();
  const rents = Array.from({ length: 12 }, (): Written => [DAY, 'Inward Ceft Transfer', 18_500]);
  const all: Written[] = [['2026-10-05', 'CDM', 500], ...rents];
  expect(await send(office, account, csvOf(all), { write: false })).toMatchObject({
    written: false,
    added: 13,
    opening: 1000,
    closing: 223_500,
  });
  expect(await linesOf(office, account)).toEqual([]);
  const cut = csvOf(all.slice(0, 8));
  expect(await send(office, account, cut)).toMatchObject({ written: true, added: 8, unchanged: 0 });
  expect(await send(office, account, cut)).toMatchObject({ written: false, added: 0, unchanged: 8 });
  // It begins in the middle of the day in which the first file ends.
  const rest = csvOf(all.slice(6), 1000 + 500 + 5 * 18_500);
  expect(await send(office, account, rest)).toMatchObject({ written: true, added: 5, unchanged: 2 });
  expect(await linesOf(office, account)).toHaveLength(13);
  expect(await monthOf(office, account)).toMatchObject({ opening: 1000, closing: 223_500, gaps: [], unexplained: 0 });
  const other = await addAccount(office, 'Deposits');
  expect(await send(office, other, csvOf(all))).toMatchObject({ added: 13 });
});

test('a file that does not add up, or lacks the balances of the stored one, adds nothing; missing lines are named', async () => {
  const { office, account } = await openDesk();
  const wrong = csvOf([
    [DAY, 'CDM', 500],
    [DAY, 'CDM', 600],
  ]).replace('1500.00', '1501.00');
  expect(await send(office, account, wrong)).toMatchObject({ written: false, faulty: 1 });
  await send(office, account, csvOf([['2026-10-05', 'CDM', 500]]));
  const later = await send(office, account, csvOf([[DAY, 'CDM', 100]], 2000));
  expect(later.notes).toEqual([
    'Lines between 5 Oct 2026 and 12 Oct 2026 are missing: the balance was 1,500.00 and is now 2,000.00.',
  ]);
  expect(await monthOf(office, account)).toMatchObject({ gaps: [{ expected: 1500, found: 2000 }], unexplained: 500 });
  const plain = { params: { id: account }, body: { csv: `Date,Description,Credit\n${DAY},CDM,100`, write: true } };
  await office.refused(bank.importStatement, plain, 'bank_statement_differs');
  expect(await linesOf(office, account)).toHaveLength(2);
});

test('lines of before the first day are left out', async () => {
  const { office, account } = await openDesk();
  const csv = csvOf([
    ['2026-09-30', 'CDM', 500],
    [DAY, 'CDM', 600],
  ]);
  expect(await send(office, account, csv)).toMatchObject({
    added: 1,
    notes: ['1 line before 1 Oct 2026 is left out.'],
  });
});

test('a recorded transfer is confirmed by its line and never paid twice; undone, it is to be confirmed again', async () => {
  const { office, account } = await openDesk();
  const id = await take(office, 'A-1', MONTH_DUE);
  await send(office, account, csvOf([['2026-10-11', 'Inward CEFT A-1 rent', MONTH_DUE]]));
  const [line] = (await linesOf(office, account)) as [BankLine];
  expect(line.proposals[0]).toMatchObject({ reason: 'recorded', is_question: false, parts: [{ kind: 'payment', id }] });
  await accept(office, line);
  const confirmed = () => office.ask(electronic.list, { query: { state: 'confirmed' } });
  expect((await confirmed()).payments).toMatchObject([{ payment_id: id, confirmed_on: '2026-10-11' }]);
  expect(await paymentsOf(office)).toEqual([id]);
  await office.refused(bank.match, matchOf(line, line.proposals[0]?.parts ?? []), 'bank_line_done');
  await undo(office, line);
  expect((await confirmed()).payments).toEqual([]);
  expect((await linesOf(office, account))[0]?.proposals[0]).toMatchObject({ reason: 'recorded' });
  await office.expectCleanBooks();
});

test('a payment that a person confirmed by hand is still what its line is', async () => {
  const { office, account } = await openDesk();
  const id = await take(office, 'A-1', MONTH_DUE);
  await office.ask(electronic.confirm, { body: { payment_ids: [id], confirmed_on: DAY } });
  await send(office, account, csvOf([[DAY, 'Inward CEFT A-1 rent', MONTH_DUE]]));
  const [line] = (await linesOf(office, account)) as [BankLine];
  expect(line.proposals[0]).toMatchObject({ reason: 'recorded', parts: [{ id }] });
  await accept(office, line);
  await undo(office, line);
  expect((await office.ask(electronic.list, { query: { state: 'confirmed' } })).payments).toHaveLength(1);
});

test('equal payments of one day get a line each', async () => {
  const { office, account } = await openDesk();
  const ids = [];
  for (const shop of ['A-1', 'A-2', 'A-3']) ids.push(await take(office, shop, MONTH_DUE));
  const same = Array.from({ length: 4 }, (): Written => [DAY, 'Inward Ceft Transfer', MONTH_DUE]);
  await send(office, account, csvOf(same));
  const lines = await linesOf(office, account);
  const proposed = lines.map(({ proposals }) => proposals[0]?.parts[0]?.id);
  expect(new Set(proposed)).toEqual(new Set([...ids, undefined]));
  expect(proposed).toHaveLength(4);
  for (const line of lines.filter(({ proposals }) => proposals.length > 0)) await accept(office, line);
  const [open] = await linesOf(office, account);
  expect(open).toMatchObject({ proposals: [] });
  expect(new Set(await paymentsOf(office))).toEqual(new Set(ids));
});

test('the amount of a bill and the shop make a payment of the day of the line; undone, it is void', async () => {
  const { office, account } = await openDesk();
  await send(office, account, csvOf([['2026-10-11', 'Online Transfer Credit A-2', MONTH_DUE]]));
  const [line] = (await linesOf(office, account)) as [BankLine];
  expect(line.proposals[0]).toMatchObject({
    reason: 'bill_and_name',
    parts: [{ kind: 'new_payment', shop_id: 'A-2', amount: MONTH_DUE }],
  });
  const { line: matched } = await accept(office, line);
  expect(matched).toMatchObject({ state: 'matched', match: { books_amount: MONTH_DUE, by: 'admin' } });
  expect((await office.summaryOf('A-2')).Payments).toMatchObject([
    { amount_paid: MONTH_DUE, note: 'Online Transfer Credit A-2', payment_method: 'Bank Transfer' },
  ]);
  await office.expectCleanBooks();
  await undo(office, line);
  expect((await office.summaryOf('A-2')).Payments).toEqual([]);
  await office.expectCleanBooks();
});

test('one transfer pays two shops; other sums and the same part twice are refused', async () => {
  const { office, account } = await openDesk();
  await send(office, account, csvOf([[DAY, 'Perera and sons', 20_000]]));
  const answer = await office.ask(bank.lines, { params: { id: account }, query: {} });
  const [line] = answer.lines as [BankLine];
  const [one = 0, other = 0] = answer.payers.map(({ tenancy_id }) => tenancy_id);
  const split = (amounts: [number, number][]) => ({
    params: { id: String(line.line_id) },
    body: { parts: amounts.map(([id, amount]) => ({ kind: 'new_payment' as const, id, amount })) },
  });
  await office.refused(
    bank.match,
    split([
      [one, 11_800],
      [other, 8199.99],
    ]),
    'bank_parts_differ',
  );
  await office.refused(
    bank.match,
    split([
      [one, 10_000],
      [one, 10_000],
    ]),
    'bank_parts_differ',
  );
  await office.ask(
    bank.match,
    split([
      [one, 11_800],
      [other, 8200],
    ]),
  );
  expect((await monthOf(office, account)).matched).toEqual({ count: 1, amount: 20_000 });
  expect(await paymentsOf(office)).toHaveLength(2);
});

test('a new payment of recorded money is refused, unless the person says that it is another one', async () => {
  const { office, account } = await openDesk();
  await take(office, 'A-1', 500);
  await send(office, account, csvOf([[DAY, 'CEFT', 500]]));
  const { lines, payers } = await office.ask(bank.lines, { params: { id: account }, query: {} });
  const id = payers.find(({ shop_id }) => shop_id === 'A-1')?.tenancy_id ?? 0;
  const params = { id: String(lines[0]?.line_id) };
  const parts = [{ kind: 'new_payment' as const, id, amount: 500 }];
  await office.refused(bank.match, { params, body: { parts } }, 'bank_payment_recorded');
  await office.ask(bank.match, { params, body: { parts, although_recorded: true } });
  expect(await paymentsOf(office)).toHaveLength(2);
});

test('a deposit of 17 cheques is one line; the bank returns one of them with a fee', async () => {
  const { office, account } = await openDesk();
  const cheques: number[] = [];
  for (let at = 0; at < 17; at += 1)
    cheques.push(await take(office, 'A-1', 100 + at, { paymentMethod: 'Cheque', chequeNumber: `00412${10 + at}` }));
  await office.ask(cash.depositCheques, { body: { payment_ids: cheques, deposited_on: DAY } });
  const sum = cheques.reduce((all, _, at) => all + 100 + at, 0);
  office.goTo('2026-10-14', '09:00:00.000');
  const csv = csvOf([
    ['2026-10-13', 'Cheque deposit', sum],
    ['2026-10-14', 'Returned cheque 0041212', -102],
    ['2026-10-14', 'Returned cheque charge', -500],
  ]);
  await send(office, account, csv);
  const [deposit, returned, fee] = (await linesOf(office, account)) as [BankLine, BankLine, BankLine];
  expect(deposit.proposals[0]?.parts.map(({ id }) => id)).toEqual(cheques);
  await accept(office, deposit);
  expect(returned.proposals[0]).toMatchObject({
    reason: 'cheque_returned',
    is_question: false,
    parts: [{ kind: 'returned_cheque', id: cheques[2], amount: -102 }],
  });
  await accept(office, returned);
  const ignored = { params: { id: String(fee.line_id) }, body: { kind: 'fee' as const } };
  await office.ask(bank.ignore, ignored);
  const month = await monthOf(office, account);
  const closing = 1000 + sum - 602;
  expect(month).toMatchObject({ closing, books: closing, unexplained: 0, open: [], changed: [] });
  expect(month.ignored).toEqual([{ kind: 'fee', count: 1, amount: -500 }]);
  const listed = await office.ask(cash.cheques, { query: { state: 'returned' } });
  expect(listed.cheques).toMatchObject([{ payment_id: cheques[2], returned_on: '2026-10-14' }]);
  await office.expectCleanBooks();
});

test('the cash of a session is banked by its line; undone, it is to be banked again', async () => {
  const { office, account } = await openDesk();
  await office.ask(cash.setSettings, { body: { sessions: true } });
  const opening = { body: { opening_float: 0 }, role: 'cashier' } as const;
  const { session } = await office.ask(cash.openSession, opening);
  await take(office, 'A-1', 5000, { paymentMethod: 'Cash' });
  const params = { id: String(session.session_id) };
  const body = { count: [{ value: 5000 as const, pieces: 1 }] };
  await office.ask(cash.closeSession, { params, body, role: 'cashier' });
  await send(office, account, csvOf([[DAY, 'CDM deposit', 5000]]));
  const [line] = (await linesOf(office, account)) as [BankLine];
  expect(line.proposals[0]).toMatchObject({ reason: 'cash', parts: [{ kind: 'cash', id: session.session_id }] });
  await accept(office, line);
  const bankedOn = async () => (await office.ask(cash.sessions, { query: {} }))[0]?.banked_on;
  expect(await bankedOn()).toBe(DAY);
  await undo(office, line);
  expect(await bankedOn()).toBe(null);
  await office.expectCleanBooks();
});

test('of two clerks who accept at once, one records the payment, and one line has it', async () => {
  const { office, account } = await openDesk();
  const id = await take(office, 'A-1', 700);
  await send(
    office,
    account,
    csvOf([
      [DAY, 'CEFT one', 700],
      [DAY, 'CEFT two', 700],
      [DAY, 'A-2', MONTH_DUE],
    ]),
  );
  const [one, two, rent] = (await linesOf(office, account)) as [BankLine, BankLine, BankLine];
  const to = (line: BankLine) => ({ params: { id: String(line.line_id) }, body: { parts: [{ kind: 'payment', id }] } });
  const asked = [one, two, one].map((line, at) =>
    office.tell(bank.match, { ...(to(line) as object), role: at === 0 ? 'admin' : 'superadmin' } as never),
  );
  const paying = [1, 2, 3].map(() => office.tell(bank.match, matchOf(rent, rent.proposals[0]?.parts ?? [])));
  const answers = await Promise.all([Promise.all(asked), Promise.all(paying)]);
  const counts = answers.map((some) => some.filter(({ statusCode }) => statusCode === 200).length);
  expect(counts).toEqual([1, 1]);
  expect(await paymentsOf(office)).toHaveLength(2);
  expect((await monthOf(office, account)).matched).toEqual({ count: 2, amount: 700 + MONTH_DUE });
});

test('above the limit, own payments need a second person, unless somebody else imported the statement', async () => {
  const { office, account } = await openDesk();
  await office.ask(approvals.setLimit, { body: { amount: 1000 }, role: 'superadmin' });
  await send(office, account, csvOf([[DAY, 'A-2', MONTH_DUE]]));
  const [own] = (await linesOf(office, account)) as [BankLine];
  const matching = matchOf(own, own.proposals[0]?.parts ?? []);
  await office.refused(bank.match, { ...matching, role: 'admin' }, 'approval_required');
  expect(await paymentsOf(office)).toEqual([]);
  await office.ask(bank.match, { ...matching, role: 'superadmin' });
});

test('the line follows a payment whose shop is put right, and names one whose amount is changed', async () => {
  const { office, account } = await openDesk();
  await send(office, account, csvOf([[DAY, 'A-2', MONTH_DUE]]));
  const [line] = (await linesOf(office, account)) as [BankLine];
  const { line: matched } = await accept(office, line);
  const paid = matched.match?.parts[0]?.id ?? 0;
  const body = { shop_id: 'A-3', reason: 'Wrong shop' };
  const { payment } = await office.ask(payments.replace, { params: { id: String(paid) }, body });
  expect((await linesOf(office, account, 'matched'))[0]?.match).toMatchObject({
    parts: [{ id: payment.payment_id, shop_id: 'A-3' }],
    books_amount: MONTH_DUE,
  });
  await office.correct('A-3', DAY, [MONTH_DUE, 10_000], { payment_id: payment.payment_id });
  const month = await monthOf(office, account);
  expect(month).toMatchObject({ closing: 12_800, books: 11_000, unexplained: 0 });
  expect(month.changed).toMatchObject([{ line_id: line.line_id, match: { books_amount: 10_000 } }]);
});

test('what the ledgers have at the bank and no line has is outstanding', async () => {
  const { office, account } = await openDesk();
  const id = await take(office, 'A-1', 700);
  await take(office, 'A-1', 300, { paymentMethod: 'Cheque', chequeNumber: '004512' });
  await send(office, account, csvOf([[DAY, 'Transfer charge', -25]]));
  expect((await monthOf(office, account)).outstanding).toMatchObject([{ kind: 'payment', id, amount: 700 }]);
});

test('a deposit that nobody made is outstanding in every later month, until a line has it', async () => {
  const { office, account } = await openDesk();
  await turnSessions(office, true);
  const session = await openDrawer(office, 0);
  await take(office, 'A-1', 5000, { paymentMethod: 'Cash' });
  await closeDrawer(office, session, { cents: 500_000 });
  const params = { id: String(session) };
  await office.ask(cash.bankSession, { params, body: { banked_on: DAY, part: 'to_bank' }, role: 'admin' });
  const id = await take(office, 'A-2', 700);
  await office.ask(electronic.confirm, { body: { payment_ids: [id], confirmed_on: DAY }, role: 'admin' });
  const outstandingIn = async (month: string) => {
    office.goTo(`${month}-28`);
    const found = await office.ask(bank.month, { params: { id: account, month }, role: 'manager' });
    return found.outstanding.map(({ kind, amount }) => [kind, amount]);
  };
  const transfer = ['payment', 700];
  const deposit = ['cash', 5000];
  for (const month of ['2026-10', '2026-12', '2027-01', '2029-06'])
    expect(await outstandingIn(month)).toEqual([transfer, deposit]);
  await send(office, account, csvOf([['2029-06-28', 'CDM deposit', 5000]]));
  const [line] = (await linesOf(office, account)) as [BankLine];
  await office.ask(bank.match, {
    params: { id: String(line.line_id) },
    body: { parts: [{ kind: 'cash', id: session }] },
  });
  expect(await outstandingIn('2029-06')).toEqual([transfer]);
});

test('ignored money that came in does not hide what went out', async () => {
  const { office, account } = await openDesk();
  const lines: Written[] = [
    [DAY, 'Transfer', 5000],
    [DAY, 'Transfer', -5000],
    [DAY, 'Fee', -25],
  ];
  await send(office, account, csvOf(lines));
  for (const { line_id } of await linesOf(office, account))
    await office.ask(bank.ignore, { params: { id: String(line_id) }, body: { kind: 'own_transfer' } });
  expect((await monthOf(office, account)).ignored).toEqual([
    { kind: 'own_transfer', count: 1, amount: 5000 },
    { kind: 'own_transfer', count: 2, amount: -5025 },
  ]);
});

test('money whose text names another tenant than it was matched to is named; of the tenant itself, or of nobody, it is not', async () => {
  const { office, account } = await openDesk();
  const other = await take(office, 'A-3', 5000);
  const own = await take(office, 'A-1', 700);
  const unnamed = await take(office, 'A-1', 900);
  const texts: Written[] = [
    [DAY, 'Transfer A-2', 5000],
    [DAY, 'Transfer A-1', 700],
    [DAY, 'Transfer', 900],
    [DAY, 'Rent A-1', 10_000],
  ];
  await send(office, account, csvOf(texts));
  const lines = (await linesOf(office, account)) as [BankLine, BankLine, BankLine, BankLine];
  const match = (line: BankLine, parts: object[]) =>
    office.ask(bank.match, { params: { id: String(line.line_id) }, body: { parts: parts as BankPart[] } });
  for (const [at, id] of [other, own, unnamed].entries()) await match(lines[at] as BankLine, [{ kind: 'payment', id }]);
  const tenancyOf = async (shop: string) => (await office.summaryOf(shop)).Tenancies[0]?.tenancy_id;
  await match(lines[3], [
    { kind: 'new_payment', id: await tenancyOf('A-1'), amount: 5000 },
    { kind: 'new_payment', id: await tenancyOf('A-2'), amount: 5000 },
  ]);
  const named = (await monthOf(office, account)).other_payer.map(({ text, match: found }) => [
    text,
    ...(found?.parts ?? []).map(({ shop_id }) => shop_id),
  ]);
  expect(named).toEqual([
    ['Transfer A-2', 'A-3'],
    ['Rent A-1', 'A-1', 'A-2'],
  ]);
});

test('a line that is opened again is on the manager dashboard, with the person and the amount', async () => {
  const { office, account } = await openDesk();
  const id = await take(office, 'A-1', 700);
  await send(office, account, csvOf([[DAY, 'Transfer', 700]]));
  const [line] = (await linesOf(office, account)) as [BankLine];
  await accept(office, line);
  office.goTo('2026-11-20');
  await office.ask(bank.undo, { params: { id: String(line.line_id) }, body: { reason: 'Another' }, role: 'admin' });
  const { changes, voids } = await office.ask(dashboard.morning, { role: 'manager' });
  const by = { user_actioned: 'admin@example.com', edit_reason: 'Another' };
  expect(changes).toMatchObject([{ event_type: 'Bank Line Reopened', old_value: '700.00', ...by }]);
  expect(voids).toMatchObject([{ person: 'admin@example.com', amount: 700 }]);
  expect((await monthOf(office, account)).outstanding).toMatchObject([{ kind: 'payment', id }]);
});

test('a statement of another account is removed, until one of its lines was matched', async () => {
  const { office, account } = await openDesk();
  await send(office, account, csvOf([[DAY, 'Transfer charge', -25]]));
  const statements = () => office.ask(bank.statements, { params: { id: account } });
  const removing = async () => ({
    params: { id: String((await statements())[0]?.statement_id) },
    body: { reason: 'Of another account' },
  });
  await office.ask(bank.removeStatement, await removing());
  expect(await statements()).toEqual([]);
  await send(office, account, csvOf([[DAY, 'Transfer charge', -25]]));
  const [line] = (await linesOf(office, account)) as [BankLine];
  await office.ask(bank.ignore, { params: { id: String(line.line_id) }, body: { kind: 'fee' } });
  await undo(office, line);
  await office.refused(bank.removeStatement, await removing(), 'bank_statement_used');
});

test('the reconciliation is a PDF and a spreadsheet, in three languages', async () => {
  const { office, account } = await openDesk();
  await send(
    office,
    account,
    csvOf([
      [DAY, 'A-2', MONTH_DUE],
      [DAY, 'Transfer charge', -25],
    ]),
  );
  const [line] = (await linesOf(office, account)) as [BankLine];
  await accept(office, line);
  const file = (format: 'pdf' | 'xlsx', language: 'en' | 'si' | 'ta') =>
    office.tell(bank.monthFile, { params: { id: account, month: '2026-10' }, query: { format, language } });
  const text = (await readPdfText((await file('pdf', 'en')).rawPayload)).join(' ');
  for (const part of [
    'Bank reconciliation, Oct 2026',
    'Rent account',
    '12,775.00',
    '12,800.00',
    '1 line is not matched: -25.00.',
  ])
    expect(text).toContain(part);
  for (const language of ['en', 'si', 'ta'] as const) {
    expect((await file('pdf', language)).statusCode).toBe(200);
    expect((await file('xlsx', language)).statusCode).toBe(200);
    expect((await file('xlsx', language)).headers['content-type']).toContain('spreadsheetml');
  }
});

test('money from before the first day is listed once, and what a person ticks was at the bank the day before', async () => {
  const { office } = await openDesk();
  const id = await take(office, 'A-1', 900);
  await take(office, 'A-1', 1000);
  const { account, earlier } = await office.ask(bank.addAccount, {
    body: { name: 'Savings', starts_on: '2026-10-13' },
  });
  expect(earlier).toBe(2);
  const params = { id: String(account.account_id) };
  const list = async () => (await office.ask(bank.earlier, { params })).parts.map(({ amount }) => amount);
  expect(await list()).toEqual([900, 1000]);
  const ticked = { params, body: { parts: [{ kind: 'payment' as const, id }] } };
  expect((await office.ask(bank.clearEarlier, ticked)).message).toBe('1 item is recorded as at the bank.');
  expect(await list()).toEqual([1000]);
  await office.refused(bank.clearEarlier, ticked, 'bank_part_not_found');
  const { payments: confirmed } = await office.ask(electronic.list, { query: { state: 'confirmed' } });
  expect(confirmed.map(({ payment_id, confirmed_on }) => [payment_id, confirmed_on])).toEqual([[id, DAY]]);
});
