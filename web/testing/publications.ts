import { day, startOfDay } from '#billing/calendar.ts';
import type { Publication } from '#contract/publications.ts';

export function testPublication(more: Partial<Publication> = {}): Publication {
  const at = startOfDay(day('2026-11-20'));
  return {
    id: 7,
    type: 'notice',
    topic: 'Closed on Poya',
    topic_si: 'පෝය දිනයේ වසා ඇත',
    topic_ta: 'போயா தினத்தில் மூடப்படும்',
    description: 'The market rests on the full-moon day.',
    description_si: 'පුර පසළොස්වක දිනයේ වෙළඳපොළ වසා තැබේ.',
    description_ta: 'பௌர்ணமி தினத்தில் சந்தை மூடப்படும்.',
    image: null,
    createdAt: at,
    updatedAt: at,
    ...more,
  };
}
