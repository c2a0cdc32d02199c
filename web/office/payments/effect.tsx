import { Alert, Checkbox, Loader, Stack, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Day } from '#billing/calendar.ts';
import { writeFigure } from '#contract/figures.ts';
import type { MoneyEffect, NewFineEffect, TenancyEffect } from '#contract/money-effects.ts';
import type { EqualPayment, SavedFineEffect } from '#contract/payments.ts';
import type { PaymentMethod } from '#contract/words.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { word } from '#web/i18n/word.ts';
import { Failure } from '#web/ui/async-state.tsx';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatInstant, formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { Unbroken } from '#web/ui/format/one-line.tsx';
import { useLoad } from '#web/ui/use-load.ts';
import { localName } from '../local-name.ts';
import { ReasonPanel, useReason } from '../reason.tsx';
import { useMay } from '../session/use-may.ts';
import { useAcceptance } from './use-acceptance.tsx';

/** The effect of a write, in rupees. `balance_amount` is the balance afterwards. */
export type Effect = MoneyEffect & {
  balance_amount?: number;
  /** The payer of a new payment. */
  payer?: { tenant: string; shop: string; amount: number; method: PaymentMethod };
  /** A payment that equals the new one and was recorded just before. */
  equal_payment?: EqualPayment | undefined;
  /** The date of a cheque that was older than six months when it was received. */
  old_cheque?: Day | undefined;
  /** The day from which a post-dated cheque counts, by the rule of the market. */
  counts_from?: Day | undefined;
  /** The fines that the earlier day of a payment waives. */
  saved_fines?: readonly SavedFineEffect[] | undefined;
  /** The effect on each tenancy, when money moves from one to another. */
  tenancies?: readonly TenancyEffect[];
};

/** Returns true when the tenant owes nothing, so that all of a new payment becomes credit. */
function isAllCredit({ settled, still_owed, balance_amount = 0, payer }: Effect): boolean {
  return payer !== undefined && settled.length === 0 && still_owed === 0 && balance_amount >= payer.amount;
}

export interface AmountRow {
  id: number;
  name: string;
  amount: number;
}

/** The parts of an amount, one row for each charge. Long lists scroll, so that the buttons below remain visible. */
export function AmountTable({ label, rows }: { label: string; rows: readonly AmountRow[] }) {
  return (
    <div style={{ maxHeight: '15rem', overflowY: 'auto' }} {...(rows.length > 8 && { tabIndex: 0 })}>
      <Table
        verticalSpacing="var(--space-1)"
        horizontalSpacing={0}
        aria-label={label}
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        <Table.Tbody>
          {rows.map(({ id, name, amount }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Unbroken text={name} />
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {writeFigure(amount)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** A table of the charges that the payment covers, and below it the remaining debt and the credit. */
export function SettledTable({ effect }: { effect: Effect }) {
  const { settled, still_owed, balance_amount = 0 } = effect;
  const rows = settled.map(({ charge, name = '', name_si, name_ta, month_year, amount }, id) => {
    const kind = localName({ name, name_si, name_ta }) || word('charge', charge);
    return { id, name: t('payments.effect.charge', { charge: kind, month: formatMonth(month_year) }), amount };
  });
  return (
    <>
      {rows.length > 0 ? (
        <AmountTable label={t('payments.effect.charges')} rows={rows} />
      ) : (
        <div>{t('payments.effect.none')}</div>
      )}
      <div>{t('payments.effect.owed', { amount: writeFigure(still_owed) })}</div>
      {balance_amount > 0 && <div>{t('payments.effect.credit', { amount: writeFigure(balance_amount) })}</div>}
    </>
  );
}

/** Returns a fine in words: `Fine of 3,000.00 on INV-A12-202610 (Oct 2026)`. */
export function describeFine({ invoice_id, month_year, fine_amount, previous_fine_amount }: NewFineEffect): string {
  const invoice = { invoice: invoice_id, month: formatMonth(month_year) };
  const before = writeFigure(previous_fine_amount);
  const amount = writeFigure(fine_amount);
  if (previous_fine_amount === 0) return t('payments.effect.newFine', { ...invoice, amount });
  return t('payments.effect.higherFine', { ...invoice, before, amount });
}

/** Returns a saved fine in words: `This day waives a fine of 3,000.00 on INV-A12-202610 (Oct 2026)`. */
function describeSavedFine({ invoice_id: invoice, month_year, saved_amount }: SavedFineEffect): string {
  return t('payments.effect.savedFine', {
    invoice,
    month: formatMonth(month_year),
    amount: writeFigure(saved_amount),
  });
}

/** Makes a dry run in which the new fines of these invoices are waived. */
export type DryRun<Shown extends Effect = Effect> = (waivedInvoices: readonly string[]) => Promise<Shown>;

interface EffectPreviewOptions<Shown extends Effect> {
  /** All values on which the dry run depends, as one text; empty while a value is missing. */
  key: string;
  dryRun: DryRun<Shown>;
  waived?: readonly string[];
}

export interface EffectPreview<Shown extends Effect = Effect> {
  /** The effect for `key`. When the waived fines change, the earlier effect remains until the new one is calculated. */
  effect: Shown | undefined;
  /** All new fines, including waived ones, so that a waiver can be undone. */
  fines: readonly NewFineEffect[];
  /** True when `effect` belongs to the current `key` and the current choice of waived fines. */
  isCertain: boolean;
  isWorking: boolean;
  error: unknown;
  retry: () => void;
}

const PAUSE_MS = 300;
const NONE: readonly string[] = [];

/**
 * Returns the effect of a change. When `key` changes, the effect is calculated again after a pause. When the waived
 * fines change, it is calculated immediately. Late answers are dropped.
 */
export function useEffectPreview<Shown extends Effect>({
  key,
  dryRun,
  waived = NONE,
}: EffectPreviewOptions<Shown>): EffectPreview<Shown> {
  const [asked] = useDebouncedValue(key, PAUSE_MS);
  const load = useLoad(`${asked} ${waived.join(' ')}`, async () => (asked === '' ? undefined : dryRun(waived)));
  const [last, setLast] = useState<{ asked: string; effect: Shown; fines: readonly NewFineEffect[] }>();
  const { data } = load;
  if (data !== undefined && data !== last?.effect) {
    const current = new Set(data.new_fines.map(({ invoice_id }) => invoice_id));
    const before = last?.asked === asked ? last.fines : [];
    const waivedFines = before.filter(({ invoice_id }) => waived.includes(invoice_id) && !current.has(invoice_id));
    const fines = [...data.new_fines, ...waivedFines].toSorted((a, b) => a.month_year.localeCompare(b.month_year));
    setLast({ asked, effect: data, fines });
  }
  const isWorking = key !== '' && (asked !== key || load.isLoading);
  const shown = last?.asked === key ? last : undefined;
  return {
    effect: shown?.effect,
    fines: shown?.fines ?? [],
    isCertain: data !== undefined && !isWorking,
    isWorking,
    error: isWorking || key === '' ? undefined : load.error,
    retry: load.reload,
  };
}

interface EffectPanelProps {
  preview: EffectPreview;
  idle?: string;
  /** The invoices whose new fine is waived, and the handler of a change. Without a waiver, fines are only listed. */
  waiver?: { waived: readonly string[]; onChange: (waived: string[]) => void };
}

export function EffectPanel({ preview, idle, waiver }: EffectPanelProps) {
  const { effect, fines, isCertain, isWorking, error, retry } = preview;
  const mayWrite = useMay('books.write');
  const mayWaive = mayWrite && waiver !== undefined;
  const failure = error === undefined ? undefined : sentenceOf(error, t('payments.effect.failed'));
  return (
    <Stack gap="sm">
      <Text
        size="sm"
        component="div"
        role="status"
        aria-busy={isWorking}
        opacity={effect && !isCertain ? 0.6 : 1}
        style={{ fontVariantNumeric: 'tabular-nums' }}
        {...(!effect && { c: 'dimmed' })}
      >
        {effect && <EffectText effect={effect} />}
        {effect?.saved_fines?.map((fine) => (
          <Alert key={fine.invoice_id} color="orange" mt="xs" p="xs">
            {describeSavedFine(fine)}
          </Alert>
        ))}
        {!mayWaive &&
          fines.map((fine) => (
            <div key={fine.invoice_id}>
              {mayWrite ? t('payments.effect.fineToCome', { fine: describeFine(fine) }) : describeFine(fine)}
            </div>
          ))}
        {isWorking && (
          <>
            {effect ? ' ' : `${t('payments.effect.calculating')} `}
            <Loader size="xs" aria-hidden />
          </>
        )}
        {!effect && !isWorking && (failure === undefined ? idle : !waiver && failure)}
      </Text>
      {waiver && failure !== undefined && <Failure sentence={failure} error={undefined} retry={retry} />}
      {waiver && mayWaive && fines.length > 0 && <FineChoices fines={fines} {...waiver} />}
    </Stack>
  );
}

function EffectText({ effect }: { effect: Effect }) {
  const { tenancies = [], payer } = effect;
  if (tenancies.length > 0)
    return tenancies.map((tenancy) => (
      <Stack key={tenancy.tenancy_id} gap={0} mb="xs">
        <Text size="sm" fw={700}>
          {t('payments.effect.tenancy', { tenant: tenancy.tenant_name, shop: tenancy.shop_id })}
        </Text>
        <SettledTable effect={tenancy} />
      </Stack>
    ));
  return (
    <>
      {payer && (
        <Text size="sm" fw={700}>
          {t('payments.effect.payer', { tenant: payer.tenant, shop: payer.shop })}
        </Text>
      )}
      <SettledTable effect={effect} />
      {payer && isAllCredit(effect) && (
        <Alert color="orange" mt="xs" p="xs">
          {t('payments.effect.allCredit', { tenant: payer.tenant })}
        </Alert>
      )}
      {payer && effect.equal_payment && (
        <Alert color="orange" mt="xs" p="xs">
          <Unbroken text={describeEqual(effect.equal_payment, payer)} />
        </Alert>
      )}
      {effect.counts_from && effect.counts_from > browserToday() && (
        <Alert color="orange" mt="xs" p="xs">
          {t('payments.effect.countsFrom', { day: formatOfficeDay(effect.counts_from) })}
        </Alert>
      )}
      {effect.old_cheque && (
        <Alert color="orange" mt="xs" p="xs">
          {t('payments.effect.oldCheque', { day: formatOfficeDay(effect.old_cheque) })}
        </Alert>
      )}
    </>
  );
}

function describeEqual(
  { payment_id: id, recorded_at, received_by: name }: EqualPayment,
  { amount, method }: Pick<NonNullable<Effect['payer']>, 'amount' | 'method'>,
): string {
  return t('payments.effect.equal', {
    moment: formatInstant(recorded_at),
    name,
    id: String(id),
    amount: writeFigure(amount),
    method: word('method', method),
  });
}

interface FineChoicesProps {
  fines: readonly NewFineEffect[];
  waived: readonly string[];
  onChange: (waived: string[]) => void;
}

function FineChoices({ fines, waived, onChange }: FineChoicesProps) {
  const choose = (invoiceId: string, isWaived: boolean) => {
    const others = waived.filter((one) => one !== invoiceId);
    onChange(isWaived ? [...others, invoiceId] : others);
  };
  return (
    <Stack gap="xs" role="group" aria-label={t('payments.effect.fines')}>
      {fines.map((fine) => (
        <div key={fine.invoice_id}>
          <Text size="sm">{describeFine(fine)}</Text>
          <Checkbox
            label={t('payments.effect.waive')}
            aria-label={t('payments.effect.waiveOn', { invoice: fine.invoice_id })}
            checked={waived.includes(fine.invoice_id)}
            onChange={(event) => choose(fine.invoice_id, event.currentTarget.checked)}
          />
        </div>
      ))}
    </Stack>
  );
}

export interface EffectQuestion {
  /** The title of the question: 'Void payment 31?' */
  title: string;
  sentence: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** True when a reason is always required. Otherwise it is required only if a fine is waived, also by an earlier day. */
  needsReason?: true;
  /** True when the form before has asked for a reason, which also explains an earlier day. */
  hasReason?: true;
  /** The label of a field for a day up to today, which is today at first. Without a label no day is asked for. */
  dayLabel?: string;
  dryRun: DryRun;
}

export interface Consent {
  /** The IDs of invoices whose new fine is waived. */
  waived: string[];
  reason: string | undefined;
  /** The day for which `dayLabel` asks. */
  day?: Day;
  /** True if the earlier day of the payment waives fines. */
  savesFines?: true;
  /** The id of the equal payment beside which the user records another one. */
  equal?: number;
}

export type WaiverInput = {
  do_not_charge: string[];
  waive_reason?: string;
};

export function waiverIn({ waived, reason, savesFines }: Consent): WaiverInput {
  const isOfFines = waived.length > 0 || savesFines === true;
  return { do_not_charge: waived, ...(isOfFines && reason !== undefined && { waive_reason: reason }) };
}

/**
 * Asks for confirmation. The user can confirm only while the effect is shown. The dialog stays open until `work` is
 * done, and remains open if `work` returns false.
 */
export function confirmEffect(
  question: EffectQuestion,
  work?: (consent: Consent) => Promise<boolean>,
): Promise<Consent | undefined> {
  return openDialog<Consent | undefined>(
    (answer) => <EffectDialog question={question} answer={answer} />,
    undefined,
    async (consent) => (consent && work ? work(consent) : true),
  );
}

interface EffectDialogProps {
  question: EffectQuestion;
  answer: (consent: Consent | undefined) => void;
}

function EffectDialog({ question, answer }: EffectDialogProps) {
  const { title, sentence, confirmLabel, isDangerous, hasReason = false, dayLabel, dryRun } = question;
  const [waived, setWaived] = useState<string[]>([]);
  const preview = useEffectPreview({ key: title, dryRun, waived });
  const savesFines = (preview.effect?.saved_fines?.length ?? 0) > 0;
  const needsReason = question.needsReason === true || waived.length > 0 || (savesFines && !hasReason);
  const reason = useReason(needsReason);
  const [day, setDay] = useState<Day | null>(browserToday());
  const equal = preview.effect?.equal_payment?.payment_id ?? null;
  const acceptance = useAcceptance(preview.effect);
  const body = (
    <Stack gap="sm">
      <Text size="sm">{sentence}</Text>
      {dayLabel && <DayField label={dayLabel} required latest={browserToday()} value={day} onChange={setDay} />}
      <EffectPanel preview={preview} waiver={{ waived, onChange: setWaived }} />
      {acceptance.boxes}
      {needsReason && <ReasonPanel reason={reason} />}
    </Stack>
  );
  const close = (isYes: boolean) => {
    if (!isYes) answer(undefined);
    else if (reason.check())
      answer({
        waived,
        reason: reason.text || undefined,
        ...(dayLabel && day !== null && { day }),
        ...(savesFines && { savesFines }),
        ...(equal !== null && { equal }),
      });
  };
  return (
    <ConfirmDialog
      question={{
        title,
        body,
        action: confirmLabel,
        isOff: !preview.isCertain || acceptance.isOpen || day === null,
        ...(isDangerous && { isDangerous }),
      }}
      answer={close}
    />
  );
}
