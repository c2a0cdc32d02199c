import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

export interface Running {
  pid: number;
  output(): string;
  says(pattern: RegExp): Promise<RegExpExecArray>;
  type(line: string): void;
  endInput(): void;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<number | NodeJS.Signals>;
}

export function onFullDisk(blocks: number): string[] {
  return ['/bin/sh', '-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`];
}

export function startProcess(
  options: readonly string[],
  environment: Record<string, string> = {},
  within: readonly string[] = [],
): Running {
  const [program = process.execPath, ...parameters] = [...within, process.execPath, ...options];
  const child = spawn(program, parameters, { cwd: root, env: environment });
  let output = '';
  const collect = (chunk: string) => {
    output += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  const closed = once(child, 'close');
  const ended = closed.then(([code, signal]) => code ?? signal);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return {
    pid: child.pid ?? 0,
    output: () => output,
    async says(pattern) {
      let hasEnded = false;
      void ended.then(() => {
        hasEnded = true;
      });
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found;
        if (hasEnded) throw new Error(`it ended without saying ${pattern}:\n${output}`);
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended]);
      }
    },
    type: (line) => child.stdin.write(`${line}\n`),
    endInput: () => child.stdin.end(),
    kill: (signal) => child.kill(signal),
    ended,
  };
}

export function startProgram(source: string, environment: Record<string, string> = {}): Running {
  return startProcess(['--input-type=module', '--eval', source], environment);
}
