import { bulkActions } from '#contract/bulk-actions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { endpoint } from '../../http/endpoint.ts';
import { presentRun } from './present.ts';
import { findRun, listRuns } from './queries.ts';

export function bulkActionRoutes(app: AppContext): void {
  const { database, clock } = app;
  endpoint(app, bulkActions.listRuns, async () =>
    (await listRuns(database.reader)).map((row) => presentRun(row, clock.now())),
  );
  endpoint(app, bulkActions.getRun, async ({ params }) => {
    const row = await findRun(database.reader, params.id);
    if (!row) throw new Refusal('run_not_found');
    return presentRun(row, clock.now());
  });
}
