import { expect, test } from 'vitest';
import { centreSchema } from './centre.ts';

const { services } = centreSchema.parse({});

test('each example service has a different name in each language, in the script of the language', () => {
  const scripts = { en: /^[A-Z][\x20-\x7e]+$/, si: /[\u0d80-\u0dff]/, ta: /[\u0b80-\u0bff]/ } as const;
  for (const { title, description } of services) {
    for (const language of ['en', 'si', 'ta'] as const) {
      expect(title[language]).toMatch(scripts[language]);
      expect(description[language]).toMatch(scripts[language]);
    }
  }
  for (const language of ['en', 'si', 'ta'] as const)
    expect(new Set(services.map(({ title }) => title[language])).size).toBe(services.length);
});

test('a centre may list its own services or none; an unknown icon is refused', () => {
  const told = { en: 'Cold store', si: 'ශීතාගාරය', ta: 'குளிர் களஞ்சியம்' };
  expect(centreSchema.parse({ services: [] }).services).toEqual([]);
  expect(centreSchema.parse({ services: [{ title: told, description: told }] }).services).toEqual([
    { icon: 'stall', title: told, description: told },
  ]);
  const unknown = centreSchema.safeParse({ services: [{ icon: 'ship', title: told, description: told }] });
  expect(unknown.error?.issues[0]?.message).toContain('must be one of stall, prices, lorry');
});
