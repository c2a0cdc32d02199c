import { type BankLine, type BankPart, bank } from '#contract/bank.ts';
import type { BankIgnoredKind } from '#contract/words.ts';
import { CallError, sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { api } from '../api.ts';

/** Records what a line is, and returns the line as it is then; undefined if nothing was recorded. */
export async function matchParts(line: BankLine, parts: readonly BankPart[]): Promise<BankLine | undefined> {
  const params = { id: String(line.line_id) };
  const sent = parts.map(({ kind, id, amount }) => ({ kind, id, ...(kind === 'new_payment' && { amount }) }));
  const send = (more: { although_recorded?: true }) =>
    api(bank.match, { params, body: { parts: sent, ...more } }, { idempotencyKey: newKey() });
  try {
    return (await send({})).line;
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'bank_payment_recorded')) return report(error);
    const question = { title: t('bank.lines.recorded'), body: error.message, action: t('bank.lines.recordAnyway') };
    if (!(await confirm({ ...question, isDoubtful: true }))) return undefined;
  }
  return send({ although_recorded: true }).then(({ line: matched }) => matched, report);
}

export function recordIgnored(line: BankLine, kind: BankIgnoredKind, note: string): Promise<BankLine | undefined> {
  const params = { id: String(line.line_id) };
  const ignoring = api(bank.ignore, { params, body: { kind, note } }, { idempotencyKey: newKey() });
  return ignoring.then(({ line: ignored }) => ignored, report);
}

export function undoLine(line: BankLine, reason: string): Promise<BankLine | undefined> {
  const params = { id: String(line.line_id) };
  const undoing = api(bank.undo, { params, body: { reason } }, { idempotencyKey: newKey() });
  return undoing.then(({ line: open }) => open, report);
}

function report(error: unknown): undefined {
  if (error instanceof CallError && error.code === 'approval_required') toastDone(error.message, 5);
  else toastFailed(sentenceOf(error, t('bank.lines.matchFailed')), 5);
}
