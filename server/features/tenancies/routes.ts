import { type Day, dayOf, endOfDay, monthOf } from '#billing/calendar.ts';
import { depositHeld } from '#billing/deposit.ts';
import { type Ledger, totalDebt } from '#billing/ledger.ts';
import { cents, sumCents, toPercent, toRupees } from '#billing/money.ts';
import type { Call } from '#contract/call.ts';
import { ApiMessage, apiMessage } from '#contract/messages/message.ts';
import type { MoneyEffect } from '#contract/money-effects.ts';
import { Refusal } from '#contract/refusals.ts';
import { isGiving, type LastBill, type MoneyActionInput, type TenancyFile, tenancies } from '#contract/tenancies.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import type { Unworded } from '../../http/core/handler.ts';
import { badInput, type RequestContext } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { nameGiving } from '../approvals/name-giving.ts';
import { describeAll } from '../audit/describe-changes.ts';
import { describeEntry } from '../audit/stored-message.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { generateInvoice } from '../invoices/generate-invoice.ts';
import { type LoadedLedger, loadLedger, loadLedgerForUpdate } from '../ledger/load-ledger.ts';
import { presentEffect } from '../ledger/present.ts';
import { findLedgerMark, type LedgerEntryRow } from '../ledger/queries.ts';
import { numberOf, type RecomputedLedger, type Waiver, waiverOf } from '../ledger/recompute-ledger.ts';
import { requireVerified } from '../session/require-verified.ts';
import { findShopRow } from '../shops/queries.ts';
import { describeTenant, editedAgreement, refuseErased } from '../tenants/edited-tenant.ts';
import { presentTenant } from '../tenants/present.ts';
import { findTenancy, lockTenancy, type TenancyOfShopRow, updateTenancy } from '../tenants/queries.ts';
import { listOtherTenancies } from '../tenants/same-tenant.ts';
import { changeMoney, moneyKinds } from './change-money.ts';
import { changeTenant } from './change-tenant.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { listDownloadedOthers, loadPersonalData } from './load-personal-data.ts';
import { presentPersonalData } from './present-personal-data.ts';
import { listHistory, listTermRows, type TenancyEventRow, type TermSetRow } from './queries.ts';

export function tenancyRoutes(app: AppContext): void {
  money(app);
  personalData(app);
  const { database } = app;
  endpoint(app, tenancies.get, ({ params }) =>
    database.snapshot(async (db) => {
      const tenancy = await findTenancy(db, params.id);
      const shop = tenancy && (await findShopRow(db, tenancy.shop_id));
      if (!tenancy || !shop) throw new Refusal('tenancy_not_found');
      return presentTenancyFile({
        tenancy,
        opened: await loadLedger(db, { shop, tenancy }),
        terms: await listTermRows(db, tenancy.id),
        history: selectHistory(await listHistory(db, tenancy), tenancy),
        sameTenant: await listOtherTenancies(db, tenancy),
      });
    }),
  );
  endpoint(app, tenancies.edit, {
    async current({ params }, tx) {
      const tenancy = await lockTenancy(tx, params.id);
      return tenancy && editedAgreement.termsOf(tenancy);
    },
    async record({ params, body, context }, tx) {
      await editedAgreement.edit(tx, context, {
        key: params.id,
        terms(tenancy) {
          refuseErased(tenancy);
          return body;
        },
      });
      return { message: apiMessage('tenancies.edit.done'), agreement: body };
    },
  });
  endpoint(app, tenancies.changeTenant, {
    async record({ params, body, context }, tx) {
      const { tenancy, others } = await changeTenant(tx, context, { id: params.id, ...body });
      return {
        message: apiMessage('tenancies.tenant.done'),
        tenant_ref: tenancy.tenant_id,
        SameTenant: others.map(presentSameTenant),
      };
    },
  });
}

function money(app: AppContext): void {
  endpoint(app, tenancies.money, {
    async record(ask, tx) {
      const { params, body, context } = ask;
      const tenancy = await lockTenancy(tx, params.id);
      if (!tenancy) throw new Refusal('tenancy_not_found');
      const { do_not_charge: _, waive_reason: __, ...input } = body;
      const waiver = waiverOf(body);
      const changed = await changeMoney(tx, context, { tenancy, input, waiver });
      nameActions(tx, ask, { ...changed, actions: [input] });
      return {
        message: apiMessage(`tenancies.money.done.${input.action}`),
        tenancy: { tenancy_id: tenancy.id, ended_on: tenancy.ended_on, ...presentTenancyMoney(changed) },
        ...presentMoneyChange(changed, changed.other ? [changed.other] : []),
      };
    },
    effectOf: (tx, _, { params }) => findLedgerMark(tx, params.id, moneyKinds),
  });
  endpoint(app, tenancies.end, {
    async record(ask, tx) {
      const { params, body, context } = ask;
      const ended = await endTenancy(tx, context, {
        id: params.id,
        lastDay: body.last_day,
        lastBill: body.last_bill,
        actions: body.actions,
        waiver: waiverOf(body),
      });
      nameActions(tx, ask, { ...ended, actions: body.actions, endsTenancy: true });
      return {
        message: apiMessage('tenancies.end.done'),
        tenancy: { tenancy_id: params.id, ended_on: body.last_day, ...presentTenancyMoney(ended) },
        invoice_id: ended.invoiceNumber ?? null,
        ...presentMoneyChange(ended, ended.others),
      };
    },
  });
}

function personalData(app: AppContext): void {
  const { database } = app;
  endpoint(app, tenancies.personalData, async ({ params: { id }, context }) => {
    await database.write((tx) => recordPersonalDownload(tx, context, id));
    return presentPersonalData(await database.snapshot((db) => loadPersonalData(db, id)), context.now);
  });
  endpoint(app, tenancies.erasePersonalData, {
    partsOf: ({ body }) => body.reason,
    async run({ params: { id }, body, context, caller }) {
      const erase = (tx: Writer) => erasePersonalData(tx, context, { id, reason: body.reason });
      // The dry run comes first, so that a refusal does not use up the confirmation.
      await database.dryRun(erase);
      await requireVerified(app, context, { caller, ...body });
      await database.write(erase);
      return { message: apiMessage('tenancies.erase.done') };
    },
  });
}

interface NamedActions extends Pick<LoadedLedger, 'shop' | 'tenancy'> {
  actions: readonly MoneyActionInput[];
  endsTenancy?: boolean;
}

function nameActions<C extends Call>(
  tx: Writer,
  ask: RequestContext<C>,
  { shop, tenancy, actions, endsTenancy = false }: NamedActions,
): void {
  const giving = actions.filter(({ action }) => isGiving(action));
  const [kind] = giving.map(({ action }) => action).filter(isGiving);
  nameGiving(tx, ask, {
    kind: endsTenancy ? 'tenancy_ended' : (kind ?? 'balance_transferred'),
    cents: sumCents(giving.map(({ amount }) => amount)),
    shopId: shop.shop_id,
    tenant: tenancy.name,
    subject: '',
    reason: actions.flatMap(({ reason }) => reason || []).join('; '),
    isSensitive: giving.some(({ action }) => action !== 'deposit_applied'),
  });
}

async function recordPersonalDownload(tx: Writer, context: ActionContext, id: number): Promise<void> {
  const tenancy = await findTenancy(tx, id);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  const { listed } = await listDownloadedOthers(tx, tenancy);
  for (const { id: each, written_shop_id: shop } of [tenancy, ...listed])
    await writeAudit(tx, context, {
      type: 'Personal Data Downloaded',
      description: apiMessage('tenancies.audit.downloaded', { id: String(each), shop }),
      shopId: shop,
    });
}

const MOST_HISTORY = 100;
const OF_SHOP: readonly string[] = ['Shop Changed', 'VAT Rate Changed', 'Balance Set'];

/**
 * Selects the entries of a tenancy, because the log has no tenancy ids. An entry whose description begins with a
 * tenancy's number belongs to that tenancy. Any other entry belongs to the given tenancy if it was made before that
 * tenancy ended. A later entry belongs to it only if it names the tenant and is not about the shop.
 */
function selectHistory(events: readonly TenancyEventRow[], tenancy: TenancyOfShopRow): TenancyEventRow[] {
  const { id, name, ended_on } = tenancy;
  const isOver = (event: TenancyEventRow) => ended_on !== null && event.event_date > endOfDay(ended_on);
  const isOwn = (event: TenancyEventRow) => {
    const number = /^Tenan(?:t|cy) (\d+)\b/.exec(event.event_description)?.[1];
    if (number !== undefined) return number === String(id);
    if (!isOver(event)) return true;
    if (OF_SHOP.includes(event.event_type)) return false;
    const said = describeEntry(event);
    return said instanceof ApiMessage ? Object.values(said.values).includes(name) : said.includes(` of ${name}`);
  };
  return events.filter(isOwn).slice(0, MOST_HISTORY);
}

interface EndInput {
  id: number;
  lastDay: Day;
  lastBill: LastBill;
  actions: readonly MoneyActionInput[];
  waiver?: Waiver | undefined;
}

interface EndedTenancy extends LoadedLedger {
  before: Ledger;
  addedFines: RecomputedLedger['addedFines'];
  invoiceNumber: string | undefined;
  others: readonly RecomputedLedger[];
}

/**
 * Ends a tenancy. The last bill and the movements of money are optional: a debt may remain with the former tenant
 * (docs/rules.md, Tenancies).
 */
async function endTenancy(tx: Writer, context: ActionContext, input: EndInput): Promise<EndedTenancy> {
  const tenancy = await lockTenancy(tx, input.id);
  if (!tenancy) throw new Refusal('tenancy_not_found');
  if (tenancy.ended_on !== null) throw new Refusal('tenancy_ended');
  refuseLastDay(tenancy, input.lastDay, dayOf(context.now));
  const opened = await loadLedgerForUpdate(tx, tenancy.written_shop_id, tenancy.id);
  const invoiceNumber = await billLastMonth(tx, context, { tenancy, input });
  const addedFines: RecomputedLedger['addedFines'] = [];
  const others: RecomputedLedger[] = [];
  for (const action of input.actions) {
    const changed = await changeMoney(tx, context, { tenancy, input: action, waiver: input.waiver });
    addedFines.push(...changed.addedFines);
    if (changed.other) others.push(changed.other);
  }
  await updateTenancy(tx, tenancy.id, { ended_on: input.lastDay, updated_at: context.now });
  await writeAudit(tx, context, {
    type: 'Tenant Removed',
    description: apiMessage('tenancies.audit.ended', {
      id: String(tenancy.id),
      name: tenancy.name,
      shop: tenancy.written_shop_id,
      day: input.lastDay,
    }),
    shopId: tenancy.written_shop_id,
    oldValue: describeAll(describeTenant(tenancy)),
  });
  const after = await loadLedgerForUpdate(tx, tenancy.written_shop_id, tenancy.id);
  return { ...after, before: opened.ledger, addedFines, invoiceNumber, others };
}

function refuseLastDay({ started_on }: TenancyOfShopRow, lastDay: Day, today: Day): void {
  if (lastDay >= started_on && lastDay <= today) return;
  throw badInput([
    { field: 'last_day', message: apiMessage('tenancies.end.day_range', { first: started_on, last: today }) },
  ]);
}

async function billLastMonth(
  tx: Writer,
  context: ActionContext,
  { tenancy, input }: { tenancy: TenancyOfShopRow; input: EndInput },
): Promise<string | undefined> {
  if (input.lastBill === 'none') return undefined;
  const generated = await generateInvoice(tx, context, {
    shopId: tenancy.written_shop_id,
    month: monthOf(input.lastDay),
    tenancyId: tenancy.id,
    end: { lastDay: input.lastDay, isByDays: input.lastBill === 'days' },
  });
  return numberOf(generated, generated.invoiceId);
}

interface FileParts {
  tenancy: TenancyOfShopRow;
  opened: LoadedLedger;
  terms: readonly TermSetRow[];
  history: readonly TenancyEventRow[];
  sameTenant: readonly TenancyOfShopRow[];
}

function presentTenancyFile({ tenancy, opened, terms, history, sameTenant }: FileParts): Unworded<TenancyFile> {
  return {
    ...presentTenant(tenancy, tenancy.written_shop_id),
    shop_name: tenancy.shop_name,
    ...editedAgreement.termsOf(tenancy),
    ...presentTenancyMoney(opened),
    erased_at: tenancy.erased_at,
    last_billed_month: opened.ledger.invoices.at(-1)?.month ?? null,
    Terms: terms.map(presentTerm),
    Deposits: opened.rows.flatMap(presentDeposit).toReversed(),
    History: history.map((row) => ({
      audit_id: row.id,
      event_type: row.event_type,
      event_description: describeEntry(row),
      old_value: row.old_value,
      new_value: row.new_value,
      edit_reason: row.edit_reason,
      event_date: row.event_date,
      user_actioned: row.user_actioned,
    })),
    SameTenant: sameTenant.map(presentSameTenant),
  };
}

function presentSameTenant({ id, written_shop_id, name }: TenancyOfShopRow): TenancyFile['SameTenant'][number] {
  return { tenancy_id: id, shop_id: written_shop_id, tenant_name: name };
}

/**
 * Returns the effects of a change. For a transfer they include the payments and fines in the ledger of the other
 * tenancy.
 */
function presentMoneyChange(changed: RecomputedLedger, others: readonly RecomputedLedger[]): MoneyEffect {
  const effect = presentEffect(changed);
  const further = others.map(presentEffect);
  return {
    ...effect,
    settled: [...effect.settled, ...further.flatMap(({ settled }) => settled)],
    new_fines: [...effect.new_fines, ...further.flatMap(({ new_fines }) => new_fines)],
  };
}

function presentTenancyMoney({ ledger, rows }: LoadedLedger) {
  return {
    balance_amount: toRupees(ledger.balanceCents),
    amount_due: toRupees(totalDebt(ledger)),
    deposit_held: toRupees(depositHeld(rows)),
  };
}

const TERMS = { rent: 'rent', 'operation fee': 'operation_fee', 'VAT rate': 'vat_rate' } as const;

function presentTerm({ term, valid_from, amount, reason, set_at, set_by }: TermSetRow): TenancyFile['Terms'][number] {
  const shown = term === 'VAT rate' ? toPercent(amount) : toRupees(cents(amount));
  return { term: TERMS[term], valid_from, amount: shown, reason, set_at, set_by };
}

const DEPOSITS: Partial<Record<LedgerEntryRow['kind'], TenancyFile['Deposits'][number]['action']>> = {
  'deposit received': 'deposit_received',
  'deposit applied': 'deposit_applied',
  'deposit refunded': 'deposit_refunded',
};

function presentDeposit(row: LedgerEntryRow): TenancyFile['Deposits'] {
  const action = DEPOSITS[row.kind];
  if (!action) return [];
  const { id: entry_id, method, note, recorded_by } = row;
  return [{ entry_id, action, amount: toRupees(row.cents), method, note, date: row.effective_at, recorded_by }];
}
