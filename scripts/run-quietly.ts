import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';

const BAR_WIDTH = 30;
const SHOWN_AFTER_MS = 2000;
const SHOWN_EVERY_MS = 100;

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

interface ProgressOptions {
  stream?: Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };
  now?: () => number;
}

/** Shows a progress bar on a terminal. Otherwise prints a line at the start and one at the end. */
export function showProgress(
  what: string,
  { stream = process.stdout, now = () => performance.now() }: ProgressOptions = {},
): { update(share: number): void; done(): void } {
  const began = now();
  let shownAt = began + SHOWN_AFTER_MS - SHOWN_EVERY_MS;
  if (!stream.isTTY) stream.write(`${what} ...\n`);
  return {
    update(share) {
      if (!stream.isTTY || now() - shownAt < SHOWN_EVERY_MS) return;
      shownAt = now();
      const filled = Math.round(share * BAR_WIDTH);
      const bar = '#'.repeat(filled) + '-'.repeat(BAR_WIDTH - filled);
      stream.write(`\r${what} [${bar}] ${Math.floor(share * 100)}%`);
    },
    done() {
      const start = stream.isTTY ? '\r\u001B[K' : '';
      stream.write(`${start}${what}: done in ${((now() - began) / 1000).toFixed(1)} s\n`);
    },
  };
}
