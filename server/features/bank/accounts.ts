import type { Day } from '#billing/calendar.ts';
import { toRupees } from '#billing/money.ts';
import type { BankAccount } from '#contract/bank.ts';
import { foldText } from '#contract/fold-text.ts';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { writeAudit } from '../audit/write-audit.ts';
import {
  type BankAccountRow,
  countBankLines,
  findAccountNamed,
  insertBankAccount,
  listBankAccounts,
  lockBankAccounts,
  updateBankAccount,
} from './queries.ts';

/** Returns an account; throws the refusal `bank_account_not_found` if there is none with this id. */
export async function getBankAccount(db: Reader, id: number): Promise<BankAccountRow> {
  const [account] = await listBankAccounts(db, id);
  if (!account) throw new Refusal('bank_account_not_found');
  return account;
}

export async function addBankAccount(
  tx: Writer,
  context: ActionContext,
  { name, starts_on }: { name: string; starts_on: Day },
): Promise<number> {
  const id = await insertBankAccount(tx, context, { name, folded_name: foldText(name), starts_on });
  if (id === undefined) throw new Refusal('bank_account_exists');
  await writeAudit(tx, context, {
    type: 'Bank Account Added',
    description: apiMessage('bank.audit.added', { account: name, day: { day: starts_on } }),
    newValue: name,
  });
  return id;
}

export async function renameBankAccount(
  tx: Writer,
  context: ActionContext,
  { id, name }: { id: number; name: string },
): Promise<void> {
  await lockBankAccounts(tx);
  const account = await getBankAccount(tx, id);
  if (account.name === name) return;
  const same = await findAccountNamed(tx, foldText(name));
  if (same && same.id !== id) throw new Refusal('bank_account_exists');
  await updateBankAccount(tx, id, { name, folded_name: foldText(name) });
  await writeAudit(tx, context, {
    type: 'Bank Account Renamed',
    description: apiMessage('bank.audit.renamed', { account: account.name }),
    oldValue: account.name,
    newValue: name,
  });
}

export async function presentBankAccount(db: Reader, account: BankAccountRow): Promise<BankAccount> {
  const { count, last_day, open } = await countBankLines(db, account.id);
  return {
    account_id: account.id,
    name: account.name,
    starts_on: account.starts_on,
    lines: count,
    open: { count: open.count, amount: toRupees(open.cents) },
    last_day,
  };
}
