import { Fieldset, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { Sending } from '#contract/call.ts';
import { type CentreContact, centre } from '#contract/centre.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { ListFields } from '#web/ui/form/list-fields.tsx';
import { EditableFor, Hint, LongTextField, TextFields } from '#web/ui/form/text-fields.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';

type FieldsProps = { form: OfficeForm<ContactValues> };

const MOST_BRANCHES = 12;
const MOST_LINKS = 8;
/** The number of decimals of a coordinate. The sixth is a tenth of a metre. */
const PLACES_OF_DEGREES = 6;

export function ContactForm({ stored }: { stored: CentreContact }) {
  const isWriter = useMay('settings.write');
  const form: OfficeForm<ContactValues> = useOfficeForm({
    initialValues: contactValuesOf(stored),
    schema: centre.setContact.body,
    toBody: contactBodyOf,
    save: (values, seen) => api(centre.setContact, { body: contactBodyOf(values) }, seen),
    stored: {
      call: centre.setContact,
      object: stored,
      valuesOf: (contact) => contactValuesOf(contact as CentreContact),
      objectOf: ({ settings }) => settings,
    },
    fallback: t('centre.form.notSaved'),
    onSaved: ({ message }) => toastDone(message, 5),
    restoreKey: 'centre contact',
  });
  return (
    <EditableFor isWriter={isWriter} hasTexts>
      <Form form={form} saveLabel={t('centre.form.save')} withoutHint={!isWriter}>
        <Names form={form} />
        <Phones form={form} />
        <Hours form={form} />
        <Place form={form} />
        <Links form={form} />
        <Licence form={form} />
      </Form>
    </EditableFor>
  );
}

function Names({ form }: FieldsProps) {
  return (
    <Fieldset legend={t('centre.contact.names')}>
      <Stack gap="md">
        <TextFields form={form} path="name" label={t('centre.contact.name')} required />
        <TextFields form={form} path="place" label={t('centre.contact.place')} required />
        <TextFields form={form} path="address" label={t('centre.contact.address')} />
        <TextInput
          label={t('centre.contact.email')}
          type="email"
          autoComplete="off"
          maw={420}
          {...form.field('email')}
        />
      </Stack>
    </Fieldset>
  );
}

function Phones({ form }: FieldsProps) {
  return (
    <Fieldset legend={t('centre.contact.phones')}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput
            label={t('centre.contact.hotline')}
            description={t('centre.contact.hotlineHint')}
            type="tel"
            autoComplete="off"
            {...form.field('hotline')}
          />
          <LongTextField
            label={t('centre.contact.officePhones')}
            description={t('centre.contact.phonesHint')}
            rows={2}
            {...form.field('officePhones')}
          />
        </SimpleGrid>
        <ListFields
          form={form}
          path="branchPhones"
          nameOf={(number) => t('centre.contact.branch', { number })}
          addLabel={t('centre.contact.addBranch')}
          newEntry={() => ({ branch: { en: '', si: '', ta: '' }, phones: '' })}
          most={MOST_BRANCHES}
          empty={t('centre.contact.noBranches')}
        >
          {(path) => (
            <Stack gap="sm">
              <TextFields form={form} path={`${path}.branch`} label={t('centre.contact.branchName')} required />
              <LongTextField
                label={t('centre.contact.branchPhones')}
                description={t('centre.contact.phonesHint')}
                rows={1}
                maw={420}
                {...form.field(`${path}.phones`)}
              />
            </Stack>
          )}
        </ListFields>
      </Stack>
    </Fieldset>
  );
}

function Hours({ form }: FieldsProps) {
  return (
    <Fieldset legend={t('centre.contact.hours')}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" maw={420}>
          <TextInput
            label={t('centre.contact.opens')}
            placeholder="05:00"
            autoComplete="off"
            {...form.field('openingHours.opens')}
          />
          <TextInput
            label={t('centre.contact.closes')}
            placeholder="23:59"
            autoComplete="off"
            {...form.field('openingHours.closes')}
          />
        </SimpleGrid>
        <TextFields
          form={form}
          path="openingHours.text"
          label={t('centre.contact.hoursText')}
          hint={t('centre.contact.hoursHint')}
          rows={2}
        />
      </Stack>
    </Fieldset>
  );
}

function Place({ form }: FieldsProps) {
  return (
    <Fieldset legend={t('centre.contact.map')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" maw={420}>
        <AmountField
          label={t('centre.contact.latitude')}
          decimals={PLACES_OF_DEGREES}
          required
          {...form.field('latitude')}
        />
        <AmountField
          label={t('centre.contact.longitude')}
          decimals={PLACES_OF_DEGREES}
          required
          {...form.field('longitude')}
        />
      </SimpleGrid>
      <Hint text={t('centre.contact.mapHint')} />
    </Fieldset>
  );
}

function Licence({ form }: FieldsProps) {
  return (
    <Fieldset legend={t('centre.contact.openData')}>
      <TextInput
        label={t('centre.contact.dataLicence')}
        description={t('centre.contact.dataLicenceHint')}
        placeholder="https://creativecommons.org/licenses/by/4.0/"
        autoComplete="off"
        {...form.field('dataLicence')}
      />
    </Fieldset>
  );
}

function Links({ form }: FieldsProps) {
  return (
    <Fieldset legend={t('centre.contact.links')}>
      <ListFields
        form={form}
        path="socialLinks"
        nameOf={(number) => t('centre.contact.link', { number })}
        addLabel={t('centre.contact.addLink')}
        newEntry={() => ({ name: '', url: '' })}
        most={MOST_LINKS}
        empty={t('centre.contact.noLinks')}
      >
        {(path) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextInput
              label={t('centre.contact.linkName')}
              required
              autoComplete="off"
              {...form.field(`${path}.name`)}
            />
            <TextInput
              label={t('centre.contact.linkAddress')}
              type="url"
              required
              autoComplete="off"
              {...form.field(`${path}.url`)}
            />
          </SimpleGrid>
        )}
      </ListFields>
    </Fieldset>
  );
}

/** Phone numbers are entered one per line, figures as text. */
type ContactValues = Omit<CentreContact, 'officePhones' | 'branchPhones' | 'latitude' | 'longitude'> & {
  officePhones: string;
  branchPhones: { branch: CentreContact['name']; phones: string }[];
  latitude: number | string;
  longitude: number | string;
};

function contactValuesOf(contact: CentreContact): ContactValues {
  return {
    ...contact,
    officePhones: contact.officePhones.join('\n'),
    branchPhones: contact.branchPhones.map(({ branch, phones }) => ({ branch, phones: phones.join('\n') })),
  };
}

function contactBodyOf(values: ContactValues): Sending<typeof centre.setContact>['body'] {
  return {
    ...values,
    officePhones: linesOf(values.officePhones),
    branchPhones: values.branchPhones.map(({ branch, phones }) => ({ branch, phones: linesOf(phones) })),
    latitude: values.latitude as number,
    longitude: values.longitude as number,
  };
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
