import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/**
 * Runs a task in a child process. The task is sent as JSON on standard input, not as arguments, because its database
 * address contains a password.
 */
export async function runInChild<Result>(
  program: string,
  task: unknown,
): Promise<{ result: Result } | { failure: string }> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
  const killChild = () => child.kill();
  process.once('exit', killChild);
  try {
    const closed = once(child, 'close');
    // A broken pipe is ignored, because the exit of the child reports the failure.
    child.stdin.on('error', () => {}).end(JSON.stringify(task));
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    if (child.exitCode === 0) return { result: JSON.parse(output) as Result };
    const failure = errors.trim().split('\n').at(-1) || `it ended with ${child.signalCode ?? child.exitCode}`;
    return { failure };
  } finally {
    process.off('exit', killChild);
  }
}
