import { isMainThread } from 'node:worker_threads';

/**
 * The longest interval of a repeating timer, in milliseconds. This module is loaded before the server: it lets the
 * parent process set the server's time, and makes slow timers fire soon.
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
