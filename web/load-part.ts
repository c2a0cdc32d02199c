import { NoAnswerInTime } from './fetch-within.ts';
import { watchWait } from './waiting-calls.ts';

const LIMIT_MS = 20_000;

/**
 * Loads a part of the program, which a browser would otherwise wait for without an end. While it waits for long, people
 * see that the network does not answer. Throws NoAnswerInTime at the limit; a part that arrives later is there for the
 * next use.
 */
export async function loadPart<Part>(load: () => Promise<Part>, limitMs = LIMIT_MS): Promise<Part> {
  const isLoaded = watchWait();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      load(),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new NoAnswerInTime()), limitMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
    isLoaded();
  }
}
