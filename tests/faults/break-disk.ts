import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { ensureStrace } from '#scripts/setup/programs.ts';

export interface DiskFault {
  call: 'pwrite64' | 'fsync';
  error: 'ENOSPC' | 'EIO';
  lasts: boolean;
}

export const describeDiskFault = ({ call, error, lasts }: DiskFault): string =>
  `${call} ${error} ${lasts ? 'from then on' : 'once'}`;

export async function breakDisk(
  pid: number,
  { call, error, lasts }: DiskFault,
  { nth, log }: { nth: number; log: string },
): Promise<{ end(): Promise<number> }> {
  const when = `${nth}${lasts ? '+' : ''}`;
  const options = ['-p', String(pid), '-e', 'signal=none', '-e', `trace=${call}`, '-o', log];
  const strace = spawn(ensureStrace(), [...options, '-e', `inject=${call}:error=${error}:when=${when}`]);
  const closed = once(strace, 'close');
  let output = '';
  strace.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  while (!output.includes('attached')) {
    if (strace.exitCode !== null) throw new Error(`strace could not attach: ${output}`);
    await Promise.race([once(strace.stderr, 'data'), closed]);
  }
  return {
    async end() {
      strace.kill('SIGINT');
      await closed;
      return readFileSync(log, 'utf8').split('(INJECTED)').length - 1;
    },
  };
}
