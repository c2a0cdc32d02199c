import IconPhotoPlus from 'virtual:icons/photo-plus';
import IconTrash from 'virtual:icons/trash';
import { Button, FileInput, Loader, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { plan } from '#contract/plan.ts';
import { pictureTypes } from '#contract/words.ts';
import { sentenceOf } from '#web/client.ts';
import { t } from '#web/i18n/t.ts';
import { toastDone } from '#web/ui/dialog/toast.ts';
import { fileToBase64 } from '#web/ui/file/file-to-base64.ts';
import { imageFault } from '#web/ui/form/image-field.tsx';
import { api } from '../api.ts';
import { confirmAndCall } from '../confirm-and-call.ts';

/** The size of a file whose base64 fits into a request. */
const MOST_BYTES = 7 * 1024 * 1024;

interface PicturePanelProps {
  hasPicture: boolean;
  onChanged: () => void;
}

/** A drawing or photograph of the market, on which the stalls are then placed. Visitors never see it. */
export function PicturePanel({ hasPicture, onChanged }: PicturePanelProps) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async (file: File | null) => {
    if (!file) return;
    const fault = imageFault(file) ?? (file.size > MOST_BYTES ? t('plan.picture.size') : undefined);
    setFailure(fault);
    if (fault !== undefined) return;
    setSending(true);
    try {
      const { message } = await api(plan.setPicture, { body: { picture: await fileToBase64(file) } });
      toastDone(message, 3);
      onChanged();
    } catch (error) {
      setFailure(sentenceOf(error, t('plan.picture.failed')));
    } finally {
      setSending(false);
    }
  };
  const remove = async () => {
    const action = t('plan.picture.remove');
    const question = { title: action, body: t('plan.picture.removeText'), action, isDangerous: true };
    const call = { call: () => api(plan.removePicture, {}), doneSeconds: 3 as const, failed: t('plan.picture.failed') };
    if (await confirmAndCall(question, call)) onChanged();
  };
  return (
    <Stack gap="sm" component="section" maw={480}>
      <Title order={2} size="h4">
        {t('plan.picture.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('plan.picture.about')}
      </Text>
      <FileInput
        label={t('plan.picture.add')}
        placeholder={t('ui.image.choose')}
        accept={pictureTypes.join(',')}
        value={null}
        onChange={(file) => void send(file)}
        leftSection={isSending ? <Loader size={16} /> : <IconPhotoPlus size={16} aria-hidden />}
        aria-busy={isSending}
        disabled={isSending}
        error={failure}
      />
      {hasPicture && (
        <Button variant="default" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => void remove()}>
          {t('plan.picture.remove')}
        </Button>
      )}
    </Stack>
  );
}
