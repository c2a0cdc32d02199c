import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from '#server/config.ts';
import { runQuietly } from './run-quietly.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

export async function buildWeb(): Promise<void> {
  try {
    await runQuietly('Building the web', {
      command: 'npm',
      parameters: ['run', '--silent', 'build'],
      cwd: ROOT,
      isVerbose: process.argv.includes('--verbose'),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

export async function serve(): Promise<string> {
  await import(pathToFileURL(path.join(ROOT, 'build/program/main.js')).href);
  const { publicUrl, host, port } = readConfig();
  return publicUrl ?? `http://${host}:${port}`;
}
