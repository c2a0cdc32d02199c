import { readFileSync } from 'node:fs';

/**
 * Loaded before a server (NODE_OPTIONS): its clock is that of the computer plus the milliseconds in the file CLOCK_FILE,
 * and what it does every five seconds or less often, it does sixty times as often.
 */
const READ_EVERY_MS = 50;
const SLOW_MS = 5000;
const TIMES = 60;

const realNow = Date.now;
const realInterval = setInterval;
let moved = 0;
let readAt = Number.NEGATIVE_INFINITY;

Date.now = () => {
  const at = performance.now();
  if (at - readAt > READ_EVERY_MS) {
    moved = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'));
    readAt = at;
  }
  return realNow() + moved;
};

globalThis.setInterval = Object.assign(
  (...[run, delay = 0, ...more]: Parameters<typeof setInterval>) =>
    realInterval(run, delay < SLOW_MS ? delay : delay / TIMES, ...more),
  realInterval,
);

globalThis.Date = new Proxy(Date, {
  construct: (target, parameters, made) =>
    Reflect.construct(target, parameters.length === 0 ? [target.now()] : parameters, made),
});
