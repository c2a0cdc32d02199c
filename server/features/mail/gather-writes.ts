import type { Database, Writer } from '../../db/connect.ts';

interface Waiting {
  run: (tx: Writer) => Promise<unknown>;
  done: (results: ReadonlyMap<Waiting, unknown>) => void;
  alone: () => Promise<void>;
}

/**
 * Writes that are requested while one is in progress share the next transaction, because a commit costs more. If it
 * fails, each gets its own.
 */
export function gatherWrites({ write }: Pick<Database, 'write'>): Database['write'] {
  let waiting: Waiting[] = [];
  let isWriting = false;
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const together = waiting;
      waiting = [];
      await writeTogether(write, together);
    }
    isWriting = false;
  };
  return <Result>(action: (tx: Writer) => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      const one: Waiting = {
        run: action,
        done: (results) => resolve(results.get(one) as Result),
        alone: () => write(action).then(resolve, reject),
      };
      waiting.push(one);
      if (!isWriting) void writeAll();
    });
}

async function writeTogether(write: Database['write'], together: readonly Waiting[]): Promise<void> {
  try {
    const results = await write(async (tx) => {
      const made = new Map<Waiting, unknown>();
      for (const one of together) made.set(one, await one.run(tx));
      return made;
    });
    for (const one of together) one.done(results);
  } catch {
    for (const one of together) await one.alone();
  }
}
