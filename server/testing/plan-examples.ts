import { PICTURE } from './centre-settings.ts';
import type { ExampleMarket } from './example-market.ts';

const GATE = { kind: 'entrance', shop_id: null, text: 'Gate 1', x: 4, y: 90, width: 10, height: 3 } as const;

async function removePicture({ app }: ExampleMarket) {
  await app.as('superadmin', { method: 'DELETE', url: '/api/plan/picture' });
  return {};
}

export const planExamples = {
  'plan.get': { example: () => ({}), refusals: {} },
  'plan.save': {
    example: ({ shop }: ExampleMarket) => ({
      body: { parts: [{ ...GATE, kind: 'stall' as const, shop_id: shop, text: '' }, GATE] },
    }),
    refusals: {},
  },
  'plan.paper': { example: () => ({}), refusals: {} },
  'plan.picture': { example: () => ({}), refusals: { image_not_found: removePicture } },
  'plan.setPicture': {
    example: () => ({ body: { picture: PICTURE } }),
    refusals: { bad_image: () => ({ body: { picture: 'bm8gcGljdHVyZQ==' } }) },
  },
  'plan.removePicture': { example: () => ({}), refusals: { image_not_found: removePicture } },
  'plan.answers': { example: () => ({ query: { question: 'owes' as const } }), refusals: {} },
};
