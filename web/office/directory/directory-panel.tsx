import { Button, CloseButton, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type DirectoryEntry, directory } from '#contract/directory.ts';
import { type Product, products } from '#contract/products.ts';
import type { TenancyFile } from '#contract/tenancies.ts';
import { t } from '#web/i18n/t.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { SearchedChoice } from '#web/ui/choice/searched-choice.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { formatInstant } from '#web/ui/format/dates.ts';
import { PersonName } from '#web/ui/format/person.tsx';
import { useBusy } from '#web/ui/use-busy.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';
import { localName } from '../local-name.ts';
import { useMay } from '../session/use-may.ts';
import classes from './directory.module.css';

/** What the tenant agreed to have on public pages, who recorded it, and the button that withdraws it. */
export function DirectoryPanel({ file }: { file: TenancyFile }) {
  const id = String(file.tenant_id);
  const load = useLoad(`directory of tenancy ${id}`, async (signal) => ({
    entry: await api(directory.get, { params: { id } }, { signal }),
    products: await api(products.list, {}, { signal }),
  }));
  const title = t('directory.panel.title');
  const mayWrite = useMay('books.write') && file.erased_at === null && file.ended_on === null;
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        <AsyncState load={load} failure={t('directory.panel.failed')}>
          {(found) => (
            <>
              <Recorded entry={found.entry} />
              {mayWrite && (
                <Agreement key={JSON.stringify(found.entry)} id={id} found={found} onChanged={load.reload} />
              )}
            </>
          )}
        </AsyncState>
      </Stack>
    </Paper>
  );
}

function Recorded({
  entry: { state, trade_name, recorded_at, recorded_by, withdrawn_at, withdrawn_by },
}: {
  entry: DirectoryEntry;
}) {
  if (recorded_at === null || recorded_by === null) return <Text size="sm">{t('directory.panel.none')}</Text>;
  return (
    <>
      <Text size="sm">{t(`directory.panel.${state}`, { name: trade_name })}</Text>
      <Text size="sm" c="dimmed">
        {t('directory.panel.recorded', { time: formatInstant(recorded_at) })} <PersonName email={recorded_by} />
      </Text>
      {withdrawn_at !== null && withdrawn_by !== null && (
        <Text size="sm" c="dimmed">
          {t('directory.panel.withdrawnAt', { time: formatInstant(withdrawn_at) })} <PersonName email={withdrawn_by} />
        </Text>
      )}
    </>
  );
}

interface Found {
  entry: DirectoryEntry;
  products: Product[];
}

interface AgreementProps {
  id: string;
  found: Found;
  onChanged: () => void;
}

type AgreementValues = { trade_name: string; product_ids: number[] };

function Agreement({ id, found, onChanged }: AgreementProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const withdrawing = useBusy(async () => {
    const isDone = await callAndTell({
      call: () => api(directory.withdraw, { params: { id } }),
      doneSeconds: 3,
      failed: t('directory.panel.withdrawFailed'),
    });
    if (isDone) onChanged();
  });
  const isAgreed = found.entry.state === 'agreed';
  return (
    <Group>
      <Button variant="default" onClick={open}>
        {t(isAgreed ? 'directory.panel.change' : 'directory.panel.record')}
      </Button>
      {isAgreed && (
        <Button variant="default" loading={withdrawing.isBusy} onClick={withdrawing.run}>
          {t('directory.panel.withdraw')}
        </Button>
      )}
      {isOpen && <AgreementDialog id={id} found={found} onChanged={onChanged} onClose={close} />}
    </Group>
  );
}

function AgreementDialog({ id, found, onChanged, onClose }: AgreementProps & { onClose: () => void }) {
  const { entry } = found;
  const form: OfficeForm<AgreementValues> = useOfficeForm({
    initialValues: valuesOfEntry(entry),
    schema: directory.agree.body,
    save: (body, seen) => api(directory.agree, { params: { id }, body }, seen),
    stored: {
      call: directory.agree,
      object: entry,
      valuesOf: (object) => valuesOfEntry(object as DirectoryEntry),
      objectOf: (saved) => saved.entry,
    },
    fallback: t('directory.panel.saveFailed'),
    onSaved: ({ message }) => {
      toastDone(message, 3);
      onChanged();
    },
  });
  return (
    <FormDialog form={form} title={t('directory.panel.title')} onClose={onClose}>
      {(close) => (
        <Form form={form} saveLabel={t('directory.panel.save')} onCancel={close} withoutHint>
          <Text size="sm" c="dimmed">
            {t('directory.panel.ask')}
          </Text>
          <TextInput
            label={t('directory.panel.tradeName')}
            required
            autoComplete="off"
            data-autofocus
            {...form.field('trade_name')}
          />
          <Goods
            products={found.products}
            chosen={form.inner.values.product_ids}
            onChange={(ids) => form.inner.setFieldValue('product_ids', ids)}
          />
        </Form>
      )}
    </FormDialog>
  );
}

function valuesOfEntry({ trade_name, product_ids }: DirectoryEntry): AgreementValues {
  return { trade_name, product_ids };
}

interface GoodsProps {
  products: readonly Product[];
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

function Goods({ products: all, chosen, onChange }: GoodsProps) {
  const named = all.map((product) => ({ id: product.id, name: localName(product) }));
  const choices = named
    .filter(({ id }) => !chosen.includes(id))
    .map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Stack gap="xs">
      <SearchedChoice
        label={t('directory.panel.goods')}
        placeholder={t('directory.panel.addGoods')}
        data={choices}
        value=""
        onChange={(value) => {
          if (value !== '') onChange([...chosen, Number(value)]);
        }}
      />
      {chosen.length > 0 && (
        <ul className={classes.goods}>
          {chosen.map((id) => {
            const name = named.find((one) => one.id === id)?.name ?? String(id);
            return (
              <li key={id}>
                {name}
                <CloseButton
                  size="sm"
                  aria-label={t('directory.panel.removeGoods', { name })}
                  onClick={() => onChange(chosen.filter((one) => one !== id))}
                />
              </li>
            );
          })}
        </ul>
      )}
    </Stack>
  );
}
