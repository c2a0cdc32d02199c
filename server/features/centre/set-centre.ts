import { type Centre, centreSchema } from '#contract/centre.ts';
import { fieldLabel } from '#contract/messages/input-message.ts';
import { apiMessage, message } from '#contract/messages/message.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Reader, Writer } from '../../db/connect.ts';
import { raiseDataVersion } from '../../db/data-version.ts';
import { CENTRE, type StoredCentre, storedCentre } from '../../http/cache/current-centre.ts';
import { badInput } from '../../http/core/read-request.ts';
import type { ChangeDescription } from '../audit/describe-changes.ts';
import { setting } from '../audit/setting.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { hasImage } from '../images/queries.ts';
import { type EncodedImage, storeImage } from '../images/store-image.ts';

/**
 * Changes the details of the centre. Earlier documents show the new details when they are printed again, except tax
 * documents, which store their own.
 */
export async function setCentre(
  tx: Writer,
  context: ActionContext,
  { changed, first }: { changed: Partial<Centre>; first: Centre },
): Promise<Centre> {
  const { facts } = await centreSetting.change(tx, context, {
    unstored: { facts: first, file: null },
    value: ({ facts: before, file }) => ({ facts: { ...before, ...changed }, file }),
    async alongside() {
      await refuseUnknownPictures(tx, changed);
      await raiseDataVersion(tx);
    },
  });
  return facts;
}

const centreSetting = setting<StoredCentre>({
  name: CENTRE,
  schema: storedCentre,
  first: () => ({ facts: centreSchema.parse({}), file: null }),
  describe: ({ facts }) => describeCentre(facts),
  changed: { type: 'Centre Settings Changed', description: apiMessage('centre.audit.changed') },
});

async function refuseUnknownPictures(tx: Writer, changed: Partial<Centre>): Promise<void> {
  for (const list of ['slides', 'marketSlides'] as const) {
    for (const [at, { image }] of (changed[list] ?? []).entries()) {
      if (await hasImage(tx, image)) continue;
      throw badInput([{ field: `${list}.${at}.image`, message: apiMessage('refusals.image_not_found') }]);
    }
  }
}

function describeCentre(facts: object, place: readonly string[] = []): ChangeDescription {
  const parts = Object.entries(facts).flatMap(([name, fact]: [string, unknown]) => {
    const own = placeOf(place, name);
    if (typeof fact === 'object' && fact !== null) return Object.entries(describeCentre(fact, own));
    return [[own.join(', '), typeof fact === 'number' ? fact : String(fact) || null] as const];
  });
  return Object.fromEntries(parts);
}

function placeOf(place: readonly string[], name: string): string[] {
  if (!/^\d+$/.test(name)) return [...place, fieldLabel(name, message)];
  return [...place.slice(0, -1), `${place.at(-1)} ${Number(name) + 1}`];
}

/** Returns the details as stored, in which a translation may be empty. Returns `first` if none are stored. */
export function readCentre(db: Reader, first: Centre = centreSchema.parse({})): Promise<StoredCentre> {
  return centreSetting.read(db, { facts: first, file: null });
}

export async function storePicture(tx: Writer, context: ActionContext, image: EncodedImage): Promise<void> {
  await storeImage(tx, image, context.now);
  await writeAudit(tx, context, {
    type: 'Centre Settings Changed',
    description: apiMessage('centre.audit.picture'),
    newValue: image.hash,
  });
}
