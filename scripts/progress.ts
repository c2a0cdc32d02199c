const BAR_WIDTH = 30;
const SHOWN_AFTER_MS = 2000;
const SHOWN_EVERY_MS = 100;

interface ProgressOptions {
  stream?: Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };
  now?: () => number;
}

/** Shows a bar on a terminal; otherwise prints a line at the start and one at the end. */
export function showProgress(
  what: string,
  { stream = process.stdout, now = () => performance.now() }: ProgressOptions = {},
): { update(share: number): void; done(): void } {
  const began = now();
  let shownAt = began + SHOWN_AFTER_MS - SHOWN_EVERY_MS;
  if (!stream.isTTY) stream.write(`${what} ...\n`);
  return {
    update(share) {
      if (!stream.isTTY || now() - shownAt < SHOWN_EVERY_MS) return;
      shownAt = now();
      const filled = Math.round(share * BAR_WIDTH);
      const bar = '#'.repeat(filled) + '-'.repeat(BAR_WIDTH - filled);
      stream.write(`\r${what} [${bar}] ${Math.floor(share * 100)}%`);
    },
    done() {
      const start = stream.isTTY ? '\r\u001B[K' : '';
      stream.write(`${start}${what}: done in ${((now() - began) / 1000).toFixed(1)} s\n`);
    },
  };
}
