import IconFileTypeCsv from 'virtual:icons/file-type-csv';
import { Button, FileButton, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { t } from '#web/i18n/t.ts';
import { noteOtherSheets } from '#web/ui/file/note-other-sheets.ts';
import { namesIn, type SheetNote, type TableOfFile, UnreadableTable } from '#web/ui/file/unreadable-table.ts';

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

export interface TableSource {
  name: string;
  csv: string;
  /** What is hidden in the workbook, or was not read from it. */
  notes: readonly string[];
}

const MEGABYTE = 1024 * 1024;
const MAX_MEGABYTES = 10;
/** The number of bytes reserved for the other fields of the request. */
const ENVELOPE_BYTES = 64 * 1024;

export class BadSource extends Error {}

/** Returns the sheets of a workbook among which the user can choose. */
export type FindSheets = (tables: readonly TableOfFile[]) => Promise<readonly TableOfFile[]>;

/** Returns every sheet with more than one row, because a single row is only a title. */
export const filledSheets: FindSheets = async (tables) => {
  const filled = tables.filter(({ sheet, rows }) => sheet === undefined || rows.length > 1);
  return noteOtherSheets(tables, filled.length > 0 ? filled : tables.slice(0, 1));
};

export async function readSource(file: File, findSheets: FindSheets): Promise<TableSource[]> {
  if (file.size > MAX_MEGABYTES * MEGABYTE) throw new BadSource(t('imports.tooLarge', { max: MAX_MEGABYTES }));
  const { readTableFile } = await import('#web/ui/file/read-table-file.ts');
  const tables = await readTableFile(new Uint8Array(await file.arrayBuffer())).catch((error: unknown) => {
    throw error instanceof UnreadableTable ? new BadSource(t(FAULTS[error.fault], { max: MAX_MEGABYTES })) : error;
  });
  return (await findSheets(tables)).map(({ sheet, text, notes }) => ({
    ...sourceOf(sheet === undefined ? file.name : t('imports.sheetOf', { file: file.name, sheet }), text),
    notes: notes.map(describeNote),
  }));
}

function describeNote(note: SheetNote): string {
  return t(NOTES[note.kind], { names: namesIn(note) });
}

const NOTES = {
  'hidden-rows': 'imports.hiddenRows',
  'hidden-columns': 'imports.hiddenColumns',
  'hidden-sheets': 'imports.hiddenSheets',
  'other-sheets': 'imports.otherSheets',
  'far-cells': 'imports.farCells',
} as const;

const FAULTS = {
  'too-large': 'imports.tooLarge',
  'old-workbook': 'imports.oldWorkbook',
  'other-format': 'imports.otherFormat',
  protected: 'imports.protectedWorkbook',
  'broken-workbook': 'imports.brokenWorkbook',
  'no-text': 'imports.notText',
} as const;

export function sourceOf(name: string, csv: string): TableSource {
  if (csv.trim() === '') throw new BadSource(t('imports.emptyFile'));
  const bytes = new TextEncoder().encode(JSON.stringify(csv)).length;
  if (bytes > MAX_MEGABYTES * MEGABYTE - ENVELOPE_BYTES)
    throw new BadSource(t('imports.tooLarge', { max: MAX_MEGABYTES }));
  return { name, csv, notes: [] };
}
