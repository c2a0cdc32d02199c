import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const DEMO_FOLDER_VARIABLE = 'POLA_TEST_DEMO';

/** Fills a demo database for all tests. If POLA_TEST_DEMO names a folder, that folder is used unchanged. */
export async function fillOnce(): Promise<() => void> {
  if (process.env[DEMO_FOLDER_VARIABLE]) return () => {};
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-demo-'));
  process.env[DEMO_FOLDER_VARIABLE] = folder;
  process.env.DATA_DIR = folder;
  const { fillDemo } = await import('#scripts/demo/fill-demo.ts');
  // With 13 months the demo contains every date of the year, and today's date of the year before.
  await fillDemo({ years: 13 / 12 });
  return () => rmSync(folder, { recursive: true, force: true });
}
