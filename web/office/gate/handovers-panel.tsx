import IconArrowBackUp from 'virtual:icons/arrow-back-up';
import IconBuildingBank from 'virtual:icons/building-bank';
import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { dayOf } from '#billing/calendar.ts';
import { writeFigure } from '#contract/figures.ts';
import { type GateHandover, gateCash } from '#contract/gate-cash.ts';
import { t } from '#web/i18n/t.ts';
import { type Session, useSession } from '#web/session.ts';
import { newKey } from '#web/ui/form/use-form-key.ts';
import { browserToday } from '#web/ui/format/browser-clock.ts';
import { formatInstant, formatOfficeDay } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { loaded } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell, confirmAndCall } from '../confirm-and-call.ts';
import { askReason } from '../reason.tsx';
import { useMay } from '../session/use-may.ts';

interface HandoversPanelProps {
  handovers: readonly GateHandover[];
  onChanged: () => void;
}

/** Shows who received gate cash from whom, with differences and their reasons, and whether it is in the bank. */
export function HandoversPanel({ handovers, onChanged }: HandoversPanelProps) {
  const mayBank = useMay('books.write');
  const session = useSession();
  const columns = useMemo(handoverColumns, []);
  return (
    <Stack gap="xs" mt="lg">
      <Title order={2} size="h4">
        {t('gate.handovers.title')}
      </Title>
      <DataTable<GateHandover>
        label={t('gate.handovers.title')}
        columns={columns}
        load={loaded(handovers)}
        failure={t('gate.held.failed')}
        rowId={({ id }) => id}
        rowName={({ id, keeper, given_cash }) =>
          t(given_cash > 0 ? 'gate.handovers.floatRow' : 'gate.handovers.row', { id: String(id), person: keeper.name })
        }
        rowActions={(handover) => [
          ...(mayBank && isWaiting(handover)
            ? [
                {
                  label: t('gate.handovers.bank'),
                  icon: IconBuildingBank,
                  onClick: () => void recordBanked(handover).then((isDone) => isDone && onChanged()),
                },
              ]
            : []),
          ...(session !== undefined && mayUndo(handover, session)
            ? [
                {
                  label: t(handover.given_cash > 0 ? 'gate.handovers.undoFloat' : 'gate.handovers.undo'),
                  icon: IconArrowBackUp,
                  onClick: () => void undo(handover).then((isDone) => isDone && onChanged()),
                },
              ]
            : []),
        ]}
        prefix="handovers-"
        pageSize={10}
        empty={{ text: t('gate.handovers.empty'), next: t('gate.handovers.emptyNext') }}
        exportName={t('gate.handovers.title')}
      />
    </Stack>
  );
}

function isWaiting({ banked_on, undone_at, received_cash, session_id }: GateHandover): boolean {
  return banked_on === null && session_id === null && undone_at === null && received_cash > 0;
}

/**
 * The receiver may undo a hand-over on the same day, and a superadmin until its cash is banked; both while the cash
 * session that has the cash is open.
 */
function mayUndo(handover: GateHandover, { role, email }: Session): boolean {
  const { banked_on, undone_at, receiver, received_at, session_id, is_counted } = handover;
  if (banked_on !== null || undone_at !== null || is_counted) return false;
  const isRecent = session_id !== null || dayOf(received_at) === browserToday();
  return role === 'superadmin' || (receiver.email === email && isRecent);
}

function undo({ id, keeper, received_cash, given_cash }: GateHandover): Promise<boolean> {
  const idempotencyKey = newKey();
  const isFloat = given_cash > 0;
  const title = t(isFloat ? 'gate.handovers.undoFloat' : 'gate.handovers.undo');
  const facts = { amount: formatMoney(isFloat ? given_cash : received_cash), person: keeper.name };
  const sentence = t(isFloat ? 'gate.handovers.undoFloatQuestion' : 'gate.handovers.undoQuestion', facts);
  return askReason({ title, sentence, action: title }, (reason) =>
    callAndTell({
      call: () => api(gateCash.undo, { params: { id: String(id) }, body: { reason } }, { idempotencyKey }),
      failed: t('gate.handovers.undoFailed'),
      lost: t('gate.receive.lost'),
    }),
  );
}

function recordBanked({ id, keeper, received_cash }: GateHandover): Promise<boolean> {
  const request = { params: { id: String(id) }, body: { banked_on: browserToday() } };
  const idempotencyKey = newKey();
  const title = t('gate.handovers.bank');
  const body = t('gate.handovers.bankQuestion', { amount: formatMoney(received_cash), person: keeper.name });
  return confirmAndCall(
    { title, body, action: title },
    {
      call: () => api(gateCash.bank, request, { idempotencyKey }),
      failed: t('gate.handovers.bankFailed'),
      lost: t('gate.receive.lost'),
    },
  );
}

const PHONELESS = { isHiddenOnPhone: true } as const;

function handoverColumns(): readonly Column<GateHandover>[] {
  return [
    {
      key: 'from',
      title: t('gate.handovers.from'),
      value: fromOf,
      render: (handover) => (
        <>
          {fromOf(handover)}
          <PhoneOnly>
            <Text size="xs" c="dimmed">
              {[formatInstant(handover.received_at), toOf(handover), bankedOf(handover)].join(' · ')}
            </Text>
          </PhoneOnly>
        </>
      ),
    },
    { key: 'by', title: t('gate.handovers.by'), value: toOf, ...PHONELESS },
    {
      key: 'at',
      title: t('gate.handovers.at'),
      kind: 'instant',
      value: ({ received_at }) => received_at,
      ...PHONELESS,
    },
    ...moneyColumns(),
    { key: 'banked', title: t('gate.handovers.banked'), value: bankedOf, ...PHONELESS },
  ];
}

/** A float goes from the receiver of other hand-overs to the keeper. */
function fromOf({ keeper, receiver, given_cash }: GateHandover): string {
  return given_cash > 0 ? receiver.name : keeper.name;
}

function toOf({ keeper, receiver, given_cash }: GateHandover): string {
  return given_cash > 0 ? keeper.name : receiver.name;
}

function moneyColumns(): readonly Column<GateHandover>[] {
  const money = { kind: 'money', hasNoCurrency: true, ...PHONELESS } as const;
  return [
    { key: 'expected', title: t('gate.handovers.expected'), value: (one) => one.expected_cash, ...money },
    {
      key: 'received',
      title: t('gate.handovers.received'),
      kind: 'money',
      value: ({ received_cash, undone_at }) => (undone_at === null ? received_cash : 0),
      render: ({ received_cash, undone_at }) => (
        <Text span inherit {...(undone_at !== null && { td: 'line-through' })}>
          {writeFigure(received_cash)}
        </Text>
      ),
      isSummed: true,
    },
    { key: 'left', title: t('gate.handovers.left'), value: ({ left_cash }) => left_cash, ...money },
    {
      key: 'difference',
      title: t('gate.handovers.difference'),
      kind: 'money',
      value: ({ difference, undone_at }) => (undone_at === null ? difference : 0),
      render: ({ difference, reason }) => (
        <>
          {writeFigure(difference)}
          {reason !== '' && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
              {reason}
            </Text>
          )}
        </>
      ),
      isSummed: true,
    },
  ];
}

function bankedOf(handover: GateHandover): string {
  const { banked_on, banked_by, is_own_word, undone_by, undo_reason, session_id, given_cash } = handover;
  if (undone_by !== null) return t('gate.handovers.undone', { person: undone_by, reason: undo_reason ?? '' });
  if (given_cash > 0) return t('gate.handovers.float', { amount: formatMoney(given_cash) });
  if (session_id !== null) return t('gate.handovers.inDrawer', { id: String(session_id) });
  if (banked_on === null) return t('gate.handovers.notBanked');
  const facts = { day: formatOfficeDay(banked_on), person: banked_by ?? '' };
  return t(is_own_word ? 'gate.handovers.bankedByOwnWord' : 'gate.handovers.bankedOn', facts);
}
