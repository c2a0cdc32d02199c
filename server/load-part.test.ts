import { expect, onTestFinished, test } from 'vitest';
import { loadOnce, loadRarePart } from './load-part.ts';
import { openTestApp } from './testing/app-context.ts';

test('a part that could not be loaded is named by /readyz until it is loaded at a later use', async () => {
  const app = await openTestApp();
  onTestFinished(() => app.close());
  const parts = async () => {
    const answer = await app.send({ url: '/readyz' });
    expect([answer.statusCode, answer.json().status]).toEqual([200, 'ready']);
    return answer.json().broken_parts;
  };
  expect(await parts()).toBeUndefined();
  const absent = () => Promise.reject(new Error('ERR_MODULE_NOT_FOUND'));
  await expect(loadRarePart('poster', absent)).rejects.toThrow('ERR_MODULE_NOT_FOUND');
  await expect(loadRarePart('Parquet', absent)).rejects.toThrow('ERR_MODULE_NOT_FOUND');
  expect(await parts()).toEqual(['Parquet', 'poster']);
  expect(await loadRarePart('poster', async () => 'drawn')).toBe('drawn');
  await loadRarePart('Parquet', async () => 'written');
  expect(await parts()).toBeUndefined();
});

test('a part that is loaded once is loaded again after a failure, and shared by those who need it at one time', async () => {
  const outcomes = [new Error('the disk failed'), 'a part'];
  let loads = 0;
  const load = loadOnce('mcp', async () => {
    const outcome = outcomes[loads];
    loads += 1;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  await expect(Promise.all([load(), load()])).rejects.toThrow('the disk failed');
  expect(await Promise.all([load(), load()])).toEqual(['a part', 'a part']);
  expect([await load(), loads]).toEqual(['a part', 2]);
});
