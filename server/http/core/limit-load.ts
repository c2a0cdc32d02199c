import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { elapsedMs } from '../../clock.ts';
import { countRefusedWork, refusalDelayMs, tooMuchWork } from '../../limit-work.ts';
import { clientAddress, networkOf } from './client-address.ts';

const SAMPLE_MS = 500;
const RESOLUTION_MS = 10;
const LOG_EVERY = 20;
/**
 * The part of the time in which the thread must have used a processor for its delay to count. If it used less, other
 * programs or the disk caused the delay, and refusing work would not shorten it.
 */
const OWN_PART = 0.2;
/** The mean delay of the event loop, in milliseconds, above which new work of visitors is refused. */
const VISITORS_MS = 200;
/** The mean delay, in milliseconds, above which work of staff is refused too. */
const STAFF_MS = 1000;

/**
 * The maximum number of unanswered requests of one address at a time. Requests in a session and cached answers are not
 * counted.
 */
const MOST_OF_ADDRESS = 32;

/**
 * Refuses new work while the event loop is delayed by its own work: that of visitors first, that of staff at a longer
 * delay. Cached answers are never refused. The delay is measured only while the server listens.
 */
export class LoadLimiter {
  #delayMs = 0;
  readonly #staff = new WeakSet<FastifyRequest>();

  /** The mean delay of the event loop by own work, in milliseconds: the lower of the last two samples of half a second. */
  get delayMs(): number {
    return this.#delayMs;
  }

  /**
   * Throws not_ready while the event loop is delayed too much to accept new work. The limit for visitors is lower than
   * that for staff.
   */
  admit(who: 'visitor' | 'staff'): void {
    if (this.#delayMs >= (who === 'visitor' ? VISITORS_MS : STAFF_MS)) throw tooMuchWork();
  }

  /** Excludes the request of a signed-in account from the limit on its address. */
  passStaff(request: FastifyRequest): void {
    this.#staff.add(request);
  }

  watch(fastify: FastifyInstance): void {
    shareAmongAddresses(fastify, this.#staff);
    fastify.addHook('onSend', async (_, reply) => {
      if (reply.statusCode === 503 && reply.hasHeader('retry-after')) await wait(refusalDelayMs());
    });
    let stop = () => {};
    fastify.addHook('onListen', async () => {
      stop = this.#start(fastify.log);
    });
    fastify.addHook('onClose', async () => stop());
  }

  #start(log: FastifyBaseLogger): () => void {
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    delay.enable();
    let samples = 0;
    let logged = countRefusedWork();
    let previousMs = 0;
    let sinceMs = elapsedMs();
    let processorMs = threadProcessorMs();
    const timer = setInterval(() => {
      const lastedMs = elapsedMs() - sinceMs;
      sinceMs += lastedMs;
      const usedMs = threadProcessorMs() - processorMs;
      processorMs += usedMs;
      // The first turn after a reset only starts the measurement. If no second turn was measured, the event loop was
      // blocked, and the mean delay was at least half of the elapsed time.
      const meanMs = delay.count === 0 ? lastedMs / 2 : delay.mean / 1e6;
      const sampleMs = usedMs < OWN_PART * lastedMs ? 0 : Math.max(0, meanMs - RESOLUTION_MS);
      delay.reset();
      // The lower of two samples is used, because one long task, such as the start of the server, is not overload.
      this.#delayMs = Math.min(previousMs, sampleMs);
      previousMs = sampleMs;
      samples += 1;
      if (samples % LOG_EVERY !== 0) return;
      // The log shows the number of refusals instead of a line for each, because writing lines would add to the load.
      const refused = countRefusedWork() - logged;
      logged += refused;
      if (refused > 0) log.warn({ refused, delayMs: Math.round(this.#delayMs) }, 'too many requests');
    }, SAMPLE_MS).unref();
    return () => {
      clearInterval(timer);
      delay.disable();
    };
  }
}

function threadProcessorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Limits the unanswered requests of each address, so that one address cannot fill the queues that all addresses share.
 */
function shareAmongAddresses(fastify: FastifyInstance, staff: WeakSet<FastifyRequest>): void {
  const open = new Map<string, number>();
  // The hook runs after the body was read, so that a request whose body arrives slowly is not counted.
  fastify.addHook('preHandler', async (request, reply) => {
    if (staff.has(request)) return;
    const source = networkOf(clientAddress(request));
    const count = (open.get(source) ?? 0) + 1;
    if (count > MOST_OF_ADDRESS) throw tooMuchWork();
    open.set(source, count);
    reply.raw.once('close', () => {
      const left = (open.get(source) ?? 1) - 1;
      if (left === 0) open.delete(source);
      else open.set(source, left);
    });
  });
}
