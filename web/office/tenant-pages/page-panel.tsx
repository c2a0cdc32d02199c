import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { TenancyFile } from '#contract/tenancies.ts';
import { type TenantPage, tenantPages } from '#contract/tenant-pages.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { OpenClaims } from '../claims/open-claims.tsx';
import { confirmAndCall } from '../confirm-and-call.ts';
import { copyText } from '../copy-text.ts';
import { useMay } from '../session/use-may.ts';

/** The tenant's own page: its link, whether it was opened, and a new link by one click. */
export function TenantPagePanel({ file }: { file: TenancyFile }) {
  const { tenant_id: id } = file;
  const load = useLoad(`page of tenancy ${id}`, (signal) =>
    api(tenantPages.get, { params: { id: String(id) } }, { signal }),
  );
  const title = t('tenant-pages.panel.title');
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        <AsyncState load={load} failure={t('tenant-pages.panel.failed')}>
          {(page) => <PageLink page={page} file={file} onChanged={load.reload} />}
        </AsyncState>
        <OpenClaims tenancyId={id} />
      </Stack>
    </Paper>
  );
}

interface PageLinkProps {
  page: TenantPage;
  file: TenancyFile;
  onChanged: () => void;
}

function PageLink({ page, file, onChanged }: PageLinkProps) {
  const mayChange = useMay('payments.take') && file.erased_at === null;
  const { address } = page;
  if (!page.is_on) return <Text size="sm">{t('tenant-pages.panel.off')}</Text>;
  return (
    <>
      <Text size="sm">{page.is_revoked ? t('tenant-pages.panel.revoked') : describeOpened(page)}</Text>
      {!page.has_public_address && <Text size="sm">{t('tenant-pages.settings.noAddress')}</Text>}
      <Group gap="xs">
        {address !== null && (
          <>
            <Anchor href={address} target="_blank" rel="noopener noreferrer" size="sm">
              {t('tenant-pages.panel.open')}
            </Anchor>
            <Button size="xs" variant="default" onClick={() => void copyText(address)}>
              {t('tenant-pages.panel.copy')}
            </Button>
          </>
        )}
        {mayChange && <ChangeLink page={page} file={file} onChanged={onChanged} />}
      </Group>
    </>
  );
}

function describeOpened({ opened_on, is_opened_since_bill }: TenantPage): string {
  if (opened_on === null) return t('tenant-pages.panel.notOpened');
  const day = formatOfficeDay(opened_on);
  return t(is_opened_since_bill ? 'tenant-pages.panel.openedSinceBill' : 'tenant-pages.panel.opened', { day });
}

function ChangeLink({ page, file: { tenant_id, name }, onChanged }: PageLinkProps) {
  const params = { id: String(tenant_id) };
  const renew = async () => {
    const action = t('tenant-pages.panel.renew');
    const question = { title: action, body: t('tenant-pages.panel.renewText', { tenant: name }), action };
    const call = () => api(tenantPages.renew, { params });
    if (await confirmAndCall(question, { call, failed: t('tenant-pages.panel.renewFailed') })) onChanged();
  };
  const revoke = async () => {
    const action = t('tenant-pages.panel.revoke');
    const question = { title: action, body: t('tenant-pages.panel.revokeText', { tenant: name }), action };
    const call = () => api(tenantPages.revoke, { params });
    if (await confirmAndCall(question, { call, failed: t('tenant-pages.panel.revokeFailed') })) onChanged();
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => void renew()}>
        {t('tenant-pages.panel.renew')}
      </Button>
      {!page.is_revoked && (
        <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => void revoke()}>
          {t('tenant-pages.panel.revoke')}
        </Button>
      )}
    </>
  );
}
