import { z } from 'zod';
import { call } from './call.ts';
import { languages } from './languages.ts';
import { dayText } from './scalars.ts';

/** What the office posts of a list in one language. Pictures and notice are addresses of this server. */
const post = z.object({
  language: z.enum(languages),
  /** The list, what changed most and the link, for a message. */
  text: z.string(),
  /** The address of the list; without the host if no public address is set. */
  link: z.string(),
  /** The whole list in pictures that fit the screen of a phone. */
  pages: z.array(z.string()),
  /** One wide picture, for a page such as Facebook's. */
  wide: z.string(),
  /** A sheet to print, as PDF. */
  notice: z.string(),
});
export type PricePost = z.output<typeof post>;

export const pricePost = {
  get: call({
    method: 'GET',
    path: '/api/prices/days/:date/post',
    permission: 'prices.write',
    summary: 'Get what is posted of the price list of a day: text, link and pictures, in each language.',
    params: z.object({ date: dayText }),
    answer: z.object({ date: dayText, prices: z.int(), posts: z.array(post) }),
    refusals: ['price_list_not_found'],
  }),
};
