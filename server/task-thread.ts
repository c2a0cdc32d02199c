import { parentPort, type Transferable, Worker } from 'node:worker_threads';
import { limitWork } from './limit-work.ts';
import { programFile } from './program-files.ts';

type Answer<Made> = { made: Made } | { fault: string };

interface TaskThread {
  /** The program that runs in the thread, relative to server/. It calls `answerTasks`. */
  program: string;
  /** What the thread does, for messages about its failure. */
  purpose: string;
  /** The maximum number of tasks that wait. Another one is refused with not_ready. */
  waiting: number;
  longestMs: number;
  /** An idle thread ends after this time. */
  idleMs: number;
}

/**
 * Returns a function that does tasks in a thread of its own, one at a time, so that the event loop is not held by code
 * that takes long or is loaded for the first time. The thread is started when it is needed. A thread that takes longer
 * than `longestMs` is replaced, and the task fails.
 */
export function taskThread<Task, Made>({ program, purpose, waiting, longestMs, idleMs }: TaskThread) {
  let worker: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;
  const inTurn = limitWork({ running: 1, waiting });

  function run(task: Task, moved: readonly Transferable[]): Promise<Made> {
    clearTimeout(ending);
    const thread = worker ?? new Worker(programFile(program));
    worker = thread;
    const end = () => {
      worker = undefined;
      void thread.terminate();
    };
    return new Promise<Made>((resolve, reject) => {
      const giveUp = (error: Error) => {
        end();
        finish(() => reject(error));
      };
      const onExit = () => giveUp(new Error(`the thread that ${purpose} ended`));
      const onAnswer = (answer: Answer<Made>) =>
        finish(() => ('made' in answer ? resolve(answer.made) : reject(new Error(answer.fault))));
      const timer = setTimeout(
        () => giveUp(new Error(`the thread that ${purpose} took longer than ${longestMs} ms`)),
        longestMs,
      );
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        thread.off('message', onAnswer).off('error', giveUp).off('exit', onExit);
        // An idle thread does not keep the process running.
        thread.unref();
        if (worker === thread) ending = setTimeout(end, idleMs).unref();
        settle();
      };
      thread.ref();
      thread.on('message', onAnswer).on('error', giveUp).on('exit', onExit);
      try {
        thread.postMessage(task, moved);
      } catch (error) {
        finish(() => reject(error));
      }
    });
  }

  /** The memory of `moved` goes to the thread: afterwards the buffers are empty here. */
  return (task: Task, moved: readonly Transferable[] = []): Promise<Made> => inTurn(() => run(task, moved));
}

/** Answers the tasks of `taskThread`. It is called in the program of the thread. */
export function answerTasks<Task, Made>(make: (task: Task) => Promise<Made>): void {
  const answer = async (task: Task): Promise<Answer<Made>> => {
    try {
      return { made: await make(task) };
    } catch (error) {
      return { fault: String(error) };
    }
  };
  parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await answer(task)));
}

/** Returns the bytes that a thread has sent. A Buffer arrives as a Uint8Array. */
export function receivedBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
