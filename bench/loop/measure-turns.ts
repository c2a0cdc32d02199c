import http from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Runs inside the product; answers with the longest turn since the last question. */
const RESOLUTION_MS = 1;

const port = Number(process.env.LOOP_PORT);
delete process.env.NODE_OPTIONS;
if (isMainThread && port > 0) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const answer = http.createServer((_, response) => {
    response.end(String(Math.max(0, delay.max / 1e6 - RESOLUTION_MS)));
    delay.reset();
  });
  answer.listen(port, '127.0.0.1').unref();
}
