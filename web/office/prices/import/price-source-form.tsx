import { Button, FileButton, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { type PriceSource, readSource, sourceOf } from './read-source.ts';

interface ChooseSourceProps {
  choose: (reading: Promise<PriceSource>) => void;
  isBusy: boolean;
}

/** Where the prices come from: a file that is chosen or dropped, or a table that is pasted. */
export function ChooseSource({ choose, isBusy }: ChooseSourceProps) {
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
          <FileButton onChange={take} accept=".csv,text/csv" inputProps={{ 'aria-label': 'CSV file' }}>
            {(props) => (
              <Button {...props} loading={isBusy} leftSection={<IconFileTypeCsv size={18} aria-hidden />}>
                Choose a CSV file
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" ta="center">
            or drop it here. Up to 10 MB, with the columns date, item, min_price and max_price in its first line.
            Nothing is written before you say so.
          </Text>
        </Stack>
      </Paper>
      <PasteTable choose={choose} isBusy={isBusy} />
    </Stack>
  );
}

function PasteTable({ choose, isBusy }: ChooseSourceProps) {
  const [text, setText] = useState('');
  const read = async () => sourceOf('Pasted table', text);
  return (
    <Stack gap="xs">
      <Textarea
        label="Or paste the table"
        placeholder={'date,item,min_price,max_price\n2026-11-20,Beans,380,400'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={5}
        resize="vertical"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group>
        <Button variant="default" disabled={text.trim() === ''} loading={isBusy} onClick={() => choose(read())}>
          Check the pasted table
        </Button>
      </Group>
    </Stack>
  );
}
