import { z } from 'zod';
import { call } from './call.ts';
import { instant } from './scalars.ts';

/** The weather conditions to which the WMO codes of the weather service are mapped. */
export const skies = ['clear', 'partly-cloudy', 'cloudy', 'fog', 'drizzle', 'rain', 'showers', 'thunderstorm'] as const;
export type Sky = (typeof skies)[number];

export const weather = {
  now: call({
    method: 'GET',
    path: '/api/weather',
    permission: 'public',
    summary: "Get the city's current weather, at most half an hour old; observed_at is the time of the observation.",
    answer: z.discriminatedUnion('state', [
      z.object({
        state: z.literal('current'),
        place: z.string(),
        temperature: z.number().meta({ description: 'Degrees Celsius' }),
        description: z.string(),
        icon: z.enum(skies),
        code: z.int().meta({ description: 'WMO weather code' }),
        observed_at: instant,
        is_example: z.literal(true).optional().meta({ description: 'Set where the weather is made up for a demo' }),
      }),
      z.object({ state: z.literal('unavailable'), place: z.string(), message: z.string() }),
    ]),
    refusals: [],
    maxAgeSeconds: 60,
  }),
};
