import { books } from '#contract/ledger.ts';
import type { Door } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/core/endpoint.ts';
import { presentVerdict } from './present.ts';
import { verifyBooks } from './verify-ledgers.ts';

/** The proof that the books balance. */
export function bookRoutes(door: Door): void {
  endpoint(door, books.verify, async ({ act }) => presentVerdict(await verifyBooks(door.database), act.at));
}
