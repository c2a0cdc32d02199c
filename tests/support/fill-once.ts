import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Names the folder with the filled demo that markets are copied from. */
export const DEMO_FOLDER_VARIABLE = 'POLA_TEST_DEMO';

/** Before the journeys: the demo is filled once. After them its folder goes. */
export async function fillOnce(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pola-demo-'));
  process.env[DEMO_FOLDER_VARIABLE] = folder;
  process.env.DATA_DIR = folder;
  const { fillDemo } = await import('#scripts/demo/fill-demo.ts');
  await fillDemo();
  return () => rmSync(folder, { recursive: true, force: true });
}
