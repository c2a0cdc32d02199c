import path from 'node:path';
import { readConfig } from '#server/config.ts';
import { runQuietly } from './run-quietly.ts';

export async function buildWeb(): Promise<void> {
  try {
    await runQuietly('Building the web', {
      command: 'npm',
      parameters: ['run', '--silent', 'build'],
      cwd: path.resolve(import.meta.dirname, '..'),
      isVerbose: process.argv.includes('--verbose'),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

export async function serve(): Promise<string> {
  await import('#server/main.ts');
  const { publicUrl, host, port } = readConfig();
  return publicUrl ?? `http://${host}:${port}`;
}
