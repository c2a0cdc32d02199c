import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { showProgress } from './progress.ts';

interface CollectOptions extends SpawnOptionsWithoutStdio {
  isVerbose?: boolean;
}

export function collectOutput(
  command: string,
  parameters: readonly string[],
  { isVerbose = false, ...options }: CollectOptions = {},
): Promise<{ output: string; failure: string | undefined }> {
  const child = spawn(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      printed.push(bytes);
      if (isVerbose) process.stdout.write(bytes);
    });
  }
  return new Promise((resolve) => {
    const end = (failure?: string) => resolve({ output: Buffer.concat(printed).toString(), failure });
    child.once('error', (error) => end(error.message));
    child.once('close', (code) => end(code === 0 ? undefined : `${command} ended with ${code}`));
  });
}

interface QuietRun extends CollectOptions {
  command: string;
  parameters: readonly string[];
}

/** Runs a command without showing its output. When it fails, throws an error with all of the output. */
export async function runQuietly(
  what: string,
  { command, parameters, ...options }: QuietRun,
  progress: ReturnType<typeof showProgress> = showProgress(what),
): Promise<void> {
  const { output, failure } = await collectOutput(command, parameters, options);
  if (failure === undefined) return progress.done();
  throw new Error(`${what} failed: ${failure}\n${options.isVerbose ? '' : output}`);
}
