import { type Cents, writeDecimal } from '#billing/money.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { RecordedRefusal } from '../../http/idempotency/answer-write.ts';
import { writeAudit } from '../audit/write-audit.ts';

interface Count {
  description: ApiMessage;
  expected: Cents;
  counted: Cents;
}

/**
 * Refuses a count that differs and has no reason, and records it: a count that may be tried until it fits, without a
 * trace, would not be blind.
 */
export class CountRefused extends RecordedRefusal {
  readonly #context: ActionContext;
  readonly #count: Count;

  constructor(context: ActionContext, count: Count) {
    super('difference_unexplained', {
      details: [{ field: 'reason', message: apiMessage('refusals.difference_unexplained') }],
    });
    this.#context = context;
    this.#count = count;
  }

  async record(tx: Writer): Promise<void> {
    const { description, expected, counted } = this.#count;
    await writeAudit(tx, this.#context, {
      type: 'Count Refused',
      description,
      oldValue: writeDecimal(expected),
      newValue: writeDecimal(counted),
    });
  }
}
