import { Button, FileButton, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { type PriceSource, readSource, sourceOf } from './read-source.ts';

const ACCEPTED = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface ChooseSourceProps {
  choose: (reading: Promise<PriceSource>) => void;
  isBusy: boolean;
}

export function PriceSourceForm({ choose, isBusy }: ChooseSourceProps) {
  const [isOver, setIsOver] = useState(false);
  const take = (file: File | null | undefined) => file && choose(readSource(file));
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
          <FileButton onChange={take} accept={ACCEPTED} inputProps={{ 'aria-label': t('prices.import.file') }}>
            {(props) => (
              <Button {...props} loading={isBusy} leftSection={<IconFileTypeCsv size={18} aria-hidden />}>
                {t('prices.import.choose')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" ta="center">
            {t('prices.import.hint')}
          </Text>
        </Stack>
      </Paper>
      <PasteTable choose={choose} isBusy={isBusy} />
    </Stack>
  );
}

function PasteTable({ choose, isBusy }: ChooseSourceProps) {
  const [text, setText] = useState('');
  const read = async () => sourceOf(t('prices.import.pasted'), text);
  return (
    <Stack gap="xs">
      <Textarea
        label={t('prices.import.paste')}
        placeholder={'date,item,min_price,max_price\n2026-11-20,Beans,380,400'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={5}
        resize="vertical"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group>
        <Button variant="default" disabled={text.trim() === ''} loading={isBusy} onClick={() => choose(read())}>
          {t('prices.import.checkPasted')}
        </Button>
      </Group>
    </Stack>
  );
}
