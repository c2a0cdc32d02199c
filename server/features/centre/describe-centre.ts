import { fieldLabel } from '#contract/messages/input-message.ts';
import { message } from '#contract/messages/message.ts';
import type { ChangeDescription } from '../audit/describe-changes.ts';

export function describeCentre(facts: object, place: readonly string[] = []): ChangeDescription {
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
