import { books } from '#contract/books.ts';
import type { Door } from '../../http/door.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentVerdict } from './present.ts';
import { verifyBooks } from './verify-books.ts';

/** The proof that the books balance. */
export function bookRoutes(door: Door): void {
  endpoint(door, books.verify, async ({ act }) => presentVerdict(await verifyBooks(door.database), act.at));
}
