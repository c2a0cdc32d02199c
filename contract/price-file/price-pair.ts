import { z } from 'zod';
import { dayText, rupeesOut } from '../scalars.ts';

const pair = z.object({ min_price: rupeesOut, max_price: rupeesOut });
export const lastPair = pair.extend({ date: dayText }).nullable();
export const pairOrNone = pair.nullable();
