import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Fieldset,
  FileButton,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import type { QrMerchant } from '#billing/tax/lanka-qr.ts';
import { readMerchantQr } from '#billing/tax/read-lanka-qr.ts';
import type { Sending } from '#contract/call.ts';
import { type TaxSetupAnswer, tax } from '#contract/tax.ts';
import { type MessageKey, t } from '#web/i18n/t.ts';
import { loadPart } from '#web/load-part.ts';
import { AsyncState } from '#web/ui/async-state.tsx';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone, toastFailed } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { formatOfficeDay } from '#web/ui/format/dates.ts';
import { useLoad } from '#web/ui/use-load.ts';
import { api } from '../api.ts';
import { placeOf } from '../place-of.ts';
import { Screen } from '../screen.tsx';

export function TaxSettingsPage() {
  const load = useLoad('tax settings', (signal) => api(tax.getSetup, {}, { signal }));
  return (
    <Screen path="/settings/tax" subtitle={t('tax.settings.subtitle')}>
      <AsyncState load={load} failure={t('tax.settings.failed')}>
        {(setup) => (
          <Stack gap="lg" maw={900}>
            <Alert>{describeStart(setup)}</Alert>
            <TaxSettingsForm stored={setup} onSaved={load.reload} />
          </Stack>
        )}
      </AsyncState>
    </Screen>
  );
}

function describeStart({ registered_from, form_from }: TaxSetupAnswer): string {
  if (registered_from === null) return t('tax.settings.off');
  return t('tax.settings.on', { day: formatOfficeDay(registered_from > form_from ? registered_from : form_from) });
}

type Values = Omit<TaxSetupAnswer, 'pad' | 'first_number' | 'qr_limit'> & {
  pad: number | string;
  first_number: number | string;
  qr_limit: number | string;
};
type FieldsProps = { form: OfficeForm<Values> };

function TaxSettingsForm({ stored, onSaved }: { stored: TaxSetupAnswer; onSaved: () => void }) {
  const form: OfficeForm<Values> = useOfficeForm({
    initialValues: valuesOf(stored),
    schema: tax.setSetup.body,
    save: (values, seen) => api(tax.setSetup, { body: values as Sending<typeof tax.setSetup>['body'] }, seen),
    stored: { call: tax.setSetup, object: stored, valuesOf, objectOf: ({ settings }) => settings },
    fallback: t('tax.form.notSaved'),
    fieldOfRefusal: { tax_unit_used: 'unit' },
    onSaved: ({ message }) => {
      toastDone(message, 3);
      onSaved();
    },
  });
  return (
    <Form form={form} saveLabel={t('tax.form.save')}>
      <Registration form={form} />
      <Documents form={form} />
      <Serials form={form} />
      <Schedules form={form} />
      <Code form={form} stored={stored} />
    </Form>
  );
}

function valuesOf(setup: TaxSetupAnswer): Values {
  return { ...setup, qr_limit: setup.qr_limit ?? '' };
}

function Fields({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <Fieldset legend={legend}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {children}
      </SimpleGrid>
    </Fieldset>
  );
}

function Choice({ form, name, label }: FieldsProps & { name: TaxChoice; label: MessageKey }) {
  return <ChoiceField label={t(label)} data={choicesOf(name)} {...form.field(name)} />;
}

function Registration({ form }: FieldsProps) {
  return (
    <Fields legend={t('tax.form.registration')}>
      <DayField
        label={t('tax.form.registeredFrom')}
        description={t('tax.form.registeredFromHint')}
        clearable
        {...form.field('registered_from')}
        value={form.inner.values.registered_from}
      />
      <TextInput
        label={t('tax.form.tin')}
        description={t('tax.form.tinHint')}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('tin')}
      />
      <TextInput label={t('tax.form.name')} autoComplete="off" {...form.field('tax_name')} />
      <TextInput label={t('tax.form.address')} autoComplete="off" {...form.field('tax_address')} />
      <Choice form={form} name="vat_period" label="tax.form.vatPeriod" />
    </Fields>
  );
}

function Documents({ form }: FieldsProps) {
  return (
    <Fields legend={t('tax.form.documents')}>
      <DayField
        label={t('tax.form.formFrom')}
        description={t('tax.form.formFromHint')}
        required
        {...form.field('form_from')}
        value={form.inner.values.form_from}
      />
      <TextInput
        label={t('tax.form.placeOfSupply')}
        description={t('tax.form.placeOfSupplyHint')}
        autoComplete="off"
        {...form.field('place_of_supply')}
      />
      <Choice form={form} name="amounts" label="tax.form.amounts" />
      <Choice form={form} name="date_of_supply" label="tax.form.dateOfSupply" />
      <Checkbox label={t('tax.form.words')} {...form.field('words', { type: 'checkbox' })} />
    </Fields>
  );
}

function Serials({ form }: FieldsProps) {
  return (
    <Fields legend={t('tax.form.serials')}>
      <TextInput
        label={t('tax.form.unit')}
        description={t('tax.form.unitHint')}
        autoComplete="off"
        {...form.field('unit')}
      />
      <AmountField
        label={t('tax.form.firstNumber')}
        description={t('tax.form.firstNumberHint')}
        decimals={0}
        {...form.field('first_number')}
      />
      <Choice form={form} name="plain_numbers" label="tax.form.plainNumbers" />
      <TextInput label={t('tax.form.creditUnit')} autoComplete="off" {...form.field('credit_unit')} />
      <TextInput label={t('tax.form.debitUnit')} autoComplete="off" {...form.field('debit_unit')} />
      <ChoiceField label={t('tax.form.separator')} data={['_', '-']} {...form.field('separator')} />
      <AmountField label={t('tax.form.pad')} decimals={0} {...form.field('pad')} />
      <Choice form={form} name="reset" label="tax.form.reset" />
    </Fields>
  );
}

function Schedules({ form }: FieldsProps) {
  return (
    <Fields legend={t('tax.form.schedules')}>
      <Choice form={form} name="period_by" label="tax.form.periodBy" />
      <Choice form={form} name="unregistered" label="tax.form.unregistered" />
      <ChoiceField
        label={t('tax.form.issuedByMe')}
        data={tax.setSetup.body.shape.issued_by_me.options}
        {...form.field('issued_by_me')}
      />
    </Fields>
  );
}

function Code({ form, stored }: FieldsProps & { stored: TaxSetupAnswer }) {
  const code = form.field('qr_code');
  const typed = form.inner.values.qr_code.trim();
  const read = typed === '' ? undefined : readMerchantQr(typed);
  const isStored = typed !== '' && typed === stored.qr_code;
  const readPicture = async (file: File | null) => {
    const text = file && (await readQrPicture(file));
    if (text) code.onChange(text);
    else if (file) toastFailed(t('tax.form.qrNotFound'));
  };
  return (
    <Fieldset legend={t('tax.form.code')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('tax.form.codeHint')}
        </Text>
        <LongTextField
          label={t('tax.form.qrCode')}
          autoComplete="off"
          spellCheck={false}
          rows={2}
          {...code}
          error={code.error ?? (read?.isRead === false && t(`tax.qr.${read.fault}`))}
        />
        <FileButton accept="image/*" onChange={(file) => void readPicture(file)}>
          {(props) => (
            <Button {...props} variant="default" style={{ alignSelf: 'flex-start' }}>
              {t('tax.form.qrPicture')}
            </Button>
          )}
        </FileButton>
        {read?.isRead && <Text fw={700}>{t('tax.form.qrShown', factsOf(read.merchant))}</Text>}
        {isStored && (
          <Anchor href={placeOf('/print/payment-code')} target="_blank">
            {t('tax.form.qrPrint')}
          </Anchor>
        )}
        <Checkbox
          label={t('tax.form.qrIsRead')}
          description={t('tax.form.qrIsReadHint')}
          {...form.field('qr_is_read', { type: 'checkbox' })}
          disabled={!isStored}
        />
        <AmountField label={t('tax.form.qrLimit')} maw={300} {...form.field('qr_limit')} />
      </Stack>
    </Fieldset>
  );
}

function factsOf({ name, city, category, tag }: QrMerchant): Record<'name' | 'city' | 'category' | 'tag', string> {
  return { name, city, category, tag };
}

/**
 * The longest side of a picture, in pixels. A larger picture is made smaller first, because a phone's photo has ten
 * times the pixels that a QR code needs.
 */
const LONGEST_SIDE = 1600;

/** Returns the text of the QR code in a picture; undefined when there is none, or the file is not a picture. */
async function readQrPicture(file: File): Promise<string | undefined> {
  const [picture, { default: readQr }] = await Promise.all([
    createImageBitmap(file).catch(() => undefined),
    loadPart(() => import('jsqr')),
  ]);
  if (!picture) return undefined;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  canvas?.drawImage(picture, 0, 0, width, height);
  const pixels = canvas?.getImageData(0, 0, width, height);
  return pixels && readQr(pixels.data, width, height)?.data;
}

const CHOICES = {
  vat_period: { month: 'tax.choice.month', quarter: 'tax.choice.quarter' },
  amounts: { cents: 'tax.choice.cents', rupees: 'tax.choice.rupees' },
  date_of_supply: {
    'month-start': 'tax.choice.monthStart',
    'due-day': 'tax.choice.dueDay',
    'invoice-date': 'tax.choice.invoiceDate',
  },
  reset: { never: 'tax.choice.never', year: 'tax.choice.eachYear', month: 'tax.choice.eachMonth' },
  plain_numbers: { own: 'tax.choice.own', serial: 'tax.choice.serial' },
  period_by: { supply: 'tax.choice.supplyDate', invoice: 'tax.choice.invoiceDate' },
  unregistered: { rows: 'tax.choice.rows', bulk: 'tax.choice.bulk' },
} as const satisfies Record<string, Record<string, MessageKey>>;

type TaxChoice = keyof typeof CHOICES;

function choicesOf(name: TaxChoice): { value: string; label: string }[] {
  return Object.entries<MessageKey>(CHOICES[name]).map(([value, label]) => ({ value, label: t(label) }));
}
