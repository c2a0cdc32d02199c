import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readWorkbook, type WorkbookSheet } from '#server/testing/workbook.ts';

interface SavedWorkbook {
  name: string;
  sheets: WorkbookSheet[];
}

export async function saveFile(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await saving;
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

export async function saveWorkbook(page: Page, button: string): Promise<SavedWorkbook> {
  const { name, content } = await saveFile(page, button);
  return { name, sheets: readWorkbook(content) };
}

export function cellValuesOf({ sheets }: SavedWorkbook, name: string): (string | number)[][] {
  const { rows = [] } = sheets.find((sheet) => sheet.name === name) ?? {};
  return rows.map((row) => row.flatMap((cell) => (cell ? [cell.value] : [])));
}
