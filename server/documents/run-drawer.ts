import { Worker } from 'node:worker_threads';
import { limitWork } from '../limit-work.ts';
import { programFile } from '../program-files.ts';
import type { Drawn } from './draw-in-worker.ts';
import type { DocumentOrder } from './drawing.ts';

/**
 * The longest time to draw a document. Ordinary documents take less than a tenth of it, but some impossible layouts
 * would otherwise never be finished.
 */
const LONGEST_MS = 30_000;
/** An idle thread ends after this time, because it holds as much memory as the rest of the server. */
const IDLE_MS = 5 * 60_000;

let worker: Worker | undefined;
let ending: NodeJS.Timeout | undefined;
const inTurn = limitWork({ running: 1, waiting: 16 });

/**
 * Makes a file from plain data in a thread of its own. Throws when drawing takes longer than half a minute. Throws
 * not_ready when too many requests are waiting.
 */
export function runDrawer(order: DocumentOrder): Promise<Buffer> {
  return inTurn(() => draw(order));
}

/** Draws one document at a time. A thread that does not answer is replaced. */
function draw(order: DocumentOrder): Promise<Buffer> {
  clearTimeout(ending);
  const drawer = worker ?? new Worker(programFile('documents/draw-in-worker.ts'));
  worker = drawer;
  const end = () => {
    worker = undefined;
    void drawer.terminate();
  };
  return new Promise<Buffer>((resolve, reject) => {
    const giveUp = (error: Error) => {
      end();
      finish(() => reject(error));
    };
    const onExit = () => giveUp(new Error('the thread that draws documents ended'));
    const onAnswer = (drawn: Drawn) =>
      finish(() => (drawn.file ? resolve(Buffer.from(drawn.file)) : reject(new Error(drawn.fault))));
    const timer = setTimeout(() => giveUp(new Error('the document was not drawn in time')), LONGEST_MS);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      drawer.off('message', onAnswer).off('error', giveUp).off('exit', onExit);
      // An idle thread does not keep the process running.
      drawer.unref();
      if (worker === drawer) ending = setTimeout(end, IDLE_MS).unref();
      settle();
    };
    drawer.ref();
    drawer.on('message', onAnswer).on('error', giveUp).on('exit', onExit);
    drawer.postMessage(order);
  });
}
