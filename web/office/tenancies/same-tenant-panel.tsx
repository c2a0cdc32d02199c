import { Anchor, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#contract/call.ts';
import { type TenancyFile, tenancies } from '#contract/tenancies.ts';
import { tenants } from '#contract/tenants.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { BETWEEN_PARTS } from '#web/ui/choice/find-typed.ts';
import { SearchedChoice } from '#web/ui/choice/searched-choice.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useRecordOnce } from '#web/ui/form/use-record-once.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { useMay } from '../session/use-may.ts';

interface SameTenantPanelProps {
  file: TenancyFile;
  onChanged: () => void;
}

/** The other tenancies of the same tenant. Which they are can be corrected, with a reason. */
export function SameTenantPanel({ file, onChanged }: SameTenantPanelProps) {
  const mayWrite = useMay('books.write') && file.erased_at === null;
  const [dialog, setDialog] = useState<'join' | 'split'>();
  const title = t('tenancies.tenant.title');
  const close = () => setDialog(undefined);
  const changed = () => {
    close();
    onChanged();
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        <OtherTenancies file={file} />
        {mayWrite && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setDialog('join')}>
              {t('tenancies.tenant.join')}
            </Button>
            {file.SameTenant.length > 0 && (
              <Button size="xs" variant="default" onClick={() => setDialog('split')}>
                {t('tenancies.tenant.split')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
      {dialog === 'join' && <JoinDialog file={file} onClose={close} onDone={changed} />}
      {dialog === 'split' && <SplitDialog file={file} onClose={close} onDone={changed} />}
    </Paper>
  );
}

function OtherTenancies({ file: { SameTenant } }: { file: TenancyFile }) {
  if (SameTenant.length === 0) return <Text size="sm">{t('tenancies.tenant.none')}</Text>;
  return (
    <Stack gap="var(--space-2)">
      {SameTenant.map(({ tenancy_id, shop_id, tenant_name }) => (
        <Anchor key={tenancy_id} component={Link} to={placeOf('/tenancy/:id', { id: tenancy_id })} size="sm">
          {[shop_id, tenant_name].join(BETWEEN_PARTS)}
        </Anchor>
      ))}
    </Stack>
  );
}

interface DialogProps {
  file: TenancyFile;
  onClose: () => void;
  onDone: () => void;
}

type TenantValues = { same_tenant_as: string; reason: string };

function useTenantForm({ file, onDone }: DialogProps, toBody: (values: TenantValues) => TenantBody) {
  const recordOnce = useRecordOnce();
  const form: OfficeForm<TenantValues> = useOfficeForm({
    initialValues: { same_tenant_as: '', reason: '' },
    schema: tenancies.changeTenant.body,
    toBody,
    save: (values) =>
      recordOnce((options) =>
        api(tenancies.changeTenant, { params: { id: String(file.tenant_id) }, body: toBody(values) }, options),
      ),
    fallback: t('tenancies.tenant.failed'),
    onSaved: ({ message }) => {
      toastDone(message, 3);
      onDone();
    },
  });
  return form;
}

interface TenantBody {
  same_tenant_as: string | null;
  reason: string;
}

function JoinDialog(props: DialogProps) {
  const { file, onClose } = props;
  const load = useLoad('tenancies of all tenants', listAllTenancies);
  const form = useTenantForm(props, (values) => values);
  const label = t('tenancies.tenant.join');
  return (
    <FormDialog form={form} title={label} size="lg" onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={label} onCancel={close} withoutHint>
          <Stack gap="md">
            <Text size="sm">{t('tenancies.tenant.joinHint')}</Text>
            <AsyncState load={load} failure={t('tenants.list.failed')}>
              {(all) => (
                <>
                  <SearchedChoice
                    label={t('tenancies.tenant.choice')}
                    required
                    placeholder={t('tenancies.tenant.choose')}
                    nothingFoundMessage={t('tenancies.tenant.nothingFound')}
                    data-autofocus
                    data={all
                      .filter(({ tenant_ref }) => tenant_ref !== file.tenant_ref)
                      .map(({ tenant_id, shop_id, name }) => ({
                        value: String(tenant_id),
                        label: [shop_id, name].join(BETWEEN_PARTS),
                      }))}
                    {...form.field('same_tenant_as')}
                    value={form.inner.values.same_tenant_as}
                  />
                  <Joined file={file} all={all} chosen={form.inner.values.same_tenant_as} />
                </>
              )}
            </AsyncState>
            <ReasonField form={form} />
          </Stack>
        </Form>
      )}
    </FormDialog>
  );
}

interface JoinedProps {
  file: TenancyFile;
  all: Answer<typeof tenants.list>;
  chosen: string;
}

/** Names all tenancies that have the same tenant afterwards: joining two tenants joins all that both have. */
function Joined({ file, all, chosen }: JoinedProps) {
  const other = all.find(({ tenant_id }) => String(tenant_id) === chosen);
  if (!other) return null;
  const joined = all.filter(({ tenant_ref }) => tenant_ref === file.tenant_ref || tenant_ref === other.tenant_ref);
  const names = joined.map(({ shop_id, name }) => [shop_id, name].join(BETWEEN_PARTS));
  return (
    <Text size="sm" role="status">
      {t('tenancies.tenant.joinedAll', { tenancies: names.join(', ') })}
    </Text>
  );
}

function SplitDialog(props: DialogProps) {
  const form = useTenantForm(props, ({ reason }) => ({ same_tenant_as: null, reason }));
  const label = t('tenancies.tenant.split');
  return (
    <FormDialog form={form} title={label} size="lg" onClose={props.onClose}>
      {(close) => (
        <Form form={form} saveLabel={label} onCancel={close} withoutHint>
          <Stack gap="md">
            <Text size="sm">{t('tenancies.tenant.splitHint')}</Text>
            <ReasonField form={form} />
          </Stack>
        </Form>
      )}
    </FormDialog>
  );
}

function ReasonField({ form }: { form: OfficeForm<TenantValues> }) {
  return <TextInput label={t('tenancies.privacy.reason')} required autoComplete="off" {...form.field('reason')} />;
}

async function listAllTenancies(signal: AbortSignal): Promise<Answer<typeof tenants.list>> {
  const [current, former] = await Promise.all([
    api(tenants.list, { query: {} }, { signal }),
    api(tenants.list, { query: { former: 'true' } }, { signal }),
  ]);
  return [...current, ...former];
}
