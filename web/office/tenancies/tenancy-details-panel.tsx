import { Anchor, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isMonth } from '#billing/calendar.ts';
import type { TenancyFile } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { formatMonth, formatOfficeDay } from '#web/ui/format/dates.ts';
import { useMay } from '../session/use-may.ts';

export function TenancyDetailsPanel({ file }: { file: TenancyFile }) {
  const mayWrite = useMay('books.write');
  const title = t('tenancies.details.title');
  const { started_on, ended_on, last_billed_month: billed } = file;
  const details: readonly (readonly [name: string, content: ReactNode])[] = [
    [t('tenancies.details.name'), file.name],
    [t('tenancies.details.contact'), file.contact],
    [t('tenancies.details.address'), file.address],
    [t('tenancies.details.email'), <EmailLink key="email" email={file.email} />],
    [t('tenancies.details.shop'), `${file.shop_id} · ${file.shop_name}`],
    [t('tenancies.details.from'), formatOfficeDay(started_on)],
    ...(ended_on === null ? [] : [[t('tenancies.details.until'), formatOfficeDay(ended_on)] as const]),
    [
      t('tenancies.details.lastBilled'),
      billed !== null && isMonth(billed) ? formatMonth(billed) : t('tenancies.details.neverBilled'),
    ],
  ];
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {mayWrite && file.erased_at === null && (
          <Anchor component={Link} to={`/edit-tenant/${file.tenant_id}`} size="sm">
            {t('tenancies.page.editTenant')}
          </Anchor>
        )}
      </Group>
      <dl style={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
        {details.map(([name, content]) => (
          <Group key={name} justify="space-between" align="baseline" gap="md" wrap="nowrap" py={2}>
            <Text size="sm" c="dimmed" component="dt" style={{ flex: 'none' }}>
              {name}
            </Text>
            <Text size="sm" component="dd" m={0} ta="right" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              {content}
            </Text>
          </Group>
        ))}
      </dl>
    </Paper>
  );
}

function EmailLink({ email }: { email: string | null }) {
  if (email === null) return t('tenancies.details.noEmail');
  return <Anchor href={`mailto:${email}`}>{email}</Anchor>;
}
