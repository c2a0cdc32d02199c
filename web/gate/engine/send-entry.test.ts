import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Instant } from '#billing/calendar.ts';
import { cents } from '#billing/money.ts';
import { message } from '#contract/messages/message.ts';
import { type RefusalCode, refusalStatus } from '#contract/refusals.ts';
import { CallError } from '#web/client.ts';
import type { TicketEntry } from './entries.ts';
import type { GateServer } from './gate-server.ts';
import { sendEntry } from './send-entry.ts';
import { signNumber } from './sign-number.ts';

const ticket: TicketEntry = {
  what: 'ticket',
  order: 7,
  key: 'a-key',
  by: 'nimal@example.com',
  at: '2026-11-20T00:30:00.000Z' as Instant,
  shiftId: '0b6f7a52-3a5c-4e63-9a3e-0d4a0f0b0c0d',
  state: 'waiting',
  refusal: null,
  number: 'K-17',
  cents: cents(10_050),
  kind: { subject: 'vehicle', vehicleType: 'Lorry', vehicleNumber: 'LG-4821' },
  serverId: null,
  serverNumber: null,
};

const SENDING = { token: 'token', at: '2026-11-20T00:31:00.000Z' as Instant };

function answering(answer: () => unknown) {
  const heard: unknown[] = [];
  const server = (async (...sent: unknown[]) => {
    heard.push(sent);
    return answer();
  }) as unknown as GateServer;
  return { server, heard };
}

test('a vehicle ticket is sent with its number, time, shift and key', async () => {
  const { server, heard } = answering(() => ({ ticket: { id: 3 } }));
  const outcome = await sendEntry(server, SENDING, { entry: ticket });
  expect(outcome).toEqual({ kind: 'accepted', facts: { serverId: 3, serverNumber: 'V3' } });
  expect(heard).toEqual([
    [
      { method: 'POST', path: '/api/vehicle-tickets' },
      {
        body: {
          vehicleNumber: 'LG-4821',
          vehicleType: 'Lorry',
          ticketPrice: 100.5,
          device_number: 'K-17',
          issued_at: '2026-11-20T00:30:00.000Z',
          shift_id: '0b6f7a52-3a5c-4e63-9a3e-0d4a0f0b0c0d',
        },
      },
      { token: 'token', idempotencyKey: 'a-key' },
    ],
  ]);
});

const outcomes: [code: RefusalCode, outcome: string][] = [
  ['unauthorized', 'stopped: signed-out'],
  ['password_change_required', 'stopped: new-password'],
  ['second_factor_missing', 'stopped: add-factor'],
  ['not_allowed', 'stopped: not-allowed'],
  ['too_many_tries', 'stopped: no-answer'],
  ['internal', 'stopped: no-answer'],
  ['not_ready', 'stopped: no-answer'],
  ['unknown_path', 'stopped: no-answer'],
  ['issued_in_future', 'too-early'],
  ['issued_too_early', 'rejected'],
  ['device_number_used', 'rejected'],
  ['invalid_input', 'rejected'],
  ['key_reused', 'rejected'],
];

test.each(outcomes)('%s: %s', async (code, expected) => {
  const sentence = message(`refusals.${code}`);
  const { server } = answering(() => {
    throw new CallError(refusalStatus[code], { code, message: sentence });
  });
  const outcome = await sendEntry(server, SENDING, { entry: ticket });
  expect(outcome.kind === 'stopped' ? `stopped: ${outcome.why.reason}` : outcome.kind).toBe(expected);
  if (outcome.kind === 'rejected') expect(outcome.refusal).toEqual({ code, message: sentence });
});

test.each([
  ['a proxy that fails', new CallError(502, { code: 'no_answer', message: '' })],
  ['a page of a proxy with a status of its own', new CallError(403, { code: 'no_answer', message: '' })],
  ['a try that took too long', new DOMException('The operation timed out.', 'TimeoutError')],
])('%s is not an answer of the server: the entry is sent again', async (_, error) => {
  const { server } = answering(() => {
    throw error;
  });
  expect(await sendEntry(server, SENDING, { entry: ticket })).toMatchObject({ why: { reason: 'no-answer' } });
});

test('a ticket whose time is still in the future after the clock was corrected is reported to the office', async () => {
  const { server } = answering(() => {
    throw new CallError(400, { code: 'issued_in_future', message: message('refusals.issued_in_future') });
  });
  const sending = { token: 'token', at: '2026-11-19T00:00:00.000Z' as Instant };
  expect(await sendEntry(server, sending, { entry: ticket })).toMatchObject({
    kind: 'rejected',
    refusal: { code: 'issued_in_future' },
  });
});

test('a cancellation is sent with its reason and time; a ticket that is already void needs no more', async () => {
  const { key: _, number, ...rest } = ticket;
  const entry = { ...rest, key: 'b-key', what: 'undoing', number, reason: 'Paid twice' } as const;
  const cancelled = { ...ticket, serverId: 3 };
  const { server, heard } = answering(() => ({ message: 'Ticket deleted successfully.' }));
  expect((await sendEntry(server, SENDING, { entry, cancelled })).kind).toBe('accepted');
  expect(heard).toEqual([
    [
      { method: 'DELETE', path: '/api/vehicle-tickets/:id' },
      { params: { id: '3' }, body: { reason: 'Paid twice', voided_at: ticket.at } },
      { token: 'token', idempotencyKey: 'b-key' },
    ],
  ]);
  for (const code of ['ticket_not_found', 'key_reused', 'void_not_allowed'] as const) {
    const { server } = answering(() => {
      throw new CallError(refusalStatus[code], { code, message: message(`refusals.${code}`) });
    });
    const { kind } = await sendEntry(server, SENDING, { entry, cancelled });
    expect([code, kind]).toEqual([code, code === 'void_not_allowed' ? 'rejected' : 'accepted']);
  }
});

test('a phone with a secret signs the numbers of its own letters, and no others', async () => {
  const secret = 'secret of this phone';
  const device = { deviceCode: 'K', deviceSecret: secret };
  const proof = createHmac('sha256', secret).update('K17').digest('hex');
  expect(await signNumber('K-17', device)).toBe(proof);
  expect(await signNumber('A-17', device)).toBeUndefined();
  expect(await signNumber('K-17', { deviceCode: 'K', deviceSecret: null })).toBeUndefined();
});
