import IconEye from 'virtual:icons/eye';
import IconSend from 'virtual:icons/send';
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type RentMessage, type RentMessageList, rentMessageLists, rentMessages } from '#contract/rent-messages.ts';
import { t } from '#web/i18n/t.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { formatInstant, formatMonth } from '#web/ui/format/dates.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-actions.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { type Load, useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';
import { useMay } from '../session/use-may.ts';
import { previewAndSend } from './preview-messages.tsx';

/** What was sent to tenants, what waits and what failed. A person looks at a preview before messages are sent. */
export function RentMessagesPage() {
  const loads = { failed: useMessages('failed'), open: useMessages('open'), done: useMessages('done') };
  const maySend = useMay('books.write');
  const reload = () => {
    for (const list of rentMessageLists) loads[list].reload();
  };
  const preview = async (occasion: 'bill' | 'reminder') => {
    if (await previewAndSend(occasion, maySend)) reload();
  };
  const again = async (row: RentMessage) => {
    if (await sendAgain(row)) reload();
  };
  return (
    <Screen
      path="/rent-messages"
      note={
        <Text size="sm" c="dimmed" maw="70ch" visibleFrom="sm">
          {t('rent-messages.page.about')}
        </Text>
      }
    >
      <Stack gap="lg">
        <Group gap="xs">
          <Button variant="default" onClick={() => void preview('bill')}>
            {t('rent-messages.preview.bill')}
          </Button>
          <Button variant="default" onClick={() => void preview('reminder')}>
            {t('rent-messages.preview.reminder')}
          </Button>
        </Group>
        {rentMessageLists.map((list) => (
          <MessageTable
            key={list}
            list={list}
            load={loads[list]}
            actions={(row) => [
              ...(maySend && list === 'failed'
                ? [{ label: t('rent-messages.again.action'), icon: IconSend, onClick: () => void again(row) }]
                : []),
              ...showAction(row),
            ]}
          />
        ))}
        <Text size="sm" c="dimmed" hiddenFrom="sm">
          {t('rent-messages.page.about')}
        </Text>
      </Stack>
    </Screen>
  );
}

function useMessages(list: RentMessageList): Load<RentMessage[]> {
  return useLoad(`rent messages ${list}`, (signal) => api(rentMessages.list, { query: { list } }, { signal }));
}

function showAction({ text, recipient }: RentMessage): RowAction[] {
  if (text === '') return [];
  const body = <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>;
  const show = () => void confirm({ title: recipient, body, action: t('ui.dialog.close'), isNotice: true });
  return [{ label: t('rent-messages.show.action'), icon: IconEye, onClick: show }];
}

function sendAgain({ message_id, recipient, state }: RentMessage): Promise<boolean> {
  const action = t('rent-messages.again.action');
  const body = t(state === 'unknown' ? 'rent-messages.again.unknownText' : 'rent-messages.again.text', { recipient });
  return confirmAndCall(
    { title: action, body, action, isDoubtful: state === 'unknown' },
    {
      call: () => api(rentMessages.again, { params: { id: String(message_id) } }),
      doneSeconds: 3,
      failed: t('rent-messages.again.failed'),
    },
  );
}

interface MessageTableProps {
  list: RentMessageList;
  load: Load<readonly RentMessage[]>;
  actions: (row: RentMessage) => RowAction[];
}

function MessageTable({ list, load, actions }: MessageTableProps) {
  const columns = useMemo(messageColumns, []);
  const title = t(`rent-messages.list.${list}`);
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {title}
      </Title>
      <DataTable<RentMessage>
        label={title}
        columns={columns}
        load={load}
        failure={t('rent-messages.page.failed')}
        rowId={({ message_id }) => String(message_id)}
        rowName={({ tenancies, recipient }) => [...tenancies.map(({ shop_id }) => shop_id), recipient].join(' ')}
        rowActions={actions}
        prefix={`${list}-`}
        pageSize={20}
        empty={{ text: t(`rent-messages.list.none.${list}`) }}
      />
    </Stack>
  );
}

function messageColumns(): readonly Column<RentMessage>[] {
  return [
    {
      key: 'tenant',
      title: t('rent-messages.column.tenant'),
      value: ({ tenancies }) => tenancies.map(({ shop_id, tenant_name }) => `${shop_id} ${tenant_name}`).join(', '),
      render: ({ tenancies }) =>
        tenancies.map(({ tenancy_id, shop_id, tenant_name }) => (
          <Text key={tenancy_id} size="sm">
            <Anchor component={Link} to={placeOf('/tenancy/:id', { id: tenancy_id })} size="sm" underline="always">
              {shop_id}
            </Anchor>{' '}
            {tenant_name}
          </Text>
        )),
    },
    { key: 'about', title: t('rent-messages.column.about'), value: describeOccasion },
    { key: 'to', title: t('rent-messages.column.to'), value: ({ recipient }) => recipient, isHiddenOnPhone: true },
    { key: 'state', title: t('rent-messages.column.state'), value: describeState },
    {
      key: 'parts',
      title: t('rent-messages.column.parts'),
      kind: 'number',
      // An email has no parts, and a message that waits has no text yet.
      value: ({ parts }) => (parts === 0 ? null : parts),
      isHiddenOnPhone: true,
    },
    {
      key: 'changed',
      title: t('rent-messages.column.changed'),
      value: ({ changed_at }) => formatInstant(changed_at),
      isHiddenOnPhone: true,
    },
  ];
}

export function describeOccasion({ occasion, month, payment_id }: RentMessage): string {
  return t(`rent-messages.about.${occasion}`, {
    month: month === null ? '' : formatMonth(month),
    payment: String(payment_id ?? ''),
  });
}

export function describeState({ state, reason }: RentMessage): string {
  return t(`rent-messages.state.${state}`, { reason });
}
