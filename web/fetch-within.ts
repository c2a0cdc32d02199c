/**
 * The limits of a request. A network can be connected but dead: it accepts a request and never answers it, or stops in
 * the middle of an answer.
 */
export interface FetchLimits {
  /** The longest time until the answer begins. */
  answerMs: number;
  /** The longest time in which fewer than LEAST_BYTES of the answer arrive. */
  silenceMs: number;
}

/** An answer that arrives more slowly than this in the time of `silenceMs` counts as stalled. */
const LEAST_BYTES = 256;

/** The error of a request that reached one of its limits. It may have been carried out. */
export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime';
}

/**
 * All requests of the web are made with this function (`npm run check`). Throws NoAnswerInTime, also while the body of
 * the answer is read.
 */
export async function fetchWithin(
  { answerMs, silenceMs }: FetchLimits,
  address: string | Request,
  { signal, ...init }: RequestInit = {},
): Promise<Response> {
  const end = new AbortController();
  signal?.addEventListener('abort', () => end.abort(signal.reason));
  if (signal?.aborted) end.abort(signal.reason);
  const stop = () => end.abort(new NoAnswerInTime());
  const timer = setTimeout(stop, answerMs);
  try {
    const answer = await orEnd(end.signal, fetch(address, { ...init, signal: end.signal }));
    return answer.body ? watchBody(answer, answer.body.getReader(), { silenceMs, stop, end: end.signal }) : answer;
  } finally {
    clearTimeout(timer);
  }
}

interface Watch {
  silenceMs: number;
  stop: () => void;
  end: AbortSignal;
}

function watchBody(answer: Response, reader: ReadableStreamDefaultReader<Uint8Array>, watch: Watch): Response {
  const { silenceMs, stop, end } = watch;
  let missing = LEAST_BYTES;
  let timer = setTimeout(stop, silenceMs);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const { done, value } = await orEnd(end, reader.read()).catch(rethrowAfter(() => clearTimeout(timer)));
        if (done) {
          clearTimeout(timer);
          return stream.close();
        }
        missing -= value.length;
        if (missing <= 0) {
          clearTimeout(timer);
          timer = setTimeout(stop, silenceMs);
          missing = LEAST_BYTES;
        }
        stream.enqueue(value);
      },
      cancel(reason) {
        clearTimeout(timer);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers, redirected } = answer;
  // The constructor cannot set `redirected`.
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'redirected', {
    value: redirected,
  });
}

function rethrowAfter(cleanUp: () => void): (error: unknown) => never {
  return (error) => {
    cleanUp();
    throw error;
  };
}

/** Rejects with the reason of the signal as soon as it is aborted, whatever the work does. */
function orEnd<Result>(end: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(end.reason);
    if (end.aborted) stop();
    end.addEventListener('abort', stop, { once: true });
    work
      .then(resolve, (error: unknown) => reject(end.aborted ? end.reason : error))
      .finally(() => end.removeEventListener('abort', stop));
  });
}
