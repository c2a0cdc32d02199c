import IconBan from 'virtual:icons/ban';
import IconBuildingStore from 'virtual:icons/building-store';
import IconCalendar from 'virtual:icons/calendar';
import IconCash from 'virtual:icons/cash';
import IconCoins from 'virtual:icons/coins';
import IconReceiptRefund from 'virtual:icons/receipt-refund';
import { Modal, NavLink, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Day, dayOf, isDay } from '#billing/calendar.ts';
import type { Sending } from '#contract/call.ts';
import { isSameCheque, isTooOld } from '#contract/cheques.ts';
import { payments, type Receipt } from '#contract/payments.ts';
import { type ShopSummary, shops } from '#contract/shops.ts';
import { isCheque, isElectronic, offeredMethods, type PaymentMethod } from '#contract/words.ts';
import { t } from '#web/i18n/t.ts';
import { wordChoices } from '#web/i18n/word.ts';
import { useSession } from '#web/session.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { openDialog } from '#web/ui/dialog/confirm.tsx';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { toastWhile } from '#web/ui/dialog/toast.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import type { Icon } from '#web/ui/icon/make-icon.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../../api.ts';
import { callAndTell } from '../../confirm-and-call.ts';
import { ReasonPanel, useReason } from '../../reason.tsx';
import { useMay } from '../../session/use-may.ts';
import {
  type Consent,
  confirmEffect,
  type Effect,
  EffectPanel,
  type EffectQuestion,
  useEffectPreview,
} from '../effect.tsx';
import { correctionAddress, describePayment } from '../payment-table.tsx';
import { ShopSelect } from '../take/choose-shop-panel.tsx';
import { findPayer } from '../take/choose-tenancy.ts';
import { ChequeFields } from '../take/payment-form.tsx';
import { useAcceptance } from '../use-acceptance.tsx';
import { type AllowedDays, useAllowedDays } from '../use-allowed-days.ts';
import { confirmVoiding } from './confirm-voiding.ts';
import { describeFixable, type FixablePayment } from './fixable-payment.ts';

/**
 * Returns a function that says whether the user may change a payment. With `payments.take` but not `books.write`, users
 * may only change payments that they recorded today.
 */
export function useMayFix(): (payment: Pick<Receipt, 'recorded_by' | 'recorded_at'>) => boolean {
  const mayWrite = useMay('books.write');
  const mayTake = useMay('payments.take');
  const email = useSession()?.email;
  return ({ recorded_by, recorded_at }) =>
    mayWrite || (mayTake && recorded_by === email && dayOf(recorded_at) === browserToday());
}

export function useFixPayment(onFixed: () => void): (payment: FixablePayment) => Promise<void> {
  const navigate = useNavigate();
  return async (payment) => {
    const choice = await chooseFix(payment);
    if (choice === undefined) return;
    if (choice === 'amount') return void navigate(correctionAddress(payment));
    if (choice === 'void') return (await confirmVoiding(payment)) ? onFixed() : undefined;
    if (choice === 'cheque' || choice === 'notFound')
      return (await confirmUnpaid(payment, choice)) ? onFixed() : undefined;
    const idempotencyKey = newKey();
    const replace = (body: Replacement) => replacePayment(payment, body, idempotencyKey);
    if (await chooseReplacement(payment, choice, replace)) onFixed();
  };
}

function replacePayment(payment: FixablePayment, body: Replacement, idempotencyKey: string): Promise<boolean> {
  const request = { params: { id: String(payment.payment_id) }, query: {}, body };
  return callAndTell({
    call: () => toastWhile(t('payments.effect.saving'), api(payments.replace, request, { idempotencyKey })),
    doneSeconds: 5,
    failed: t('payments.fix.failed'),
    lost: t('payments.void.lost'),
  });
}

/** The calls that void a payment whose money the bank does not have. */
const UNPAID = { cheque: payments.returnCheque, notFound: payments.notFound } as const;

export async function confirmUnpaid(payment: FixablePayment, unpaid: keyof typeof UNPAID): Promise<boolean> {
  const entry = UNPAID[unpaid];
  const params = { id: String(payment.payment_id) };
  const idempotencyKey = newKey();
  const question = {
    title: t(`payments.fix.${unpaid}.question`, params),
    sentence: [describeFixable(payment), t('payments.fix.cheque.sentence')].join(' '),
    confirmLabel: t('payments.fix.cheque.action'),
    isDangerous: true,
    needsReason: true,
    ...(unpaid === 'cheque' && { dayLabel: t('cash.cheques.returnedOn') }),
    // The server requires a reason even for a dry run. The user has not typed one yet, so a placeholder is sent.
    dryRun: (waived) =>
      api(entry, {
        params,
        query: { dry_run: 'true' },
        body: { reason: t(`payments.fix.${unpaid}.title`), do_not_charge: [...waived] },
      }),
  } as const satisfies EffectQuestion;
  const work = ({ waived, reason = '', day }: Consent) => {
    const returned = day !== undefined && { returned_on: day };
    const request = { params, query: {}, body: { reason, ...returned, do_not_charge: waived } };
    return callAndTell({
      call: () => toastWhile(t('payments.effect.saving'), api(entry, request, { idempotencyKey })),
      failed: t('payments.fix.failed'),
      lost: t('payments.void.lost'),
    });
  };
  return (await confirmEffect(question, work)) !== undefined;
}

const CHOICES = [
  { choice: 'amount', icon: IconCoins },
  { choice: 'place', icon: IconBuildingStore },
  { choice: 'method', icon: IconCash },
  { choice: 'date', icon: IconCalendar, isOffered: hasOtherDay },
  {
    choice: 'cheque',
    icon: IconReceiptRefund,
    ofOffice: true,
    isOffered: (payment) => isCheque(payment.payment_method),
  },
  {
    choice: 'notFound',
    icon: IconReceiptRefund,
    ofOffice: true,
    isOffered: (payment) => isElectronic(payment.payment_method),
  },
  { choice: 'void', icon: IconBan },
] as const satisfies {
  choice: string;
  icon: Icon;
  ofOffice?: true;
  isOffered?: (payment: FixablePayment, days: AllowedDays) => boolean;
}[];

/** Returns false if the day of the payment is the only one that the user may name. */
function hasOtherDay({ payment_date }: FixablePayment, { bounds: { earliest }, isLoading }: AllowedDays): boolean {
  if (isLoading) return false;
  return earliest === undefined || earliest < browserToday() || dayOf(payment_date) !== earliest;
}

type FixChoice = (typeof CHOICES)[number]['choice'];

function chooseFix(payment: FixablePayment): Promise<FixChoice | undefined> {
  return openDialog<FixChoice | undefined>(
    (answer) => <FixChoiceDialog payment={payment} answer={answer} />,
    undefined,
  );
}

interface FixChoiceDialogProps {
  payment: FixablePayment;
  answer: (choice: FixChoice | undefined) => void;
}

function FixChoiceDialog({ payment, answer }: FixChoiceDialogProps) {
  const mayWrite = useMay('books.write');
  const days = useAllowedDays();
  const choices = CHOICES.filter(
    (facts) => (!('isOffered' in facts) || facts.isOffered(payment, days)) && (mayWrite || !('ofOffice' in facts)),
  );
  return (
    <Modal
      opened
      centered
      onClose={() => answer(undefined)}
      closeOnClickOutside={false}
      title={<Text fw={700}>{t('payments.fix.title', { payment: describePayment(payment) })}</Text>}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
    >
      <Text size="sm" mb="sm">
        {describeFixable(payment)}
      </Text>
      <Stack gap="var(--space-2)">
        {choices.map(({ choice, icon: Shape }, at) => (
          <NavLink
            key={choice}
            component="button"
            type="button"
            data-autofocus={at === 0 || undefined}
            leftSection={<Shape size={20} aria-hidden />}
            label={t(`payments.fix.${choice}.title`)}
            description={t(`payments.fix.${choice}.about`)}
            onClick={() => answer(choice)}
          />
        ))}
      </Stack>
    </Modal>
  );
}

type Replacement = Sending<typeof payments.replace>['body'];
type Change = Omit<Replacement, 'reason' | 'do_not_charge'>;
type ReplacedPart = 'place' | 'method' | 'date';

function chooseReplacement(
  payment: FixablePayment,
  part: ReplacedPart,
  work: (replacement: Replacement) => Promise<boolean>,
): Promise<Replacement | undefined> {
  return openDialog<Replacement | undefined>(
    (answer) => <ReplaceDialog payment={payment} part={part} answer={answer} />,
    undefined,
    async (given) => given === undefined || work(given),
  );
}

interface ReplaceDialogProps {
  payment: FixablePayment;
  part: ReplacedPart;
  answer: (replacement: Replacement | undefined) => void;
}

function ReplaceDialog({ payment, part, answer }: ReplaceDialogProps) {
  const title = t(`payments.fix.${part}.title`);
  const [change, setChange] = useState<Change>();
  const [waived, setWaived] = useState<string[]>([]);
  const reason = useReason(true);
  const preview = useEffectPreview({
    key: change ? JSON.stringify(change) : '',
    // The server requires a reason even for a dry run. The user has not typed one yet, so a placeholder is sent.
    dryRun: (invoices) => previewReplacement(payment, { ...change, reason: title, do_not_charge: [...invoices] }),
    waived,
  });
  const choose = (chosen: Change | undefined) => {
    setChange(chosen);
    setWaived([]);
  };
  const acceptance = useAcceptance(preview.effect);
  const isOff = !change || !preview.isCertain || acceptance.isOpen;
  const close = (isYes: boolean) => {
    if (!isYes) answer(undefined);
    else if (reason.check()) answer({ ...change, reason: reason.text, do_not_charge: waived });
  };
  const body = (
    <Stack gap="sm">
      <Text size="sm">
        {describeFixable(payment)} {t('payments.fix.sentence')}
      </Text>
      <PartField payment={payment} part={part} onChange={choose} />
      <EffectPanel preview={preview} idle={t('payments.fix.idle')} waiver={{ waived, onChange: setWaived }} />
      {acceptance.boxes}
      <ReasonPanel reason={reason} />
    </Stack>
  );
  return <ConfirmDialog question={{ title, body, action: t('payments.fix.action'), isOff }} answer={close} />;
}

interface PartFieldProps {
  payment: FixablePayment;
  part: ReplacedPart;
  onChange: (change: Change | undefined) => void;
}

function PartField({ payment, part, onChange }: PartFieldProps) {
  const [day, setDay] = useState<Day | null>(dayOf(payment.payment_date));
  const { bounds } = useAllowedDays();
  if (part === 'place') return <PlacePanel payment={payment} onChange={onChange} />;
  if (part === 'date')
    return (
      <DayField
        label={t('payments.fix.date.label')}
        required
        latest={browserToday()}
        {...bounds}
        data-autofocus
        value={day}
        onChange={(chosen) => {
          setDay(chosen);
          const isOther = chosen !== null && chosen !== dayOf(payment.payment_date);
          onChange(isOther ? { paymentDate: chosen } : undefined);
        }}
      />
    );
  return <MethodPanel payment={payment} onChange={onChange} />;
}

/**
 * Selects the correct method. For a cheque the number is required. If the payment was already made by cheque, its
 * number, bank or date can be changed.
 */
function MethodPanel({ payment, onChange }: Omit<PartFieldProps, 'part'>) {
  const was: ChosenMethod = {
    number: payment.cheque_number ?? '',
    bank: payment.cheque_bank ?? '',
    date: payment.cheque_date,
  };
  const [chosen, setChosen] = useState(was);
  const choose = (next: ChosenMethod) => {
    setChosen(next);
    onChange(isCompleteChange(payment, next) ? changeOf(next) : undefined);
  };
  return (
    <>
      <ChoiceField
        label={t('payments.fix.method.label')}
        required
        data-autofocus
        placeholder={t('payments.fix.method.placeholder')}
        data={wordChoices(
          'method',
          offeredMethods.filter((one) => isCheque(one) || one !== payment.payment_method),
        )}
        value={offeredMethods.find((one) => one === chosen.method) ?? ''}
        onChange={(method) => choose({ ...chosen, method })}
      />
      {chosen.method !== undefined && isCheque(chosen.method) && (
        <ChequeFields
          number={{
            value: chosen.number,
            onChange: ({ currentTarget: { value: number } }) => choose({ ...chosen, number }),
          }}
          bank={{ value: chosen.bank, onChange: ({ currentTarget: { value: bank } }) => choose({ ...chosen, bank }) }}
          day={{ value: chosen.date, onChange: (date) => choose({ ...chosen, date }) }}
        />
      )}
    </>
  );
}

interface ChosenMethod {
  method?: PaymentMethod;
  number: string;
  bank: string;
  date: Day | null;
}

function isCompleteChange({ payment_method, ...was }: FixablePayment, { method, number, bank, date }: ChosenMethod) {
  if (method === undefined || !isCheque(method)) return method !== undefined;
  const cheque = { cheque_number: number.trim(), cheque_bank: bank.trim() || null, cheque_date: date };
  return cheque.cheque_number !== '' && !(isCheque(payment_method) && isSameCheque(cheque, was));
}

function changeOf({ method, number, bank, date }: ChosenMethod): Change {
  if (method === undefined || !isCheque(method)) return { paymentMethod: method };
  return { paymentMethod: method, chequeNumber: number.trim(), chequeBank: bank.trim(), chequeDate: date ?? '' };
}

async function previewReplacement(payment: FixablePayment, body: Replacement): Promise<Effect> {
  const params = { id: String(payment.payment_id) };
  const { left, tenancy, new_fines, ...effect } = await api(payments.replace, {
    params,
    query: { dry_run: 'true' },
    body,
  });
  const { counts_from } = effect.payment;
  if (!left) return { ...tenancy, counts_from, old_cheque: oldChequeIn(payment, body) };
  return { ...effect, new_fines: [...left.new_fines, ...new_fines], tenancies: [left, tenancy] };
}

/** Returns the date of a cheque that is too old, unless the payment had it before. */
function oldChequeIn(payment: FixablePayment, { chequeDate }: Replacement): Day | undefined {
  if (!chequeDate || !isDay(chequeDate) || chequeDate === payment.cheque_date) return undefined;
  return isTooOld(chequeDate, dayOf(payment.payment_date)) ? chequeDate : undefined;
}

interface PlacePanelProps {
  payment: FixablePayment;
  onChange: (place: { shop_id: string; tenancy_id: number } | undefined) => void;
}

/** Selects a shop and its tenant. No shop is selected at first. */
function PlacePanel({ payment, onChange }: PlacePanelProps) {
  const [shopId, setShopId] = useState('');
  const [tenancyId, setTenancyId] = useState<number>();
  const choose = (shop_id: string, tenancy_id: number | undefined) => {
    setTenancyId(tenancy_id);
    const isSame = tenancy_id === undefined || tenancy_id === payment.tenancy_id;
    onChange(isSame ? undefined : { shop_id, tenancy_id });
  };
  const summary = useLoad(`place ${shopId}`, async (signal) => {
    if (shopId === '') return undefined;
    const { shop } = await api(shops.summary, { params: { id: shopId } }, { signal });
    choose(shopId, findPayer(shop)?.tenancyId);
    return shop;
  });
  return (
    <>
      <ShopSelect
        isFirst
        value={shopId}
        onChange={(chosen) => {
          if (chosen === shopId) return;
          setShopId(chosen);
          choose(chosen, undefined);
        }}
      />
      {summary.data && (
        <TenantSelect shop={summary.data} value={tenancyId} onChange={(chosen) => choose(shopId, chosen)} />
      )}
    </>
  );
}

interface TenantSelectProps {
  shop: ShopSummary;
  value: number | undefined;
  onChange: (tenancyId: number) => void;
}

function TenantSelect({ shop: { Tenancies }, value, onChange }: TenantSelectProps) {
  const data = Tenancies.map(({ tenancy_id, tenant_name, ended_on }) => ({
    value: String(tenancy_id),
    label:
      ended_on === null
        ? tenant_name
        : t('payments.fix.place.former', { tenant: tenant_name, day: formatOfficeDay(ended_on) }),
  }));
  return (
    <ChoiceField
      label={t('payments.fix.place.tenant')}
      data={data}
      placeholder={t('payments.fix.place.noTenant')}
      value={value === undefined ? '' : String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}
