import { spawn } from 'node:child_process';
import { showProgress } from './progress.ts';

interface QuietRun {
  command: string;
  parameters: readonly string[];
  cwd?: string;
  isVerbose?: boolean;
}

/** Throws with everything the command printed when it fails. */
export async function runQuietly(
  what: string,
  { command, parameters, cwd, isVerbose = false }: QuietRun,
  progress: ReturnType<typeof showProgress> = showProgress(what),
): Promise<void> {
  const child = spawn(command, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      printed.push(bytes);
      if (isVerbose) process.stdout.write(bytes);
    });
  }
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : `${command} ended with ${code}`));
  });
  if (failure === undefined) return progress.done();
  throw new Error(`${what} failed: ${failure}\n${isVerbose ? '' : Buffer.concat(printed).toString()}`);
}
