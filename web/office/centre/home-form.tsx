import IconPhotoPlus from 'virtual:icons/photo-plus';
import { Fieldset, FileInput, Group, Loader, Stack } from '@mantine/core';
import { useState } from 'react';
import { type CentreHome, centre, marketFigures } from '#contract/centre.ts';
import { serviceIcons } from '#contract/services.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { ChoiceField } from '#web/ui/choice/choice-field.tsx';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { fileToBase64 } from '#web/ui/file/file-to-base64.ts';
import { Form } from '#web/ui/form/form.tsx';
import { imageFault, Picture } from '#web/ui/form/image-field.tsx';
import { type EntryLists, ListFields } from '#web/ui/form/list-fields.tsx';
import { EditableFor, TextFields } from '#web/ui/form/text-fields.tsx';
import { type OfficeForm, useOfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';
import { useMay } from '../session/use-may.ts';

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
    <EditableFor isWriter={isWriter} hasTexts>
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

const MOST_PICTURES = 8;
/** The maximum size of a picture: 7 MB, which is about 10 MB in base64. */
const MOST_BYTES = 7 * 1024 * 1024;
const TYPES = 'image/jpeg,image/png,image/webp,image/avif';

interface PicturesPanelProps<Values extends Pick<CentreHome, 'slides' | 'marketSlides'> & Record<string, unknown>> {
  form: OfficeForm<Values>;
  path: 'slides' | 'marketSlides';
  empty: string;
}

/** A chosen picture is uploaded immediately, and becomes public when the form is saved. */
function PicturesPanel<Values extends Pick<CentreHome, 'slides' | 'marketSlides'> & Record<string, unknown>>({
  form,
  path,
  empty,
}: PicturesPanelProps<Values>) {
  const add = (image: string) =>
    (form.inner as unknown as EntryLists).insertListItem(path, { image, alt: { en: '', si: '', ta: '' } });
  const pictures = form.inner.getValues()[path];
  return (
    <ListFields
      form={form}
      path={path}
      nameOf={(number) => t('centre.picture.name', { number })}
      addLabel={t('centre.picture.add')}
      newEntry={() => undefined}
      most={MOST_PICTURES}
      empty={empty}
      adding={<PictureInput onAdded={add} />}
    >
      {(entry) => (
        <Group align="flex-start" gap="md" wrap="nowrap">
          <Picture source={`/images/${pictures[Number(entry.split('.')[1])]?.image}.webp`} />
          <div style={{ flex: 1, minWidth: 0 }}>
            <TextFields form={form} path={`${entry}.alt`} label={t('centre.picture.alt')} required />
          </div>
        </Group>
      )}
    </ListFields>
  );
}

function PictureInput({ onAdded }: { onAdded: (image: string) => void }) {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async (file: File | null) => {
    const fault = imageFault(file) ?? (file && file.size > MOST_BYTES ? t('centre.picture.size') : undefined);
    setFailure(fault);
    if (!file || fault !== undefined) return;
    setIsSending(true);
    try {
      onAdded((await api(centre.addPicture, { body: { picture: await fileToBase64(file) } })).image);
    } catch (error) {
      setFailure(sentenceOf(error, t('centre.picture.failed')));
    }
    setIsSending(false);
  };
  return (
    <FileInput
      label={t('centre.picture.add')}
      description={t('centre.picture.hint')}
      placeholder={t('ui.image.choose')}
      accept={TYPES}
      value={null}
      onChange={(file) => void send(file)}
      leftSection={isSending ? <Loader size={16} /> : <IconPhotoPlus size={16} aria-hidden />}
      aria-busy={isSending}
      disabled={isSending}
      error={failure}
      maw={420}
    />
  );
}
