import { z } from 'zod';
import { call } from './call.ts';
import { chequeOut, countsFromOut } from './cheques.ts';
import { confirmations, unconfirmedMoney } from './electronic.ts';
import { inputMessage } from './messages/input-message.ts';
import { guarded } from './money-effects.ts';
import { amountIn, dayText, idInPath, instant, optionalLine, orNone, rupeesOut, screenLine } from './scalars.ts';
import { chequeStages, movementKinds, paymentMethods } from './words.ts';

/**
 * Money that was received or paid out. A correction has the payment method of the payment that it corrects. A movement
 * that is voided on a later day is reversed by a separate movement.
 */
const movement = z.object({
  entry_id: z.int(),
  /** The payment that this movement records, corrects or voids; null for other movements, such as deposits. */
  payment_id: z.int().nullable(),
  kind: z.enum(movementKinds),
  shop_id: z.string(),
  tenancy_id: z.int(),
  tenant_name: z.string(),
  method: z.enum(paymentMethods),
  /** The method before the payment was changed on this day or in this session; null if it was the same. */
  changed_from: z.enum(paymentMethods).nullable(),
  ...chequeOut,
  /** Above 0 for money received, below 0 for money paid out. */
  amount: rupeesOut,
  /** True if the movement was voided before its day or session ended. Such a movement is not included in any sum. */
  is_void: z.boolean(),
  at: instant,
  /** The day of the payment, which may be earlier than the day on which it was recorded. */
  paid_on: dayText,
  person: z.string(),
  note: z.string(),
  /** The fines that a payment or correction saved by its earlier day; below 0 when it is voided later. */
  saved_fine: rupeesOut,
  /** Of an electronic payment: whether somebody has confirmed that the bank has the money; otherwise null. */
  confirmation: z.enum(confirmations).nullable(),
});
export type Movement = z.output<typeof movement>;

const sums = {
  count: z.int(),
  /**
   * The sum of payments and corrections that are not void. The "All payments" page shows the same total for the day and
   * person.
   */
  payments: rupeesOut,
  /**
   * When a movement of an earlier day is voided on this day, a movement that reverses it is recorded. This is the sum
   * of the reversing movements; those that reverse payments are below 0.
   */
  voids: rupeesOut,
  /** Deposits received, less deposits and credit paid back. */
  other: rupeesOut,
  total: rupeesOut,
};

const methodSums = z.object({ method: z.enum(paymentMethods), ...sums });

const daySums = z.object({
  ...sums,
  cash: rupeesOut,
  /** What was recorded as cash at first and then changed to another method, less what was changed to cash. */
  changed_from_cash: rupeesOut,
  /** The fines that payments and corrections saved by their earlier day. */
  saved_fines: rupeesOut,
  methods: z.array(methodSums),
});
export type DaySums = z.output<typeof daySums>;

/** The values of notes and coins in rupees. Coins below one rupee are counted together as a number of cents. */
export const denominations = [5000, 2000, 1000, 500, 100, 50, 20, 10, 5, 2, 1, 0.01] as const;
const MOST_PIECES = 100_000;

const cashCount = z
  .array(z.object({ value: z.literal(denominations), pieces: z.int().min(0).max(MOST_PIECES) }))
  .max(denominations.length)
  .refine(
    (pieces) => new Set(pieces.map(({ value }) => value)).size === pieces.length,
    inputMessage('input.cash.counted-twice'),
  );
export type CashCount = z.output<typeof cashCount>;

/** Gate cash that was received into the drawer of a cash session, and not undone. */
const receivedGateCash = z.object({
  handover_id: z.int(),
  /** The name of the person who handed the cash over. */
  keeper: z.string(),
  /** The name of the person whose drawer it is. */
  person: z.string(),
  at: instant,
  amount: rupeesOut,
});
export type ReceivedGateCash = z.output<typeof receivedGateCash>;

/** A person's session at the cash desk, from the opening float to the count of the drawer. */
const cashSession = z.object({
  session_id: z.int(),
  person: z.object({ email: z.string(), name: z.string() }),
  opened_at: instant,
  opening_float: rupeesOut,
  /** The cash that the person had left in the drawer; null if there was none. */
  expected_float: rupeesOut.nullable(),
  /** The part of the float that the person held outside the drawer, such as a float that the office handed out. */
  float_from_held: rupeesOut,
  /** The float less that part and the cash left in the drawer; 0 if no cash was left there. */
  float_difference: rupeesOut,
  float_reason: z.string(),
  sums: daySums,
  /** The gate cash received into the drawer. */
  gate_cash: rupeesOut,
  /**
   * The float plus the cash and the gate cash received, less the cash paid back. Null for an open session if the caller may not see those
   * of everybody: the drawer is counted before the expected cash is shown.
   */
  expected_cash: rupeesOut.nullable(),
  closed_at: instant.nullable(),
  closed_by: z.string().nullable(),
  counted_cash: rupeesOut.nullable(),
  /** The counted cash less the expected cash. */
  difference: rupeesOut.nullable(),
  /** The part of the counted cash that stays in the drawer; the rest goes to the bank. */
  kept_cash: rupeesOut.nullable(),
  /** True while the cash left in the drawer is neither banked nor the float of a later session. */
  is_kept: z.boolean(),
  cash_to_bank: rupeesOut.nullable(),
  count: cashCount,
  reason: z.string(),
  banked_on: dayText.nullable(),
  banked_by: z.string().nullable(),
  /** True if the person who took or counted the cash recorded it as banked. */
  is_own_word: z.boolean(),
  /** The day on which the cash left in the drawer was banked instead of being the float of the next session. */
  kept_banked_on: dayText.nullable(),
  kept_banked_by: z.string().nullable(),
});
export type CashSession = z.output<typeof cashSession>;

export const countedMoney = z.object({ count: z.int(), amount: rupeesOut });
export type CountedMoney = z.output<typeof countedMoney>;

/** The number of days, today included, in which the cheques of `chequeSums` were cleared or returned. */
export const DAYS_OF_ENDED_CHEQUES = 30;

/** The cheques of the market, whatever the day of the answer is, by what has happened to them last. */
export const chequeSums = z.object({
  /** Received and not paid into the bank. */
  in_hand: countedMoney,
  /** Paid into the bank, which has neither paid nor returned them. */
  paid_in: countedMoney,
  cleared: countedMoney,
  returned: countedMoney,
});
export type ChequeSums = z.output<typeof chequeSums>;

/** Cash left in a person's drawer at the last closing, which is neither banked nor the float of a later session. */
const keptCash = z.object({
  session_id: z.int(),
  person: z.object({ email: z.string(), name: z.string() }),
  amount: rupeesOut,
  since: instant,
});
export type KeptCash = z.output<typeof keptCash>;

/**
 * The figures of the cash desk on the manager dashboard. They exist while cash sessions are turned on, or cash of
 * earlier sessions is in a drawer or to be banked.
 */
export const cashDesk = z.object({
  /** The open sessions, with the sum of the cash expected in their drawers. */
  open_sessions: countedMoney,
  /** The differences found today: floats that are not the cash left in the drawer, and counts that are not as expected. */
  differences_today: countedMoney,
  /** Closed sessions whose cash is not recorded as banked, with the sum of this cash. */
  not_banked: countedMoney,
  kept: z.array(keptCash),
  /**
   * What each person has of drawers and of counted cash, those with the most first. `since` is when the first session was
   * opened since which the person has banked nothing, or whose cash is to be banked, however often the drawer was
   * counted meanwhile.
   */
  in_hand: z.array(
    z.object({ person: z.object({ email: z.string(), name: z.string() }), amount: rupeesOut, since: instant }),
  ),
  /** Payments of today that were recorded as cash at first and are now recorded by another method, by person. */
  changed_from_cash: z.array(z.object({ person: z.string(), ...countedMoney.shape })),
  pending_cheques: countedMoney,
});
export type CashDesk = z.output<typeof cashDesk>;

/** Cash of the last 30 days that a person took without a cash session, less what the person paid back without one. */
export const uncountedCash = z.object({
  email: z.string(),
  name: z.string(),
  count: z.int(),
  amount: rupeesOut,
  /** When the first of this cash was recorded. */
  since: instant,
  /** The last day on which cash of the person's sessions was banked; null if none was. */
  last_banked: dayText.nullable(),
});
export type UncountedCash = z.output<typeof uncountedCash>;

const cashDay = z.object({
  date: dayText,
  /** The person whose movements are listed; null if the movements of all persons are listed. */
  person: z.object({ email: z.string(), name: z.string() }).nullable(),
  movements: z.array(movement),
  sums: daySums,
  /** The gate cash that came into the drawers of these people on the day; `sums` do not include it. */
  gate_cash: z.array(receivedGateCash),
  /** The sums of each person whose movements the caller may see. */
  people: z.array(z.object({ email: z.string(), name: z.string(), sums: daySums })),
  sessions_on: z.boolean(),
  /** The open session of `person`. */
  open_session: cashSession.nullable(),
  /** The cash that `person` left in the drawer at the last closing; empty if there is none or `person` is null. */
  kept: z.array(keptCash),
  /** What `person` holds of floats and gate cash outside the drawer; 0 if `person` is null. */
  held: rupeesOut,
  /** All cheques of the market that are pending now, whatever `date` is. */
  pending_cheques: countedMoney,
  cheques: chequeSums,
  /** All electronic payments that are to be confirmed now, of the people whose movements the caller may see. */
  to_confirm: unconfirmedMoney,
});
export type CashDay = z.output<typeof cashDay>;

export const EVERYBODY = 'all';

const oneDay = z.object({
  date: orNone(dayText),
  by: orNone(screenLine(254)).meta({ description: `An email, or ${EVERYBODY}; by default the caller's` }),
});

/** A cheque that was received. It is pending until the bank has paid or returned it. */
const receivedCheque = z.object({
  /** The number of the payment; of a deposit the number of its entry, which has no receipt. */
  payment_id: z.int(),
  is_deposit: z.boolean(),
  shop_id: z.string(),
  tenancy_id: z.int(),
  tenant_name: z.string(),
  ...chequeOut,
  ...countsFromOut,
  /** The amount of the payment, including its corrections. */
  amount: rupeesOut,
  received_on: dayText,
  received_by: z.string(),
  /** The day on which the cheque was paid in; null until then. */
  deposited_on: dayText.nullable(),
  /** The day on which the bank paid the cheque; null while it is pending. */
  cleared_on: dayText.nullable(),
  /** The name of the person who recorded that day. */
  cleared_by: z.string().nullable(),
  returned_on: dayText.nullable(),
  stage: z.enum(chequeStages),
  /** The number of cheques of this tenant, in all shops, that the bank returned in the last 365 days. */
  returned_in_a_year: z.int(),
});
export type ReceivedCheque = z.output<typeof receivedCheque>;

export const chequeLists = ['pending', 'in_hand', 'paid_in', 'cleared', 'returned'] as const;
export type ChequeList = (typeof chequeLists)[number];

/** The maximum number of cheques in a list, and in one request that marks cheques as cleared. */
export const MOST_CHEQUES = 500;

const bankedParts = ['to_bank', 'kept'] as const;
export type BankedPart = (typeof bankedParts)[number];

const message = z.string();
const oneSession = z.object({ id: idInPath });
const sessionAnswer = z.object({ message, session: cashSession });
const settings = z.object({ sessions: z.boolean() });
/** Whether cashiers may record payments for yesterday too. Other roles may name any past day. */
const cashierDays = z.object({ yesterday: z.boolean() });

function sessionPaper(name: string, { summary, isOfClosed }: { summary: string; isOfClosed?: true }) {
  return call({
    method: 'GET',
    path: `/api/cash/sessions/:id/${name}`,
    permission: 'books.read',
    summary,
    params: oneSession,
    answer: z.string(),
    file: ['pdf'],
    refusals: isOfClosed ? ['cash_session_not_found', 'cash_session_open'] : ['cash_session_not_found'],
  });
}

/** The papers of a cash session. One that can be refused as `cash_session_open` is of a closed session only. */
export const sessionPapers = {
  sessionSheet: sessionPaper('sheet', {
    summary: 'Get the sheet of a cash session as a PDF: sums, count, movements and cheques.',
  }),
  depositSlip: sessionPaper('deposit-slip', {
    summary: 'Get the slip for paying the cash and cheques of a closed session into the bank, as a PDF.',
    isOfClosed: true,
  }),
};
export type SessionPaper = keyof typeof sessionPapers;
export const sessionPaperNames = Object.keys(sessionPapers) as SessionPaper[];
const fileNames: Record<SessionPaper, string> = { sessionSheet: 'cash-session', depositSlip: 'deposit-slip' };

/** Returns the name of the file of a paper, without its ending. */
export function nameOfPaper(paper: SessionPaper, sessionId: number): string {
  return `${fileNames[paper]}-${sessionId}`;
}

export function isPaperOfClosed(paper: SessionPaper): boolean {
  return sessionPapers[paper].refusals.includes('cash_session_open');
}

export const cash = {
  day: call({
    method: 'GET',
    path: '/api/cash/day',
    permission: 'books.read',
    summary:
      'Get what a person received and paid back on a day, by default the caller today, with sums by method. Cashiers see ' +
      'only their own days.',
    query: oneDay,
    answer: cashDay,
    refusals: [],
  }),
  daySheet: call({
    method: 'GET',
    path: '/api/cash/day/sheet',
    permission: 'books.read',
    summary: 'Get the sheet of a day as a PDF: sums by method, movements and cheques, with lines for signatures.',
    query: oneDay,
    answer: z.string(),
    file: ['pdf'],
    refusals: [],
  }),
  cheques: call({
    method: 'GET',
    path: '/api/cash/cheques',
    permission: 'books.read',
    summary:
      `List received cheques: the ${MOST_CHEQUES} longest pending, all or only those in hand or paid in, first those ` +
      `with the earliest date, or the ${MOST_CHEQUES} that were cleared or returned last. pending counts all pending ones.`,
    query: z.object({ state: z.enum(chequeLists).default('pending') }),
    answer: z.object({ cheques: z.array(receivedCheque), pending: countedMoney }),
    refusals: [],
  }),
  depositCheques: call({
    method: 'POST',
    path: '/api/cash/cheques/deposited',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Record the day on which cheques were paid into the bank; without a day they are not paid in. All or none are ' +
      'recorded. Recording the cash of a session as banked does this for its cheques.',
    body: z.object({
      payment_ids: z.array(z.int().positive()).min(1).max(MOST_CHEQUES),
      deposited_on: dayText.nullable(),
    }),
    answer: z.object({ message, cheques: z.array(receivedCheque), pending: countedMoney }),
    refusals: ['payment_not_found', 'not_a_cheque'],
  }),
  clearCheques: call({
    method: 'POST',
    path: '/api/cash/cheques/cleared',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Record the day on which the bank paid cheques; without a day they are pending again. All or none are recorded. ' +
      'No balance changes. Cheques that the caller recorded count towards the approval limit.',
    body: z.object({
      payment_ids: z.array(z.int().positive()).min(1).max(MOST_CHEQUES),
      cleared_on: dayText.nullable(),
    }),
    moneyDays: ['cleared_on'],
    answer: z.object({ message, cheques: z.array(receivedCheque), pending: countedMoney }),
    refusals: ['payment_not_found', 'not_a_cheque', 'day_closed', ...guarded],
  }),
  sessions: call({
    method: 'GET',
    path: '/api/cash/sessions',
    permission: 'books.read',
    summary:
      'List the cash sessions opened on a day, or the newest 200, newest first; open=true only the open ones. Cashiers ' +
      'see only their own.',
    query: z.object({ date: orNone(dayText), open: orNone(z.literal('true')) }),
    answer: z.array(cashSession),
    refusals: [],
  }),
  openSession: call({
    method: 'POST',
    path: '/api/cash/sessions',
    permission: 'payments.take',
    writes: 'once',
    summary:
      'Open a cash session with the float in the drawer. What the caller records from now on belongs to it. A float that ' +
      'is not the cash left in the drawer at the last closing and a part of what the caller holds requires a reason.',
    body: z.object({ opening_float: amountIn, reason: optionalLine(200).optional() }),
    answer: sessionAnswer,
    status: 201,
    refusals: ['cash_session_open', 'difference_unexplained'],
  }),
  closeSession: call({
    method: 'POST',
    path: '/api/cash/sessions/:id/close',
    permission: 'payments.take',
    writes: 'once',
    summary:
      'Close a cash session with the counted notes and coins. A difference requires a reason. Nothing of a closed session ' +
      'changes. A cashier closes only the own session.',
    params: oneSession,
    body: z.object({ count: cashCount, kept_cash: amountIn.optional(), reason: optionalLine(200).optional() }),
    answer: sessionAnswer,
    refusals: ['cash_session_not_found', 'cash_session_closed', 'difference_unexplained'],
  }),
  bankSession: call({
    method: 'POST',
    path: '/api/cash/sessions/:id/banked',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Record the day on which the cash of a closed session was paid into the bank: the part to be banked, or the part ' +
      'left in the drawer if it is not the float of a later session. Cash that the caller took or counted counts towards the ' +
      'approval limit.',
    params: oneSession,
    body: z.object({ banked_on: dayText, part: z.enum(bankedParts).default('to_bank') }),
    moneyDays: ['banked_on'],
    answer: sessionAnswer,
    refusals: ['cash_session_not_found', 'cash_session_open', 'cash_session_banked', 'day_closed', ...guarded],
  }),
  ...sessionPapers,
  getSettings: call({
    method: 'GET',
    path: '/api/settings/cash-sessions',
    permission: 'books.read',
    summary: 'Get whether cash is recorded only in open cash sessions.',
    answer: settings,
    refusals: [],
  }),
  setSettings: call({
    method: 'PUT',
    path: '/api/settings/cash-sessions',
    permission: 'books.write',
    writes: 'versioned',
    summary: 'Turn cash sessions on or off. While they are on, cash is recorded only in an open session.',
    body: settings,
    answer: z.object({ message, settings }),
    refusals: [],
  }),
  getCashierDays: call({
    method: 'GET',
    path: '/api/settings/cashier-days',
    permission: 'books.read',
    summary: 'Get for which days cashiers may record payments: today, or yesterday too.',
    answer: cashierDays,
    refusals: [],
  }),
  setCashierDays: call({
    method: 'PUT',
    path: '/api/settings/cashier-days',
    permission: 'books.write',
    writes: 'versioned',
    summary: 'Set for which days cashiers may record payments: today, or yesterday too.',
    body: cashierDays,
    answer: z.object({ message, settings: cashierDays }),
    refusals: [],
  }),
};
