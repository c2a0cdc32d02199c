import { Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { GatePhone } from '#contract/gate.ts';
import { t } from '#web/i18n/t.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { formatMoney } from '#web/ui/format/money.ts';
import { PhoneOnly } from '#web/ui/phone-only.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { Load } from '#web/ui/use-load.ts';

/** Shows the letters that were given to phones: what arrived from each, and in words what needs a look. */
export function PhonesTable({ load, level }: { load: Load<readonly GatePhone[]>; level: 2 | 3 }) {
  const columns = useMemo(columnsOfPhones, []);
  return (
    <Stack gap="xs" mt={level === 2 ? 'lg' : 0}>
      <Title order={level} size={level === 2 ? 'h4' : 'h5'}>
        {t('gate.phones.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('gate.phones.about')}
      </Text>
      <DataTable<GatePhone>
        label={t('gate.phones.title')}
        columns={columns}
        load={load}
        failure={t('gate.phones.failed')}
        rowId={({ phone }) => phone}
        rowName={({ phone }) => t('gate.cell.device', { code: phone })}
        prefix="phones-"
        pageSize={5}
        empty={{ text: t('gate.phones.empty') }}
      />
    </Stack>
  );
}

function remarksOf({ needs_look, missing, beyond_closing }: GatePhone): string[] {
  return needs_look.flatMap((remark) => {
    if (remark === 'nothing') return t('gate.phones.nothing');
    if (remark === 'no-ticket') return t('gate.phones.noTicket');
    if (remark === 'missing') return t('gate.phones.missingNumbers', { count: missing });
    return beyond_closing.map(({ name, numbers, amount, stated }) =>
      t(stated === null ? 'gate.phones.afterNone' : 'gate.phones.afterStated', {
        numbers: numbers.join(', '),
        amount: formatMoney(amount),
        person: name,
        stated: stated ?? '',
      }),
    );
  });
}

function kindsOf({ sanitation, vehicle }: GatePhone): string {
  const kinds = [
    sanitation > 0 && t('gate.phones.sanitation', { count: sanitation }),
    vehicle > 0 && t('gate.phones.vehicle', { count: vehicle }),
  ];
  return kinds.filter((kind) => kind !== false).join(', ');
}

function spanOf({ first_number, last_number }: GatePhone): string {
  if (first_number === null || last_number === null) return '';
  return first_number === last_number
    ? first_number
    : t('gate.phones.span', { first: first_number, last: last_number });
}

function givenOf({ given_at, given_by }: GatePhone): string {
  if (given_at === null || given_by === null) return t('gate.phones.earlier');
  return t('gate.phones.given', { person: given_by.name, time: formatInstant(given_at) });
}

function workOf({ shift }: GatePhone): string {
  return t('gate.phones.shift', { state: shift });
}

function columnsOfPhones(): readonly Column<GatePhone>[] {
  const phoneless = { isHiddenOnPhone: true } as const;
  return [
    {
      key: 'phone',
      title: t('gate.phones.letters'),
      value: (phone) => [phone.phone, ...remarksOf(phone)].join(' · '),
      render: (phone) => <Letters phone={phone} />,
    },
    { key: 'given', title: t('gate.phones.registered'), value: givenOf, ...phoneless, width: 170 },
    { key: 'kinds', title: t('gate.column.tickets'), value: kindsOf, ...phoneless },
    { key: 'numbers', title: t('gate.phones.arrived'), value: spanOf, ...phoneless },
    { key: 'missing', title: t('gate.phones.missing'), kind: 'number', value: ({ missing }) => missing, ...phoneless },
    {
      key: 'heard',
      title: t('gate.phones.heard'),
      kind: 'instant',
      value: ({ heard_at }) => heard_at,
      ...phoneless,
      isKept: true,
    },
    { key: 'work', title: t('gate.phones.work'), value: workOf, ...phoneless },
  ];
}

function Letters({ phone }: { phone: GatePhone }) {
  const facts = [givenOf(phone), kindsOf(phone), spanOf(phone), workOf(phone)].filter((fact) => fact !== '');
  return (
    <div style={{ minWidth: '11rem', whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={700}>
        {phone.phone}
      </Text>
      {remarksOf(phone).map((remark) => (
        <Text key={remark} size="xs" fw={700} c="var(--mantine-color-error)">
          {remark}
        </Text>
      ))}
      <PhoneOnly>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {phone.heard_at !== null && (
          <Text size="xs" c="dimmed">
            {t('gate.phones.heard')}: {formatInstant(phone.heard_at)}
          </Text>
        )}
      </PhoneOnly>
    </div>
  );
}
