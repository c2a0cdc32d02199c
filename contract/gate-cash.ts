import { z } from 'zod';
import { call } from './call.ts';
import { guarded } from './money-effects.ts';
import { amountIn, dayText, idInPath, instant, optionalLine, paidIn, reasonIn, rupeesOut } from './scalars.ts';

const person = { email: z.string(), name: z.string() };

/** Counted cash of closed shifts, and floats, that their keeper has not handed over. */
const heldCash = z.object({
  account_id: z.int(),
  ...person,
  amount: rupeesOut,
  /** When the oldest part of it was counted or handed out as a float. The oldest cash is handed over first. */
  since: instant,
});
export type HeldCash = z.output<typeof heldCash>;

/** Gate cash of a receiver that is not recorded as banked. */
const receivedCash = z.object({ ...person, amount: rupeesOut, since: instant });

/** Gate cash and floats that people hold, on the manager dashboard. */
export const gateCashHeld = z.object({
  not_handed_over: z.array(heldCash),
  not_banked: z.array(receivedCash),
});
export type GateCashHeld = z.output<typeof gateCashHeld>;

const handover = z.object({
  id: z.int(),
  /** Who handed over the cash, or holds the float. */
  keeper: z.object(person),
  /** Who received the cash, or handed out the float. */
  receiver: z.object(person),
  received_at: instant,
  /** What the keeper held, with the opening cash of closed shifts. */
  expected_cash: rupeesOut,
  received_cash: rupeesOut,
  /** What stays with the keeper, as opening cash of the next shift for example. */
  left_cash: rupeesOut,
  /** The float that the office handed out to the keeper; 0 if the keeper handed over cash. */
  given_cash: rupeesOut,
  /** What was received and left, less what was expected and the float. */
  difference: rupeesOut,
  reason: z.string(),
  /** An undone hand-over has no effect: the keeper holds the cash again. */
  undone_at: instant.nullable(),
  undone_by: z.string().nullable(),
  undo_reason: z.string().nullable(),
  banked_on: dayText.nullable(),
  banked_by: z.string().nullable(),
  /** True if the receiver or the keeper recorded the cash as banked. */
  is_own_word: z.boolean(),
  /** The cash session into whose drawer the cash was received; it is banked with that session. */
  session_id: z.int().nullable(),
  /** True if that session is closed: its count includes the cash, so the hand-over is not undone any longer. */
  is_counted: z.boolean(),
});
export type GateHandover = z.output<typeof handover>;

/** The maximum number of hand-overs that are listed besides those that are not banked. */
export const MOST_HANDOVERS = 200;

const message = z.string();
const handoverAnswer = z.object({ message, handover });

/** The maximum number of floats that their holder sees. */
export const MOST_OWN_FLOATS = 5;

export const gateCash = {
  now: call({
    method: 'GET',
    path: '/api/gate/cash',
    permission: 'gate-cash.receive',
    summary:
      'Get the counted cash of closed shifts and the floats that are not handed over, by person, with the hand-overs ' +
      `that are not banked and the newest ${MOST_HANDOVERS}, newest first. Cashiers see only the hand-overs that they ` +
      'received.',
    answer: z.object({
      held: z.array(heldCash),
      handovers: z.array(handover),
      /** The open cash session of the caller, into whose drawer received cash goes. */
      into_session: z.int().nullable(),
    }),
    refusals: [],
  }),
  own: call({
    method: 'GET',
    path: '/api/gate/cash/own',
    permission: 'tickets.write',
    summary: `Get what the caller holds of counted cash and floats, with the newest ${MOST_OWN_FLOATS} floats.`,
    answer: z.object({
      held: rupeesOut,
      floats: z.array(z.object({ given_at: instant, given_by: z.string(), amount: rupeesOut })),
    }),
    refusals: [],
  }),
  receive: call({
    method: 'POST',
    path: '/api/gate/cash/received',
    permission: 'gate-cash.receive',
    writes: 'once',
    summary:
      'Record that the caller received the cash that another person holds from closed shifts and floats, with what stays ' +
      'with that person. A difference requires a reason. The cash goes into the drawer of the open cash session of the caller; ' +
      'cashiers need one while sessions are on.',
    body: z.object({
      account_id: z.int().positive(),
      received_cash: amountIn,
      left_cash: amountIn.optional(),
      reason: optionalLine(200).optional(),
    }),
    answer: handoverAnswer,
    refusals: ['own_gate_cash', 'no_gate_cash', 'difference_unexplained', 'cash_session_needed'],
  }),
  give: call({
    method: 'POST',
    path: '/api/gate/cash/given',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Record that the office handed out a float to another person. The person holds it until it is the opening cash of a ' +
      'shift or the float of a drawer, or is handed over.',
    body: z.object({
      account_id: z.int().positive(),
      given_cash: paidIn,
    }),
    answer: handoverAnswer,
    refusals: ['own_gate_cash', 'account_not_found'],
  }),
  undo: call({
    method: 'POST',
    path: '/api/gate/cash/:id/undone',
    permission: 'gate-cash.receive',
    writes: 'once',
    summary:
      'Undo a hand-over that was recorded wrongly, so that the keeper holds the cash again. Its receiver can on the same ' +
      'day, and a superadmin until the cash is recorded as banked. Cash in the drawer of a cash session: both until the ' +
      'session is closed. A float: the person who handed it out and a superadmin, while its holder has that much.',
    params: z.object({ id: idInPath }),
    body: z.object({ reason: reasonIn }),
    answer: handoverAnswer,
    refusals: [
      'handover_not_found',
      'handover_of_other',
      'handover_banked',
      'handover_undone',
      'handover_counted',
      'float_used',
    ],
  }),
  bank: call({
    method: 'POST',
    path: '/api/gate/cash/:id/banked',
    permission: 'books.write',
    writes: 'once',
    summary:
      'Record the day on which received gate cash was paid into the bank. Cash that the caller received or held counts ' +
      'towards the approval limit.',
    params: z.object({ id: idInPath }),
    body: z.object({ banked_on: dayText }),
    moneyDays: ['banked_on'],
    answer: handoverAnswer,
    refusals: [
      'handover_not_found',
      'handover_banked',
      'handover_undone',
      'handover_in_drawer',
      'day_closed',
      ...guarded,
    ],
  }),
};
