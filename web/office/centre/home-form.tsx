import { Fieldset, Stack } from '@mantine/core';
import { type CentreHome, centre, marketFigures } from '#contract/centre.ts';
import { serviceIcons } from '#contract/services.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { Form } from '#web/ui/form/form.tsx';
import { ListFields } from '#web/ui/form/list-fields.tsx';
import { EditableFor, TextFields } from '#web/ui/form/text-fields.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';
import { PicturesPanel } from './pictures-panel.tsx';

type HomeValues = { [Name in keyof CentreHome]: CentreHome[Name] };
type FieldsProps = { form: OfficeForm<HomeValues> };

const MOST_STATEMENTS = 10;
const MOST_SERVICES = 20;
const noTexts = () => ({ en: '', si: '', ta: '' });

export function HomeForm({ stored }: { stored: CentreHome }) {
  const isWriter = useMay('settings.write');
  const form: OfficeForm<HomeValues> = useOfficeForm({
    initialValues: stored,
    schema: centre.setHome.body,
    save: (body, seen) => api(centre.setHome, { body }, seen),
    stored: {
      call: centre.setHome,
      object: stored,
      valuesOf: (home) => home as CentreHome,
      objectOf: ({ settings }) => settings,
    },
    fallback: t('centre.form.notSaved'),
    onSaved: ({ message }) => toastDone(message, 5),
    restoreKey: 'centre home',
  });
  return (
    <EditableFor isWriter={isWriter}>
      <Form form={form} saveLabel={t('centre.form.save')} withoutHint={!isWriter}>
        <Fieldset legend={t('centre.home.slides')}>
          <PicturesPanel form={form} path="slides" empty={t('centre.home.noSlides')} />
        </Fieldset>
        <Texts form={form} />
        <Fieldset legend={t('centre.home.marketSlides')}>
          <PicturesPanel form={form} path="marketSlides" empty={t('centre.home.noSlides')} />
        </Fieldset>
        <Mission form={form} />
        <Services form={form} />
      </Form>
    </EditableFor>
  );
}

function Texts({ form }: FieldsProps) {
  return (
    <Fieldset legend={t('centre.home.texts')}>
      <Stack gap="md">
        <TextFields
          form={form}
          path="homeText"
          label={t('centre.home.homeText')}
          hint={t('centre.home.textHint')}
          rows={3}
        />
        {marketFigures.map((figure) => (
          <TextFields key={figure} form={form} path={`figures.${figure}`} label={t(`centre.figure.${figure}`)} />
        ))}
        <TextFields form={form} path="marketText" label={t('centre.home.marketText')} rows={4} />
        <TextFields form={form} path="vision" label={t('centre.home.vision')} rows={2} />
      </Stack>
    </Fieldset>
  );
}

function Mission({ form }: FieldsProps) {
  return (
    <Fieldset legend={t('centre.home.mission')}>
      <ListFields
        form={form}
        path="mission"
        nameOf={(number) => t('centre.home.statement', { number })}
        addLabel={t('centre.home.addStatement')}
        newEntry={noTexts}
        most={MOST_STATEMENTS}
        empty={t('centre.home.noMission')}
      >
        {(path) => <TextFields form={form} path={path} label={t('centre.home.statementText')} required rows={2} />}
      </ListFields>
    </Fieldset>
  );
}

function Services({ form }: FieldsProps) {
  return (
    <Fieldset legend={t('centre.home.services')}>
      <Stack gap="md">
        <TextFields form={form} path="servicesText" label={t('centre.home.servicesText')} rows={2} />
        <ListFields
          form={form}
          path="services"
          nameOf={(number) => t('centre.home.service', { number })}
          addLabel={t('centre.home.addService')}
          newEntry={() => ({ icon: 'stall', title: noTexts(), description: noTexts() })}
          most={MOST_SERVICES}
          empty={t('centre.home.noServices')}
        >
          {(path) => (
            <Stack gap="sm">
              <ChoiceField
                label={t('centre.home.icon')}
                data={serviceIcons.map((value) => ({ value, label: t(`centre.icon.${value}`) }))}
                maw={240}
                {...form.field(`${path}.icon`)}
              />
              <TextFields form={form} path={`${path}.title`} label={t('centre.home.serviceTitle')} required />
              <TextFields
                form={form}
                path={`${path}.description`}
                label={t('centre.home.serviceText')}
                required
                rows={2}
              />
            </Stack>
          )}
        </ListFields>
      </Stack>
    </Fieldset>
  );
}
