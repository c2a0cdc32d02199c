import { act, renderHook, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { statuses } from '#contract/words.ts';
import { contrast } from '../testing/contrast.ts';
import { showScreen } from '../testing/screen.tsx';
import { chipColours, StatusChip } from './status-chip.tsx';
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

test.each(statuses)('the label of %s is readable on its colour, in light and in dark', (status) => {
  const { light, dark } = chipColours[status];
  expect(contrast(light.ground, light.word)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(dark.ground, dark.word)).toBeGreaterThanOrEqual(4.5);
});

test('arrears and arrest are the same red, and every other status has its own colour', () => {
  expect(chipColours.Arrest).toBe(chipColours.Arrears);
  expect(new Set(Object.values(chipColours)).size).toBe(statuses.length - 1);
});
