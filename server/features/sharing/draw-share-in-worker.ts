import type { ListShareCard, ProductShareCard, ShareCard } from '#contract/site.ts';
import { answerTasks } from '../../task-thread.ts';
import { drawListImage } from './draw-list-image.ts';
import { drawProductImage } from './draw-product-image.ts';
import { drawShareImage } from './draw-share-image.ts';

export type ShareTask = { host: string } & (
  | { shows: 'day'; card: ShareCard }
  | { shows: 'product'; card: ProductShareCard }
  | { shows: 'list'; card: ListShareCard }
);

answerTasks((task: ShareTask) => {
  if (task.shows === 'day') return drawShareImage(task.card, task.host);
  if (task.shows === 'product') return drawProductImage(task.card, task.host);
  return drawListImage(task.card, task.host);
});
