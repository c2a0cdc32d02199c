import { Readable } from 'node:stream';
import { dayOf } from '#billing/calendar.ts';
import { writeJournal } from '#billing/journal/write-journal.ts';
import { journal } from '#contract/journal.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { StreamedFile } from '../../http/core/file-response.ts';
import { badInput } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { takeTurns } from '../../turns.ts';
import { accountNames, listNamedAccounts, nameAccount } from './account-names.ts';
import { loadJournal } from './load-journal.ts';

export function journalRoutes(app: AppContext): void {
  endpoint(app, journal.accounts, () => app.database.snapshot(listNamedAccounts));
  endpoint(app, journal.setAccount, {
    async record({ params, body, context }, tx) {
      const account = await nameAccount(tx, context, { asked: params.account, name: body.account_name });
      return { message: apiMessage('reports.account.named', { name: account.name }), account };
    },
  });
  endpoint(app, journal.file, async ({ query: { from, to: asked, format }, context }) => {
    const today = dayOf(context.now);
    const to = asked < today ? asked : today;
    if (to < from) throw badInput([{ field: 'to', message: apiMessage('refusals.period.reversed') }]);
    const { entries, names } = await app.database.snapshotApart(async (db) => ({
      entries: await loadJournal(db),
      names: await accountNames.read(db),
    }));
    const pieces = inLargePieces(writeJournal(entries, { from, to }, { format, names }));
    const text = Readable.from(pieces, { objectMode: false });
    return new StreamedFile(text, { format, name: `journal-${from}-${to}` });
  });
}

const PIECE_LENGTH = 16 * 1024;
const STEPS_A_LOOK = 100;

/** Joins pieces of a text to larger ones. Other requests are handled in between. */
async function* inLargePieces(pieces: Iterable<string | undefined>): AsyncGenerator<string> {
  let joined = '';
  let steps = 0;
  for (const piece of pieces) {
    if (steps % STEPS_A_LOOK === 0) await takeTurns();
    steps += 1;
    joined += piece ?? '';
    if (joined.length < PIECE_LENGTH) continue;
    yield joined;
    joined = '';
  }
  yield joined;
}
