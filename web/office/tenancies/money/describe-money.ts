import { amountOf } from '#contract/amount-text.ts';
import type { Sending } from '#contract/call.ts';
import { isGiving, type TenancyFile, type tenancies } from '#contract/tenancies.ts';
import { type OfferedMethod, type TenancyAction, tenancyActions } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import type { Effect } from '../../payments/effect.tsx';

export type MoneyValues = {
  action: TenancyAction;
  amount: number | string;
  method: OfferedMethod;
  reference: string;
  reason: string;
  to_tenancy_id: string;
};

export type TenancyMoney = Pick<TenancyFile, 'amount_due' | 'balance_amount' | 'deposit_held'>;

/** The effect on one tenancy and on its deposit, which is not part of the ledger. */
export type TenancyMoneyEffect = Effect & TenancyMoney;

type MoneyDetail = 'method' | 'reason' | 'to_tenancy_id';

const DETAILS: Record<TenancyAction, MoneyDetail | undefined> = {
  deposit_received: 'method',
  deposit_applied: undefined,
  deposit_refunded: 'method',
  credit_refunded: 'method',
  debt_written_off: undefined,
  debt_transferred: 'to_tenancy_id',
  credit_transferred: 'to_tenancy_id',
};

export function needsDetail(action: TenancyAction, detail: MoneyDetail): boolean {
  return detail === 'reason' ? isGiving(action) : DETAILS[action] === detail;
}

export type MoneySource = 'due' | 'credit' | 'deposit';

const SOURCES: Record<TenancyAction, MoneySource> = {
  deposit_received: 'deposit',
  deposit_applied: 'deposit',
  deposit_refunded: 'deposit',
  credit_refunded: 'credit',
  debt_written_off: 'due',
  debt_transferred: 'due',
  credit_transferred: 'credit',
};

export function actionsOn(source: MoneySource): TenancyAction[] {
  return tenancyActions.filter((action) => SOURCES[action] === source);
}

export function moneySourceOf(action: TenancyAction): MoneySource {
  return SOURCES[action];
}

/** Returns the largest amount that the action can move, in rupees; undefined if there is no limit. */
export function limitOf(action: TenancyAction, money: TenancyMoney): number | undefined {
  if (action === 'deposit_received') return undefined;
  if (action === 'deposit_applied') return Math.min(money.deposit_held, money.amount_due);
  return figuresOf(money)[SOURCES[action]];
}

/** A balance below 0 is part of the amount due. */
export function figuresOf({ amount_due, balance_amount, deposit_held }: TenancyMoney): Record<MoneySource, number> {
  return { due: amount_due, credit: Math.max(0, balance_amount), deposit: deposit_held };
}

export function isPossible(action: TenancyAction, file: TenancyMoney & Pick<TenancyFile, 'SameTenant'>): boolean {
  if (needsDetail(action, 'to_tenancy_id') && file.SameTenant.length === 0) return false;
  return limitOf(action, file) !== 0;
}

export function newMoney(action: TenancyAction, file: TenancyMoney & Pick<TenancyFile, 'SameTenant'>): MoneyValues {
  const [only, ...others] = file.SameTenant;
  return {
    action,
    amount: limitOf(action, file)?.toFixed(2) ?? '',
    method: 'Cash',
    reference: '',
    reason: '',
    to_tenancy_id: only && others.length === 0 ? String(only.tenancy_id) : '',
  };
}

type MoneyInput = Omit<Sending<typeof tenancies.money>['body'], 'do_not_charge'>;

export function toMoneyInput({ action, amount, method, reference, reason, to_tenancy_id }: MoneyValues): MoneyInput {
  return {
    action,
    amount: amount === '' ? amount : amountOf(amount),
    ...(needsDetail(action, 'method') && { method, reference }),
    ...(needsDetail(action, 'reason') && { reason }),
    ...(needsDetail(action, 'to_tenancy_id') && { to_tenancy_id }),
  };
}

export function validateMoney({ action, amount, reason, to_tenancy_id }: MoneyValues) {
  const lacks = (detail: MoneyDetail, value: string) => needsDetail(action, detail) && value.trim() === '';
  return {
    ...(amount === '' && { amount: t('tenancies.money.amount.missing') }),
    ...(lacks('reason', reason) && { reason: t('tenancies.money.reason.missing') }),
    ...(lacks('to_tenancy_id', to_tenancy_id) && { to_tenancy_id: t('tenancies.money.to.missing') }),
  };
}
