import { apiMessage } from '#contract/messages/message.ts';
import { plan } from '#contract/plan.ts';
import { Refusal } from '#contract/refusals.ts';
import { lockDataVersion } from '../../db/data-version.ts';
import { makePdf } from '../../documents/make-pdf.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { FileResponse } from '../../http/core/file-response.ts';
import { endpoint } from '../../http/endpoint.ts';
import { preparePicture, removePlanPicture, storePlanPicture } from './change-picture.ts';
import { drawPlan } from './draw-plan.ts';
import { loadAnswers } from './load-answers.ts';
import { loadPlan } from './load-plan.ts';
import { findPicture, type PlanPicture } from './queries.ts';
import { savePlan } from './save-plan.ts';

export function planRoutes(app: AppContext): void {
  const { database, centre } = app;
  endpoint(app, plan.get, () => database.snapshot(loadPlan));
  endpoint(app, plan.answers, ({ query, context }) => loadAnswers(database.reader, query.question, context.now));
  endpoint(app, plan.save, {
    async current(_, tx) {
      await lockDataVersion(tx);
      return loadPlan(tx);
    },
    async record({ body, context }, tx) {
      await savePlan(tx, context, body.parts);
      return { message: apiMessage('plan.save.done'), plan: await loadPlan(tx) };
    },
  });
  endpoint(app, plan.paper, async ({ language, context: { now } }) => {
    const stored = await database.snapshot(async (db) => ({
      plan: await loadPlan(db),
      picture: (await findPicture(db))?.bytes,
    }));
    const pdf = await makePdf(await drawPlan(stored, { language, now, market: centre.facts.name[language] }));
    return new FileResponse(pdf, { format: 'pdf', name: 'plan' });
  });
  endpoint(app, plan.picture, async () => {
    const picture = await findPicture(database.reader);
    if (!picture) throw new Refusal('image_not_found');
    return { picture: `data:image/webp;base64,${Buffer.from(picture.bytes).toString('base64')}` };
  });
  endpoint(app, plan.setPicture, {
    prepare: ({ body }) => preparePicture(body.picture),
    async record({ context }, tx, picture: PlanPicture) {
      await storePlanPicture(tx, context, picture);
      return { message: apiMessage('plan.picture.done') };
    },
  });
  endpoint(app, plan.removePicture, {
    async record({ context }, tx) {
      await removePlanPicture(tx, context);
      return { message: apiMessage('plan.picture.removed') };
    },
  });
}
