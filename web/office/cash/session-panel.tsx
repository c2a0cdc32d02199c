import IconLock from 'virtual:icons/lock';
import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Cents, cents, sumCents, toRupees } from '#billing/money.ts';
import { amountOf } from '#contract/amount-text.ts';
import { type CashDay, type CashSession, cash, denominations, type KeptCash } from '#contract/cash.ts';
import { centsOf, writeFigure } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { useSession } from '#web/session.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField, type TypedAmount } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';

interface SessionPanelProps {
  day: CashDay;
  onChanged: () => void;
}

/**
 * Shows the user's own cash session: a form to open one, or what is known of the open one and a button to close it.
 */
export function SessionPanel({ day: { person, sessions_on, open_session, kept, held }, onChanged }: SessionPanelProps) {
  const own = useSession()?.email;
  const [isClosing, setIsClosing] = useState(false);
  if (person?.email !== own || !(sessions_on || open_session)) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="cash-session">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="cash-session">
          {t('cash.session.title')}
        </Title>
        {/* The deposit slip of a session that was just closed is there. */}
        <Anchor component={Link} to={placeOf('/cash-sessions')} size="sm">
          {t('cash.sessions.label')}
        </Anchor>
      </Group>
      {open_session ? (
        <Group justify="space-between" gap="md">
          <div>
            {open_session.expected_cash !== null && (
              <>
                <Text size="sm" c="dimmed">
                  {t('cash.session.inDrawer')}
                </Text>
                <Text fw={700} fz="xl" style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {formatMoney(open_session.expected_cash)}
                </Text>
              </>
            )}
            <Text size="sm" c="dimmed">
              {t('cash.session.since', {
                time: formatInstant(open_session.opened_at),
                amount: formatMoney(open_session.opening_float),
              })}
            </Text>
          </div>
          <Button leftSection={<IconLock size={18} aria-hidden />} onClick={() => setIsClosing(true)}>
            {t('cash.session.close')}
          </Button>
        </Group>
      ) : (
        <OpenForm kept={kept[0]} held={held} onOpened={onChanged} />
      )}
      {isClosing && open_session && (
        <CloseDialog session={open_session} onClose={() => setIsClosing(false)} onClosed={onChanged} />
      )}
    </Paper>
  );
}

interface FloatValues {
  opening_float: TypedAmount;
  reason: string;
  [further: string]: unknown;
}

interface OpenFormProps {
  kept: KeptCash | undefined;
  /** What the user holds outside the drawer and may add to the float. */
  held: number;
  onOpened: () => void;
}

/** The cash left in the drawer and what the user adds is the float; another one needs a reason. */
function OpenForm({ kept, held, onOpened }: OpenFormProps) {
  const recordOnce = useRecordOnce();
  const isOther = ({ opening_float }: FloatValues) => {
    const float = amountOf(opening_float);
    if (kept === undefined || Number.isNaN(float)) return kept !== undefined;
    const added = centsOf(float) - centsOf(kept.amount);
    return added < 0 || added > centsOf(held);
  };
  const form: OfficeForm<FloatValues> = useOfficeForm({
    initialValues: { opening_float: (kept?.amount ?? '') as TypedAmount, reason: '' } as FloatValues,
    schema: cash.openSession.body,
    check: (values): Record<string, string> =>
      isOther(values) && values.reason.trim() === '' ? { reason: t('cash.close.reasonMissing') } : {},
    save: (body) => recordOnce((options) => api(cash.openSession, { body }, options)),
    fallback: t('cash.session.openFailed'),
    lost: t('cash.lost'),
    onSaved: ({ message }) => {
      toastDone(message, 3);
      onOpened();
    },
  });
  return (
    <Form form={form} saveLabel={t('cash.session.open')} withoutHint>
      <Text size="sm">{t('cash.session.none')}</Text>
      {kept && (
        <Text size="sm">
          {t('cash.session.kept', { amount: formatMoney(kept.amount), time: formatInstant(kept.since) })}
        </Text>
      )}
      {held > 0 && <Text size="sm">{t('cash.session.held', { amount: formatMoney(held) })}</Text>}
      <AmountField label={t('cash.session.float')} required maw={240} {...form.field('opening_float')} />
      {isOther(form.inner.values) && <TextInput label={t('cash.session.floatReason')} {...form.field('reason')} />}
    </Form>
  );
}

interface CountValues {
  /** The number of notes or coins of each denomination, as typed. */
  pieces: string[];
  kept_cash: TypedAmount;
  reason: string;
  [further: string]: unknown;
}

interface CloseDialogProps {
  session: CashSession;
  onClose: () => void;
  onClosed: () => void;
}

/** Closes a cash session with a count of its notes and coins. */
export function CloseDialog({ session, onClose, onClosed }: CloseDialogProps) {
  const recordOnce = useRecordOnce();
  const params = { id: String(session.session_id) };
  const form: OfficeForm<CountValues> = useOfficeForm({
    initialValues: {
      pieces: denominations.map(() => ''),
      kept_cash: session.opening_float as TypedAmount,
      reason: '',
    } as CountValues,
    schema: cash.closeSession.body,
    toBody,
    check: ({ pieces, reason }) => ({
      ...Object.fromEntries(
        pieces.flatMap((text, at) => (isWhole(text) ? [] : [[`pieces.${at}`, t('cash.close.whole')]])),
      ),
      ...(pieces.every(isWhole) && hasDifference(session, pieces) && reason.trim() === ''
        ? { reason: t('cash.close.reasonMissing') }
        : {}),
    }),
    save: (values) => recordOnce((options) => api(cash.closeSession, { params, body: toBody(values) }, options)),
    fallback: t('cash.close.failed'),
    lost: t('cash.lost'),
    onSaved: ({ message }) => {
      toastDone(message, 4);
      onClose();
      onClosed();
    },
  });
  const { pieces } = form.inner.values;
  return (
    <FormDialog form={form} title={t('cash.close.title', { person: session.person.name })} onClose={onClose} size="lg">
      {(close) => (
        <Form form={form} saveLabel={t('cash.session.close')} onCancel={close}>
          <Text size="sm">{t('cash.close.about')}</Text>
          <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" style={{ alignItems: 'end' }}>
            {denominations.map((value, at) => (
              <TextInput
                key={value}
                label={
                  value < 1
                    ? t('cash.close.cents')
                    : t('cash.close.value', { value: writeFigure(value).replace('.00', '') })
                }
                inputMode="numeric"
                autoComplete="off"
                {...(at === 0 && { 'data-autofocus': true })}
                {...form.field(`pieces.${at}`)}
              />
            ))}
          </SimpleGrid>
          <CountResult session={session} pieces={pieces} />
          <AmountField
            label={t('cash.close.kept')}
            description={t('cash.close.keptHint')}
            maw={240}
            {...form.field('kept_cash')}
          />
          <TextInput label={t('cash.close.reason')} {...form.field('reason')} />
        </Form>
      )}
    </FormDialog>
  );
}

function CountResult({ session, pieces }: { session: CashSession; pieces: readonly string[] }) {
  if (!pieces.every(isWhole))
    return (
      <Text size="sm" role="status" c="var(--mantine-color-error)">
        {t('cash.close.whole')}
      </Text>
    );
  const counted = formatMoney(toRupees(countOf(pieces)));
  const difference = differenceOf(session, pieces);
  // The drawer is counted before the expected cash is shown.
  if (difference === null || session.expected_cash === null)
    return (
      <Text size="sm" role="status">
        {t('cash.close.countedOnly', { counted })}
      </Text>
    );
  return (
    <Stack gap={0} role="status" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Text size="sm">{t('cash.close.counted', { counted, expected: formatMoney(session.expected_cash) })}</Text>
      {session.gate_cash !== 0 && (
        <Text size="sm">{t('cash.close.gateCash', { amount: formatMoney(session.gate_cash) })}</Text>
      )}
      <Text size="sm" fw={700} {...(difference !== 0 && { c: 'var(--mantine-color-error)' })}>
        {describeDifference(difference, formatMoney)}
      </Text>
    </Stack>
  );
}

/** Describes a difference in rupees, such as how much is short. `format` writes the amount. */
export function describeDifference(difference: number, format: (rupees: number) => string): string {
  const kind = difference === 0 ? 'none' : difference < 0 ? 'short' : 'over';
  return t('cash.difference', { kind, amount: format(Math.abs(difference)) });
}

function differenceOf({ expected_cash }: CashSession, pieces: readonly string[]): number | null {
  return expected_cash === null ? null : toRupees(cents(countOf(pieces) - centsOf(expected_cash)));
}

function hasDifference(session: CashSession, pieces: readonly string[]): boolean {
  const difference = differenceOf(session, pieces);
  return difference !== null && difference !== 0;
}

function isWhole(text: string): boolean {
  return /^\s*\d{0,6}\s*$/.test(text);
}

function countOf(pieces: readonly string[]): Cents {
  return sumCents(denominations.map((value, at) => cents(centsOf(value) * piecesIn(pieces[at]))));
}

function piecesIn(text = ''): number {
  return isWhole(text) ? Number(text) : 0;
}

function toBody({ pieces, kept_cash, reason }: CountValues) {
  const count = denominations.map((value, at) => ({ value, pieces: piecesIn(pieces[at]) }));
  return {
    count: count.filter((one) => one.pieces > 0),
    kept_cash: Number.isNaN(amountOf(kept_cash)) ? 0 : kept_cash,
    reason,
  };
}
