import { Worker } from 'node:worker_threads';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { limitWork } from '../limit-work.ts';
import { programFile } from '../program-files.ts';
import type { Drawn } from './draw-in-worker.ts';

/** No document takes a tenth of it, but the library lays out some impossible ones for ever. */
const LONGEST_MS = 30_000;
/** The thread holds as much memory as the rest of the server, so it is ended. */
const IDLE_MS = 5 * 60_000;

let worker: Worker | undefined;
let ending: NodeJS.Timeout | undefined;
const inTurn = limitWork({ running: 1, waiting: 16 });

/**
 * Draws in a thread of its own. The definition crosses to it, so it is plain data. Beside pdfmake's own it may have
 * `footer: 'Page {page} of {pages}'` and the table layouts `ruled`, `dense` and `tight`. Text that may hold Sinhala
 * goes through `inScript` of shape-text.ts.
 *
 * Throws when the definition cannot be drawn in half a minute, and not_ready when too many others wait.
 */
export async function makePdf(definition: TDocumentDefinitions): Promise<Buffer> {
  return inTurn(() => draw(definition));
}

/** One document at a time; a thread that does not answer is ended, and the next document gets another. */
function draw(definition: TDocumentDefinitions): Promise<Buffer> {
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
    const onExit = () => giveUp(new Error('the thread that draws PDFs ended'));
    const onAnswer = (drawn: Drawn) =>
      finish(() => (drawn.pdf ? resolve(Buffer.from(drawn.pdf)) : reject(new Error(drawn.fault))));
    const timer = setTimeout(() => giveUp(new Error('the PDF was not drawn in time')), LONGEST_MS);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      drawer.off('message', onAnswer).off('error', giveUp).off('exit', onExit);
      // Between documents it keeps no process alive.
      drawer.unref();
      if (worker === drawer) ending = setTimeout(end, IDLE_MS).unref();
      settle();
    };
    drawer.ref();
    drawer.on('message', onAnswer).on('error', giveUp).on('exit', onExit);
    drawer.postMessage(definition);
  });
}
