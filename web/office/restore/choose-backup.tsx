import { Alert, Stack, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { writeNumber } from '#contract/figures.ts';
import { t } from '#web/i18n/t.ts';
import { ChooseFile } from '../imports/sent-file-panels.tsx';

/** The begin of a file that age encrypted. */
const ENCRYPTED = 'age-encryption.org/';

interface ChooseBackupProps {
  most: number;
  isSending: boolean;
  send: (file: File, identity: string) => void;
}

/** A file on this computer. The identity of an encrypted one is asked before it is sent, which may take long. */
export function ChooseBackup({ most, isSending, send }: ChooseBackupProps) {
  const [identity, setIdentity] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const choose = async (file: File) => {
    const begin = await file.slice(0, ENCRYPTED.length).text();
    const isClosed = begin === ENCRYPTED && identity.trim() === '';
    setIsMissing(isClosed);
    if (!isClosed) send(file, identity);
  };
  return (
    <Stack gap="sm" component="section" aria-labelledby="restore-file">
      <Title order={2} size="h4" id="restore-file">
        {t('restore.file.title')}
      </Title>
      <IdentityField value={identity} change={setIdentity} />
      {isMissing && <Alert color="red" role="alert" title={t('restore.identity.missing')} />}
      <ChooseFile
        label={t('restore.file.label')}
        accept=".sql,.gz,.age"
        hint={t('restore.file.hint', { most: writeNumber(most) })}
        isSending={isSending}
        choose={(file) => void choose(file)}
      />
    </Stack>
  );
}

function IdentityField({ value, change }: { value: string; change: (text: string) => void }) {
  return (
    <Textarea
      label={t('restore.identity')}
      description={t('restore.identity.hint')}
      rows={2}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
