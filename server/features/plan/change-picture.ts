import sharp from 'sharp';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { ActionContext } from '../../action-context.ts';
import type { Writer } from '../../db/connect.ts';
import { nextTurn } from '../../turns.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { prepareImage } from '../images/store-image.ts';
import { deletePicture, type PlanPicture, putPicture } from './queries.ts';

/** Draws a sent picture anew and measures it. This takes a long time, so call it before a transaction. */
export async function preparePicture(base64: string): Promise<PlanPicture> {
  const sent = Buffer.from(base64, 'base64');
  await nextTurn();
  const { bytes } = await prepareImage(sent);
  const { width, height } = await sharp(bytes).metadata();
  return { bytes, width, height };
}

export async function storePlanPicture(tx: Writer, context: ActionContext, picture: PlanPicture): Promise<void> {
  await putPicture(tx, { ...picture, stored_at: context.now, stored_by: context.actor });
  await writeAudit(tx, context, { type: 'Plan Changed', description: apiMessage('plan.audit.picture') });
}

export async function removePlanPicture(tx: Writer, context: ActionContext): Promise<void> {
  if (!(await deletePicture(tx))) throw new Refusal('image_not_found');
  await writeAudit(tx, context, { type: 'Plan Changed', description: apiMessage('plan.audit.pictureRemoved') });
}
