import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { day, dayOf, startOfDay } from '#billing/calendar.ts';
import { foldForSearch, foldWords, isFound } from '#contract/fold-text.ts';
import { message } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import type { AppContext } from '../../http/core/app-context.ts';
import { findClosedDay } from '../market-days/find-closed-days.ts';
import {
  listProductPrices,
  presentCorrection,
  presentItems,
  presentOpenProduct,
  presentProductPrices,
} from '../open-data/present.ts';
import { countCorrections, findProductByCode, listPriceCorrections } from '../open-data/queries.ts';
import { sideBySide } from '../other-centres/load-side-by-side.ts';
import { presentCentrePrice } from '../other-centres/present.ts';
import { loadProductOutlook } from '../outlook/load-outlook.ts';
import { presentProductOutlook } from '../outlook/present.ts';
import { listedProducts } from '../prices/list-products.ts';
import { priceBook } from '../prices/load-price-book.ts';
import { listEveryProduct } from '../products/queries.ts';

const MOST_PRODUCTS = 200;
const MOST_DAYS = 400;
const MOST_CORRECTIONS = 100;
const UNIT = { currency: 'LKR' } as const;

const date = z.iso.date().transform(day).describe('YYYY-MM-DD, in Colombo');
const code = z
  .string()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/)
  .describe('The code of a product, such as CARROT-NE');

interface Tool<Asked> {
  name: string;
  description: string;
  input: z.ZodType<Asked>;
  answer: (asked: Asked) => Promise<Record<string, unknown>>;
}

export function addTools(server: McpServer, app: AppContext): void {
  const db = app.database.reader;
  const products = listedProducts(app);

  addTool(server, app, {
    name: 'products',
    description: message('open-data.question.products'),
    input: z.object({ search: z.string().max(80).optional().describe('A name in English, Sinhala or Tamil') }),
    async answer({ search = '' }) {
      const words = foldWords(search);
      const found = (await listEveryProduct(db)).map(presentOpenProduct).filter((one) => {
        const names = [one.code, one.name, one.name_si, one.name_ta, ...one.aliases];
        return isFound(words, foldForSearch(names.join(' ')));
      });
      return { total: found.length, products: found.slice(0, MOST_PRODUCTS) };
    },
  });
  addTool(server, app, {
    name: 'day',
    description: message('open-data.question.day'),
    input: z.object({
      date: date.optional().describe('YYYY-MM-DD, in Colombo; the default is the newest day with a list'),
      codes: z.array(code).max(MOST_PRODUCTS).optional().describe('Only these products'),
    }),
    async answer({ date: asked, codes }) {
      const now = dayOf(app.clock.now());
      const book = await priceBook(app)();
      const chosen = asked ?? book.findLatest(now);
      const items = presentItems(chosen === null ? [] : book.listDay(chosen), await products());
      const prices = codes === undefined ? items : items.filter((one) => codes.includes(one.code));
      const closed = chosen === null || items.length > 0 ? null : await findClosedDay(db, chosen);
      return { date: chosen, has_list: items.length > 0, closed, ...UNIT, prices };
    },
  });
}

export function addHistoryTools(server: McpServer, app: AppContext): void {
  const db = app.database.reader;
  const { listAll } = sideBySide(app);
  const listElsewhere = async (id: number) => (await listAll(id)).map(presentCentrePrice);
  addTool(server, app, {
    name: 'history',
    description: message('open-data.question.history', { count: MOST_DAYS }),
    input: z.object({ code, from: date.optional(), to: date.optional() }),
    async answer(asked) {
      const product = await findProductByCode(db, asked.code);
      if (!product) throw new Refusal('product_not_found');
      const rows = listProductPrices(await priceBook(app)(), product.id, { from: asked.from, to: asked.to });
      return { ...UNIT, total: rows.length, ...presentProductPrices(product, rows.slice(-MOST_DAYS)) };
    },
  });
  addTool(server, app, {
    name: 'corrections',
    description: message('open-data.question.corrections'),
    input: z.object({
      since: date.optional().describe('Only changes made since this day'),
      limit: z.int().min(1).max(MOST_CORRECTIONS).default(20),
    }),
    async answer({ since: from, limit }) {
      const since = from && startOfDay(from);
      const rows = await listPriceCorrections(db, since, { limit, offset: 0 });
      return { ...UNIT, total: await countCorrections(db, since), corrections: rows.map(presentCorrection) };
    },
  });
  addTool(server, app, {
    name: 'elsewhere',
    description: message('other-centres.question'),
    input: z.object({ code }),
    async answer(asked) {
      const product = await findProductByCode(db, asked.code);
      if (!product) throw new Refusal('product_not_found');
      return { ...UNIT, product: presentOpenProduct(product), prices: await listElsewhere(product.id) };
    },
  });
  addTool(server, app, {
    name: 'outlook',
    description: message('open-data.question.outlook'),
    input: z.object({ code, year: z.int().min(1900).max(2999).optional().describe('Of the past ranges') }),
    answer: async (asked) => presentProductOutlook(await loadProductOutlook(app, asked.code), asked.year),
  });
}

function addTool<Asked>(server: McpServer, app: AppContext, tool: Tool<Asked>): void {
  const { name, description, input: inputSchema, answer } = tool;
  const annotations = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(name, { description, inputSchema, annotations }, async (asked) => {
    try {
      const structuredContent = await answer(asked);
      return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
    } catch (error) {
      if (!(error instanceof Refusal)) app.fastify.log.error({ err: error }, 'a question of an assistant failed');
      const text = error instanceof Refusal ? error.message : message('open-data.question.unread');
      return { isError: true, content: [{ type: 'text', text }] };
    }
  });
}
