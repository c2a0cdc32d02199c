import { isMainThread } from 'node:worker_threads';

/**
 * This module is loaded before the server. The parent process sets the server's time through it. It also limits the
 * interval of repeating timers to this number of milliseconds, so that tasks with long intervals run soon.
 */
const MOST_MS = 500;
let now = Number(process.env.COMPARED_TIME);

if (isMainThread) {
  process.on('message', (time: number) => {
    now = time;
    process.send?.(time);
  });
  process.channel?.unref();
}

globalThis.Date = new Proxy(Date, {
  construct: (date, given, target) => Reflect.construct(date, given.length === 0 ? [timeNow()] : given, target),
  get: (date, name, receiver) => (name === 'now' ? timeNow : Reflect.get(date, name, receiver)),
});

const wait = globalThis.setInterval;
globalThis.setInterval = Object.assign(
  (work: () => void, ms?: number) => wait(work, Math.min(ms ?? 0, MOST_MS)),
  wait,
) as typeof setInterval;

function timeNow(): number {
  return now;
}
