import {
  type Candidate,
  candidatesOf,
  chooseProposals,
  listNamedTenancies,
  type Proposal,
} from '#billing/bank/propose.ts';
import type { FileLine } from '#billing/bank/statement.ts';
import { sumCents, toRupees } from '#billing/money.ts';
import type { BankLine, BankProposal } from '#contract/bank.ts';
import { type bank, MOST_UNMATCHED } from '#contract/bank.ts';
import type { Answer } from '#contract/call.ts';
import type { BankLineState } from '#contract/words.ts';
import type { Reader } from '../../db/connect.ts';
import { takeTurns } from '../../turns.ts';
import { listNamesByEmail } from '../cash/queries.ts';
import { dueOfTenancy } from '../tenants/queries.ts';
import { getBankAccount, presentBankAccount } from './accounts.ts';
import { type LoadedMoney, loadKnownMoney, loadKnownPayers, partKey } from './load-known-money.ts';
import { listParts } from './part-queries.ts';
import { type KnownPart, matchedPart, newPaymentPart, presentPart } from './parts.ts';
import { type BankLineRow, countBankLines, findBankLine, lineStateOf, listBankLines } from './queries.ts';

/** Loads lines of an account in a state. Open ones have what each may be. */
export async function loadBankLines(
  db: Reader,
  { id, state }: { id: number; state: BankLineState },
): Promise<Answer<typeof bank.lines>> {
  const account = await getBankAccount(db, id);
  const rows = await listBankLines(db, { accountId: id, state });
  const money = await loadKnownMoney(db, state === 'open' ? (rows[0]?.day ?? account.starts_on) : account.starts_on);
  const presented = await presentBankAccount(db, account);
  const { ignored } = await countBankLines(db, id);
  const open = presented.open.count;
  return {
    account: presented,
    counts: { open, ignored, matched: presented.lines - open - ignored },
    lines: await presentLines(db, rows, state === 'open' ? await proposeLines(rows, money) : []),
    recorded: [...money.parts.values()].slice(-MOST_UNMATCHED).map(presentPart),
    payers: [...money.tenancies.values()].map((tenancy) => ({
      tenancy_id: tenancy.id,
      shop_id: tenancy.written_shop_id,
      tenant_name: tenancy.name,
      due: toRupees(dueOfTenancy(tenancy)),
    })),
  };
}

async function proposeLines(rows: readonly BankLineRow[], money: LoadedMoney): Promise<BankProposal[][]> {
  const candidates: Candidate[][] = [];
  for (const row of rows) {
    candidates.push(candidatesOf(statementLine(row), money.known));
    await takeTurns();
  }
  return chooseProposals(candidates).map((proposals, at) =>
    proposals.map((proposal) => presentProposal(proposal, { row: rows[at], money })),
  );
}

/** Returns the matched lines whose text names other tenants than those whose payments they were matched to. */
export async function listOtherPayers(db: Reader, rows: readonly BankLineRow[]): Promise<BankLineRow[]> {
  const matchIds = rows.flatMap(({ match_id, cents }) => (match_id !== null && cents > 0 ? [match_id] : []));
  if (matchIds.length === 0) return [];
  const parts = Map.groupBy(await listParts(db, matchIds), ({ match_id }) => match_id);
  const { payers, tenancies } = await loadKnownPayers(db);
  const found: BankLineRow[] = [];
  for (const row of rows) {
    const paidFor = (parts.get(row.match_id ?? 0) ?? []).flatMap(({ tenant_id }) => tenant_id ?? []);
    if (paidFor.length === 0) continue;
    const named = listNamedTenancies(statementLine(row), payers).map((id) => tenancies.get(id)?.tenant_id);
    if (named.length > 0 && paidFor.some((id) => !named.includes(id))) found.push(row);
    await takeTurns();
  }
  return found;
}

export function statementLine({ id, day, text, number, cents, balance_cents }: BankLineRow): FileLine {
  return { line: id, day, text, number, cents, balance: balance_cents };
}

function presentProposal(
  { reason, isQuestion, entries, cash, tenancy }: Proposal,
  { row, money }: { row: BankLineRow | undefined; money: LoadedMoney },
): BankProposal {
  const kind = reason === 'cheque_returned' ? 'returned_cheque' : 'payment';
  const keys = [
    ...entries.map((id) => (money.parts.has(partKey({ kind, id })) ? partKey({ kind, id }) : `paid_back ${id}`)),
    ...cash,
  ];
  const known = keys.flatMap((key): KnownPart[] => {
    const part = money.parts.get(key);
    return part ? [part] : [];
  });
  const payer = tenancy === null ? undefined : money.tenancies.get(tenancy);
  const parts = [...known, ...(payer && row ? [newPaymentPart(payer, row.cents)] : [])];
  return { reason, is_question: isQuestion, parts: parts.map(presentPart) };
}

/** Presents lines with what they were matched to. `proposals` are those of the lines in the same order. */
export async function presentLines(
  db: Reader,
  rows: readonly BankLineRow[],
  proposals: readonly BankProposal[][] = [],
): Promise<BankLine[]> {
  const matchIds = rows.flatMap(({ match_id }) => match_id ?? []);
  const parts = Map.groupBy(matchIds.length > 0 ? await listParts(db, matchIds) : [], ({ match_id }) => match_id);
  const names = await listNamesByEmail(db, [...new Set(rows.flatMap(({ matched_by }) => matched_by ?? []))]);
  return rows.map((row, at) => {
    const its = parts.get(row.match_id ?? 0) ?? [];
    return {
      line_id: row.id,
      day: row.day,
      text: row.text,
      number: row.number,
      amount: toRupees(row.cents),
      balance: row.balance_cents === null ? null : toRupees(row.balance_cents),
      state: lineStateOf(row),
      proposals: proposals[at] ?? [],
      match:
        row.matched_at === null || row.matched_by === null
          ? null
          : {
              parts: its.map((part) => presentPart(matchedPart(part))),
              books_amount: toRupees(
                row.ignored_as === null ? sumCents(its.map(({ books_cents }) => books_cents)) : row.cents,
              ),
              ignored_as: row.ignored_as,
              note: row.note ?? '',
              at: row.matched_at,
              by: names.get(row.matched_by) ?? row.matched_by,
            },
    };
  });
}

/** Returns a line as it is after a change. */
export async function loadBankLine(db: Reader, id: number): Promise<BankLine> {
  const row = await findBankLine(db, id);
  const [line] = row ? await presentLines(db, [row]) : [];
  if (!line) throw new Error(`line ${id} was changed but does not exist`);
  return line;
}
