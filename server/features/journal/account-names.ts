import { z } from 'zod';
import { defaultName, type NameFault, refuseAccountName } from '#billing/journal/account-names.ts';
import { type AccountNames, accountName, type JournalAccount, journalAccounts } from '#billing/journal/entries.ts';
import type { NamedAccount } from '#contract/journal.ts';
import { type ApiMessage, apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import { loadClosedJournal } from '../../db/closed-journal.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { badInput } from '../../http/core/read-request.ts';
import { setting } from '../audit/setting.ts';
import { listBankAccounts } from '../bank/queries.ts';

/** The names of accounts that have another one than the default. */
export const accountNames = setting<AccountNames>({
  name: 'journal_accounts',
  schema: z.record(z.string(), z.string()),
  first: () => ({}),
  describe: (names) =>
    Object.entries(names)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([account, name]) => `${account} ${name}`)
      .join(', '),
  changed: { type: 'Journal Account Named', description: apiMessage('reports.audit.account_named') },
});

const FAULTS: Record<NameFault, ApiMessage> = {
  letters: apiMessage('reports.account.letters'),
  kind: apiMessage('reports.account.kind'),
  above: apiMessage('reports.account.above'),
};

/** Lists the accounts that can have a name, with their names. */
export async function listNamedAccounts(db: Reader): Promise<NamedAccount[]> {
  const names = await accountNames.read(db);
  const banks = await listBankAccounts(db);
  const closed = await findClosedAccounts(db);
  const present = (account: string, bank: string | null): NamedAccount => ({
    account: account.replace(' ', '-'),
    name: accountName(account as JournalAccount, names),
    default_name: defaultName(account),
    bank,
    is_closed: closed.has(account),
  });
  return [
    ...[...Object.keys(journalAccounts), 'receivables'].map((account) => present(account, null)),
    ...banks.map(({ id, name }) => present(`bank ${id}`, name)),
  ];
}

/** Names an account; an empty name is the default. */
export async function nameAccount(
  tx: Writer,
  context: ActionContext,
  { asked, name }: { asked: string; name: string },
): Promise<NamedAccount> {
  await accountNames.change(tx, context, {
    async value(names) {
      const all = await listNamedAccounts(tx);
      const found = all.find(({ account }) => account === asked);
      if (!found) throw new Refusal('journal_account_not_found');
      const wanted = name === '' ? found.default_name : name;
      if (wanted === found.name) return names;
      if (found.is_closed) throw new Refusal('journal_account_closed');
      const account = keyOf(asked);
      const fault = refuseAccountName({ account, name: wanted, names, accounts: all.map((one) => keyOf(one.account)) });
      if (fault) throw badInput([{ field: 'account_name', message: FAULTS[fault] }]);
      const { [account]: _, ...others } = names;
      return wanted === found.default_name ? others : { ...others, [account]: wanted };
    },
  });
  const named = (await listNamedAccounts(tx)).find(({ account }) => account === asked);
  if (!named) throw new Refusal('journal_account_not_found');
  return named;
}

function keyOf(account: string): string {
  return account.replace('-', ' ');
}

/** Returns the accounts that closed months have. The bytes of their journal contain the names. */
async function findClosedAccounts(db: Reader): Promise<Set<string>> {
  const closed = await loadClosedJournal(db);
  const accounts = (closed?.entries ?? []).flatMap(({ postings }) => postings.map(({ account }) => account));
  return new Set(accounts.map((account) => (account.startsWith('receivables ') ? 'receivables' : account)));
}
