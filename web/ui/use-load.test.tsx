import { act, renderHook, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { statuses } from '#contract/words.ts';
import { showScreen } from '../testing/screen.tsx';
import { chipLooks, StatusChip } from './status-chip.tsx';
import { useLoad } from './use-load.ts';

function openQuestions() {
  const asked: PromiseWithResolvers<string>[] = [];
  const fetcher = vi.fn(() => {
    const question = Promise.withResolvers<string>();
    asked.push(question);
    return question.promise;
  });
  return { asked, fetcher };
}

test('an answer to an earlier request is dropped', async () => {
  const { asked, fetcher } = openQuestions();
  const { result, rerender } = renderHook(({ key }) => useLoad(key, fetcher), { initialProps: { key: 'Monday' } });
  rerender({ key: 'Tuesday' });
  await act(async () => asked[1]?.resolve('prices of Tuesday'));
  await act(async () => asked[0]?.resolve('prices of Monday'));
  expect(result.current).toMatchObject({ data: 'prices of Tuesday', isLoading: false });
});

test('loaded data remain while they are loaded again', async () => {
  const { asked, fetcher } = openQuestions();
  const { result } = renderHook(() => useLoad('Monday', fetcher));
  await act(async () => asked[0]?.resolve('old'));
  act(() => result.current.reload());
  expect(result.current).toMatchObject({ data: 'old', isLoading: true });
  await act(async () => asked[1]?.resolve('new'));
  expect(result.current.data).toBe('new');
});

test('another request shows nothing of the last answer', async () => {
  const { asked, fetcher } = openQuestions();
  const { result, rerender } = renderHook(({ key }) => useLoad(key, fetcher), { initialProps: { key: 'Monday' } });
  await act(async () => asked[0]?.resolve('prices of Monday'));
  rerender({ key: 'Tuesday' });
  expect(result.current).toMatchObject({ data: undefined, isLoading: true });
});

test('a failure can be tried again', async () => {
  const { asked, fetcher } = openQuestions();
  const { result } = renderHook(() => useLoad('Monday', fetcher));
  await act(async () => asked[0]?.reject(new Error('lost')));
  expect(result.current).toMatchObject({ data: undefined, isLoading: false, error: new Error('lost') });
  act(() => result.current.reload());
  expect(result.current).toMatchObject({ isLoading: true, error: undefined });
});

test.each(statuses)('%s has a label', (status) => {
  showScreen(<StatusChip status={status} />);
  screen.getByText(status);
});

test('arrears and arrest look the same, and every other status has its own look', () => {
  expect(chipLooks.Arrest).toBe(chipLooks.Arrears);
  expect(new Set(Object.values(chipLooks)).size).toBe(statuses.length - 1);
});
