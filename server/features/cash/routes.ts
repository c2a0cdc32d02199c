import { dayOf } from '#billing/calendar.ts';
import type { Query } from '#contract/call.ts';
import { type CashDay, cash, EVERYBODY } from '#contract/cash.ts';
import { may } from '#contract/permissions.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Reader } from '../../db/connect.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext, Caller } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import type { RequestContext } from '../../http/core/read-request.ts';
import { endpoint } from '../../http/endpoint.ts';
import { drawDaySheet } from './draw-day-sheet.ts';
import { movementsOn, presentMovement, sumMovements } from './movements.ts';
import { listMoneyOn, listNames } from './queries.ts';

export function cashRoutes(app: AppContext): void {
  const loadFor = ({ query, caller, context }: DayRequest) =>
    app.database.snapshot((db) =>
      loadDay(db, { day: query.date ?? dayOf(context.now), owner: ownerOf(query, caller), caller }),
    );
  endpoint(app, cash.day, loadFor);
  endpoint(app, cash.daySheet, async (ask) => {
    const day = await loadFor(ask);
    const { centre } = app;
    const pdf = await makePdf(drawDaySheet(day, { centre: centre.facts, language: ask.language }));
    return new FileResponse(pdf, { format: 'pdf', name: `day-sheet-${day.date}` });
  });
}

type DayRequest = Pick<RequestContext<typeof cash.day>, 'query' | 'caller' | 'context'>;

/**
 * Returns the email of the person whose day is requested, by default the caller; undefined if the days of all persons
 * are requested. Throws the refusal `not_allowed` if the caller may see only their own day.
 */
function ownerOf({ by }: Query<typeof cash.day>, caller: Caller): string | undefined {
  const owner = by ?? caller.email;
  if (owner !== caller.email && !may(caller.role, 'shifts.all')) throw new Refusal('not_allowed');
  return owner === EVERYBODY ? undefined : owner;
}

async function loadDay(
  db: Reader,
  { day, owner, caller }: { day: ReturnType<typeof dayOf>; owner: string | undefined; caller: Caller },
): Promise<CashDay> {
  const all = movementsOn(await listMoneyOn(db, day), day);
  const own = owner === undefined ? all : all.filter((movement) => movement.owner === owner);
  const visible = may(caller.role, 'shifts.all') ? all : own;
  const owners = [...new Set(visible.map((movement) => movement.owner))].sort();
  const names = await listNames(db, owner === undefined ? owners : [...owners, owner]);
  const nameOf = (email: string) => names.get(email) ?? email;
  return {
    date: day,
    person: owner === undefined ? null : { email: owner, name: nameOf(owner) },
    movements: own.map((movement) => presentMovement(movement, names)),
    sums: sumMovements(own),
    people: owners.map((email) => ({
      email,
      name: nameOf(email),
      sums: sumMovements(visible.filter((movement) => movement.owner === email)),
    })),
  };
}
