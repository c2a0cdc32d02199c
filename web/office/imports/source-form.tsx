import { Button, FileButton, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { type FindSheets, readSource, sourceOf, type TableSource } from './read-source.ts';

const ACCEPTED =
  '.csv,.txt,.tsv,.xlsx,.xls,.ods,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface ImportedSubject {
  /** The accessible name of the file field. */
  file: string;
  hint: string;
  example: string;
  whichSheet: string;
  findSheets: FindSheets;
}

interface ChooseSourceProps {
  subject: ImportedSubject;
  choose: (reading: Promise<TableSource[]>) => void;
  pasted: string;
  setPasted: (text: string) => void;
  isBusy: boolean;
}

export function SourceForm(props: ChooseSourceProps) {
  const { subject, choose, isBusy } = props;
  const [isOver, setIsOver] = useState(false);
  const resetRef = useRef<() => void>(null);
  const take = (file: File | null | undefined) => {
    if (file) choose(readSource(file, subject.findSheets));
    resetRef.current?.();
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <Stack gap="md">
      <Paper
        withBorder
        p="lg"
        style={{ borderStyle: 'dashed', ...(isOver && { background: 'var(--mantine-color-default-hover)' }) }}
        onDragOver={onDragOver}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <Stack gap="xs" align="center">
          <FileButton resetRef={resetRef} onChange={take} accept={ACCEPTED} inputProps={{ 'aria-label': subject.file }}>
            {(button) => (
              <Button {...button} loading={isBusy} leftSection={<IconFileTypeCsv size={18} aria-hidden />}>
                {t('imports.choose')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" ta="center">
            {subject.hint}
          </Text>
        </Stack>
      </Paper>
      <PasteTable {...props} />
    </Stack>
  );
}

function PasteTable({ subject, choose, pasted: text, setPasted: setText, isBusy }: ChooseSourceProps) {
  const read = async () => [sourceOf(t('imports.pasted'), text)];
  return (
    <Stack gap="xs">
      <Textarea
        label={t('imports.paste')}
        placeholder={subject.example}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={5}
        resize="vertical"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group>
        <Button variant="default" disabled={text.trim() === ''} loading={isBusy} onClick={() => choose(read())}>
          {t('imports.checkPasted')}
        </Button>
      </Group>
    </Stack>
  );
}
