import {
  Alert,
  Button,
  Group,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#contract/call.ts';
import { writeNumber } from '#contract/figures.ts';
import { type RestoreState, restore } from '#contract/restore.ts';
import { CallError } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { FormFrame } from '#web/ui/form/form-frame.tsx';
import { type PlainForm, usePlainForm } from '#web/ui/form/use-plain-form.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useBusy } from '#web/ui/use-busy.ts';
import { api } from '../api.ts';
import { callAndTell } from '../confirm-and-call.ts';

type Copy = Answer<typeof restore.listBucket>['copies'][number];

const MEGABYTE = 1024 * 1024;
const EMPTY = { endpoint: '', address: '', region: '', access_key: '', secret_key: '', identity: '' };
type BucketValues = typeof EMPTY;

/** Lists the backups of a bucket and has the server fetch one. The names of the fields are those of the calls. */
export function BucketForm({ onFetching }: { onFetching: (state: RestoreState) => void }) {
  const [copies, setCopies] = useState<readonly Copy[]>();
  const form = usePlainForm<BucketValues, readonly Copy[]>({
    initialValues: EMPTY,
    save: async ({ identity: _, ...body }) => {
      const { copies: listed, fault } = await api(restore.listBucket, { body });
      if (fault !== null) throw new CallError(400, { code: 'invalid_input', message: fault });
      return listed;
    },
    onSaved: setCopies,
    fallback: t('restore.bucket.notListed'),
  });
  return (
    <Stack gap="sm" component="section" aria-labelledby="restore-bucket">
      <Title order={2} size="h4" id="restore-bucket">
        {t('restore.bucket.title')}
      </Title>
      <Text size="sm">{t('restore.bucket.about')}</Text>
      <FormFrame form={form} saveLabel={t('restore.bucket.list')}>
        <BucketFields form={form} />
      </FormFrame>
      {copies?.length === 0 && <Alert color="turmeric" role="status" title={t('restore.bucket.none')} />}
      {copies !== undefined && copies.length > 0 && (
        <ChooseCopy key={copies[0]?.name} copies={copies} values={form.inner.getValues()} onFetching={onFetching} />
      )}
    </Stack>
  );
}

function BucketFields({ form }: { form: PlainForm<BucketValues> }) {
  const secret = { autoComplete: 'off', visibilityToggleButtonProps: { 'aria-label': t('restore.bucket.show') } };
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label={t('restore.bucket.endpoint')}
          placeholder="https://s3.example.com"
          autoComplete="off"
          {...form.field('endpoint')}
        />
        <TextInput
          label={t('restore.bucket.address')}
          placeholder="s3://BUCKET/FOLDER"
          autoComplete="off"
          {...form.field('address')}
        />
        <TextInput label={t('restore.bucket.region')} autoComplete="off" {...form.field('region')} />
        <TextInput label={t('restore.bucket.accessKey')} autoComplete="off" {...form.field('access_key')} />
        <PasswordInput label={t('restore.bucket.secretKey')} {...secret} {...form.field('secret_key')} />
      </SimpleGrid>
      <Textarea
        label={t('restore.identity')}
        description={t('restore.identity.hint')}
        rows={2}
        autoComplete="off"
        spellCheck={false}
        {...form.field('identity')}
      />
    </Stack>
  );
}

interface ChooseCopyProps {
  copies: readonly Copy[];
  values: BucketValues;
  onFetching: (state: RestoreState) => void;
}

function ChooseCopy({ copies, values, onFetching }: ChooseCopyProps) {
  const [chosen, setChosen] = useState(copies[0]?.name ?? '');
  const { isBusy, run } = useBusy(async () => {
    await callAndTell({
      call: () => api(restore.fetch, { body: { ...values, name: chosen } }),
      done: onFetching,
      failed: t('restore.bucket.notFetched'),
    });
  });
  const wordOf = ({ name, day, bytes }: Copy) =>
    t('restore.bucket.copyOf', {
      name,
      day: formatOfficeDay(day),
      size: writeNumber(Math.ceil(bytes / MEGABYTE)),
    });
  return (
    <Group align="flex-end" gap="sm">
      <ChoiceField
        label={t('restore.bucket.copy')}
        data={copies.map((copy) => ({ value: copy.name, label: wordOf(copy) }))}
        value={chosen}
        onChange={setChosen}
      />
      <Button loading={isBusy} onClick={run}>
        {t('restore.bucket.fetch')}
      </Button>
    </Group>
  );
}
