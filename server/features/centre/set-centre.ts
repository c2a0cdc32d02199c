import type { Centre } from '#contract/centre.ts';
import { apiMessage } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { putSetting } from '../../db/settings.ts';
import { CENTRE, type StoredCentre } from '../../http/cache/current-centre.ts';
import { badInput } from '../../http/core/read-request.ts';
import { describeChanges } from '../audit/describe-changes.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { hasImage } from '../images/queries.ts';
import { describeCentre } from './describe-centre.ts';
import { readCentre } from './read-centre.ts';

/** Papers that were issued before are printed with the new facts, except tax documents, which store their own. */
export async function setCentre(
  tx: Writer,
  context: ActionContext,
  { changed, first }: { changed: Partial<Centre>; first: Centre },
): Promise<Centre> {
  const { facts: before, file } = await readCentre(tx, first);
  const facts = { ...before, ...changed };
  const [old, now] = [describeCentre(before), describeCentre(facts)];
  const places = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const all = (described: typeof old) => Object.fromEntries(places.map((place) => [place, described[place] ?? null]));
  const changes = describeChanges(all(old), all(now));
  if (!changes) return before;
  await refuseUnknownPictures(tx, changed);
  await putSetting(tx, {
    name: CENTRE,
    value: JSON.stringify({ facts, file } satisfies StoredCentre),
    at: context.now,
  });
  await raiseDataVersion(tx);
  await writeAudit(tx, context, {
    type: 'Centre Settings Changed',
    description: apiMessage('centre.audit.changed'),
    ...changes,
  });
  return facts;
}

async function refuseUnknownPictures(tx: Writer, changed: Partial<Centre>): Promise<void> {
  for (const list of ['slides', 'marketSlides'] as const) {
    for (const [at, { image }] of (changed[list] ?? []).entries()) {
      if (await hasImage(tx, image)) continue;
      throw badInput([{ field: `${list}.${at}.image`, message: apiMessage('refusals.image_not_found') }]);
    }
  }
}
