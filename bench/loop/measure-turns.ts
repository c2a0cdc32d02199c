import http from 'node:http';
import { isMainThread } from 'node:worker_threads';

/**
 * This module is loaded into the server. A timer measures the server's event loop at this interval. A request to
 * LOOP_PORT returns the longest turn since the previous request, in wall-clock time and in processor time of this
 * thread. Processor time excludes the work of other programs.
 */
const EVERY_MS = 1;

const port = Number(process.env.LOOP_PORT);
delete process.env.NODE_OPTIONS;
if (isMainThread && port > 0) {
  let longest = { clockMs: 0, processorMs: 0 };
  let last = { clockMs: performance.now(), processorMs: processorMs() };
  setInterval(() => {
    const now = { clockMs: performance.now(), processorMs: processorMs() };
    longest.clockMs = Math.max(longest.clockMs, now.clockMs - last.clockMs - EVERY_MS);
    longest.processorMs = Math.max(longest.processorMs, now.processorMs - last.processorMs);
    last = now;
  }, EVERY_MS).unref();
  const answer = http.createServer((_, response) => {
    response.end(JSON.stringify(longest));
    longest = { clockMs: 0, processorMs: 0 };
  });
  answer.listen(port, '127.0.0.1').unref();
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
