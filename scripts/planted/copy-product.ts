import { cpSync, existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { collectOutput } from '../run-quietly.ts';

export async function copyProduct(folder: string): Promise<void> {
  const { output } = await collectOutput('git', ['ls-files', '-z']);
  for (const file of output.split('\0').filter((name) => name !== '' && existsSync(name)))
    cpSync(file, path.join(folder, file));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
}
