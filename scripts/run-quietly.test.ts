import { expect, test } from 'vitest';
import { runQuietly, showProgress } from './run-quietly.ts';

function recording(isTTY: boolean) {
  const written: string[] = [];
  let seconds = 0;
  const now = () => {
    seconds += 1;
    return seconds * 1000;
  };
  return { written, options: { stream: { isTTY, write: (text: string) => written.push(text) > 0 }, now } };
}

const run = (script: string, written = recording(false)) =>
  runQuietly(
    'Building',
    { command: process.execPath, parameters: ['-e', script] },
    showProgress('Building', written.options),
  );

test('a command that succeeds is reported in two lines, without its output', async () => {
  const seen = recording(false);
  await run('console.log("160 lines"); console.error("a font warning")', seen);
  expect(seen.written).toEqual(['Building ...\n', 'Building: done in 1.0 s\n']);
});

test('a command that fails shows everything it printed', async () => {
  const failing = run('console.log("the first line"); console.error("the cause"); process.exit(3)');
  await expect(failing).rejects.toThrow(/^Building failed: .* ended with 3\n(.*\n)*the first line\n(.*\n)*the cause\n/);
});

test('a command that does not exist fails with the reason', async () => {
  const failing = runQuietly('Building', { command: 'no-such-command', parameters: [] });
  await expect(failing).rejects.toThrow('Building failed: spawn no-such-command ENOENT');
});

test('on a terminal, work of more than two seconds shows a progress bar, which the last line replaces', () => {
  const { written, options } = recording(true);
  const progress = showProgress('Filling', options);
  progress.update(0.1);
  expect(written).toEqual([]);
  progress.update(0.5);
  progress.done();
  expect(written[0]).toBe('\rFilling [###############---------------] 50%');
  const clearLine = '\r\u001B[K';
  expect(written.slice(1)).toEqual([expect.stringContaining(`${clearLine}Filling: done in `)]);
});

test('without a terminal no progress bar is shown', () => {
  const { written, options } = recording(false);
  const progress = showProgress('Filling', options);
  for (let step = 1; step <= 9; step += 1) progress.update(step / 10);
  expect(written).toEqual(['Filling ...\n']);
});
