import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

interface ChildOptions<Step> {
  /** Called with each message that the program sends with `process.send`. */
  onStep?: (step: Step) => void;
  /** The program is ended when this signal is aborted. */
  signal?: AbortSignal;
  /** Options of Node. */
  flags?: readonly string[];
}

/**
 * Runs a task in a child process. The task is sent as JSON on standard input, not as arguments, because its database
 * address contains a password.
 */
export async function runInChild<Result, Step = never>(
  program: string,
  task: unknown,
  { onStep, signal, flags = [] }: ChildOptions<Step> = {},
): Promise<{ result: Result } | { failure: string }> {
  const stdio = onStep ? (['pipe', 'pipe', 'pipe', 'ipc'] as const) : (['pipe', 'pipe', 'pipe'] as const);
  const child = spawn(process.execPath, [...flags, program], { stdio: [...stdio] as ['pipe', 'pipe', 'pipe'] });
  const killChild = () => child.kill();
  process.once('exit', killChild);
  signal?.addEventListener('abort', killChild);
  if (signal?.aborted) killChild();
  if (onStep) child.on('message', (step) => onStep(step as Step));
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
    signal?.removeEventListener('abort', killChild);
  }
}
