import { dayOf } from '#billing/calendar.ts';
import { AUDIT_PAGE, audit } from '#contract/audit.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { Paginated } from '../../http/core/paginated.ts';
import { badInput } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageEntries } from './page-entries.ts';
import { presentAnchor, presentEntry, presentEventTypes } from './present.ts';
import { findHead, listEventTypes } from './queries.ts';

export function auditRoutes(app: AppContext): void {
  const db = app.database.reader;
  endpoint(app, audit.list, async ({ query }) => {
    const { event_type: type, start_date: from, end_date: to, shop_id: shopId, search } = query;
    if (from && to && to < from)
      throw badInput([{ field: 'end_date', message: apiMessage('refusals.period.reversed') }]);
    const { page = 1, limit = AUDIT_PAGE } = query;
    const slice = { offset: (page - 1) * limit, limit };
    const { rows, total } = await pageEntries(db, { type, from, to, shopId, search }, slice);
    return new Paginated(rows.map(presentEntry), total);
  });
  endpoint(app, audit.anchor, async ({ context }) => {
    const head = await findHead(db);
    return { anchor: presentAnchor(head, { market: app.centre.facts.name.en, day: dayOf(context.now) }) };
  });
  endpoint(app, audit.eventTypes, async () => presentEventTypes(await listEventTypes(db)));
}
