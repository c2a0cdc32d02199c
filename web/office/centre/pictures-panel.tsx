import { FileInput, Group, Loader } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type CentreHome, centre } from '#contract/centre.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { imageFault, Picture } from '#web/ui/form/image-field.tsx';
import { type EntryLists, ListFields } from '#web/ui/form/list-fields.tsx';
import { TextFields } from '#web/ui/form/text-fields.tsx';
import type { OfficeForm } from '#web/ui/form/use-office-form.ts';
import { api } from '../api.ts';

const MOST_PICTURES = 8;
/** 10 MB in base64. */
const MOST_BYTES = 7 * 1024 * 1024;
const TYPES = 'image/jpeg,image/png,image/webp,image/avif';

interface PicturesPanelProps<Values extends Pick<CentreHome, 'slides' | 'marketSlides'> & Record<string, unknown>> {
  form: OfficeForm<Values>;
  path: 'slides' | 'marketSlides';
  empty: string;
}

/** A chosen picture is sent at once, and is public when the form is saved. */
export function PicturesPanel<Values extends Pick<CentreHome, 'slides' | 'marketSlides'> & Record<string, unknown>>({
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
      onAdded((await api(centre.addPicture, { body: { picture: await toBase64(file) } })).image);
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

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
