/** The names of a market for the accounts of its journal (docs/rules.md, Journal). */
import { type AccountNames, accountName, type JournalAccount } from './entries.ts';

/** What both hledger and beancount take: one of five kinds, then parts that begin with a capital letter or a digit. */
const NAME = /^(Assets|Liabilities|Equity|Income|Expenses)(:[A-Z0-9][A-Za-z0-9-]*)+$/;

/** Why a name is refused: it has other letters, is of another kind, or is above or below another account. */
export type NameFault = 'letters' | 'kind' | 'above';

/**
 * Returns why an account cannot have a name. `accounts` are all accounts that can have one. A balance of beancount
 * includes the accounts below, so an account that has entries is never above another one.
 */
export function refuseAccountName({
  account,
  name,
  names,
  accounts,
}: {
  account: string;
  name: string;
  names: AccountNames;
  accounts: readonly string[];
}): NameFault | undefined {
  if (!NAME.test(name)) return 'letters';
  if (kindOf(name) !== kindOf(defaultName(account))) return 'kind';
  const others = accounts.filter((other) => other !== account).map((other) => usedName(other, names));
  const own = usedName(account, { ...names, [account]: name });
  return others.some((other) => isAbove(own, other) || isAbove(other, own)) ? 'above' : undefined;
}

/** Returns the name of an account without a name of the market. */
export function defaultName(account: string): string {
  return accountName(account as JournalAccount | 'receivables');
}

function kindOf(name: string): string | undefined {
  return name.split(':')[0];
}

/** Tenancies have the entries of `receivables`, so it may be above others, but not they above others. */
function usedName(account: string, names: AccountNames): string {
  const name = accountName(account as JournalAccount | 'receivables', names);
  return account === 'receivables' ? `${name}:Tenancy-1` : name;
}

function isAbove(one: string, other: string): boolean {
  return other.startsWith(`${one}:`);
}
