import { Anchor, Stack, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { type CentreBank, centre } from '#contract/centre.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { EditableFor, LongTextField } from '#web/ui/form/text-fields.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { useMay } from '../session/use-may.ts';
import { CentrePage } from './centre-page.tsx';

type BankValues = { [Name in keyof CentreBank]: string };

export function BankSettingsPage() {
  const load = useLoad('centre bank', (signal) => api(centre.getBank, {}, { signal }));
  return (
    <CentrePage path="/settings/bank" subtitle="centre.bank.subtitle" load={load}>
      {(stored) => <BankForm stored={stored} />}
    </CentrePage>
  );
}

function BankForm({ stored }: { stored: CentreBank }) {
  const isWriter = useMay('settings.write');
  const form: OfficeForm<BankValues> = useOfficeForm({
    initialValues: stored,
    schema: centre.setBank.body,
    save: (body, seen) => api(centre.setBank, { body }, seen),
    stored: {
      call: centre.setBank,
      object: stored,
      valuesOf: (bank) => bank as CentreBank,
      objectOf: ({ settings }) => settings,
    },
    fallback: t('centre.form.notSaved'),
    onSaved: ({ message }) => toastDone(message, 5),
  });
  return (
    <EditableFor isWriter={isWriter}>
      <Form form={form} saveLabel={t('centre.bank.save')} withoutHint={!isWriter}>
        <Stack gap="md" maw={620}>
          <LongTextField
            label={t('centre.bank.text')}
            description={t('centre.bank.textHint')}
            rows={2}
            {...form.field('bankText')}
          />
          <TextInput
            label={t('centre.bank.vatRegistration')}
            description={t('centre.bank.vatHint')}
            autoComplete="off"
            {...form.field('vatRegistration')}
          />
          <Anchor component={Link} to={placeOf('/settings/tax')} size="sm">
            {t('centre.bank.tax')}
          </Anchor>
        </Stack>
      </Form>
    </EditableFor>
  );
}
