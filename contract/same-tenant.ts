import { isEmptyMark } from './empty-marks.ts';
import { foldText } from './fold-text.ts';
import { dialled } from './telephone.ts';

/** What is known of the tenant of a tenancy that was recorded before tenants had ids, or comes from a file. */
export interface TenantMarks {
  name: string;
  contact: string;
  email: string | null;
  tin: string;
}

/**
 * Returns the tenancies in groups, each of which probably has one tenant: the names are equal, and the contact, the
 * email or the tax number is. Groups and their tenancies are in the order of the list (docs/rules.md, Tenancies).
 */
export function groupSameTenants<Tenancy extends TenantMarks>(tenancies: readonly Tenancy[]): Tenancy[][] {
  const groups = new Map<string, Tenancy[]>();
  for (const tenancy of tenancies) {
    const marks = marksOf(tenancy);
    const known = new Set(marks.flatMap((mark) => groups.get(mark) ?? []));
    const group = [...known, tenancy];
    const all = [...marks, ...group.flatMap(marksOf)];
    for (const mark of all) groups.set(mark, group);
    if (all.length === 0) groups.set(`alone ${groups.size}`, group);
  }
  const order = new Map(tenancies.map((tenancy, at) => [tenancy, at]));
  const placeOf = (tenancy: Tenancy | undefined) => (tenancy && order.get(tenancy)) ?? 0;
  return [...new Set(groups.values())]
    .map((group) => group.toSorted((one, other) => placeOf(one) - placeOf(other)))
    .sort(([one], [other]) => placeOf(one) - placeOf(other));
}

/** Written where the number is not known. */
const ONE_DIGIT_REPEATED = /^(\d)\1*$/;

function marksOf({ name, contact, email, tin }: TenantMarks): string[] {
  const person = foldText(name);
  if (isEmptyMark(person)) return [];
  const details = [
    ['contact', foldContact(contact)],
    ['email', foldText(email ?? '')],
    ['tin', foldText(tin)],
  ] as const;
  return details.flatMap(([kind, detail]) => (isEmptyMark(detail) ? [] : `${kind} ${detail}\n${person}`));
}

/** Returns the number as dialled within the country, because it is also written with the country code. */
function foldContact(contact: string): string {
  const number = (dialled(contact) ?? foldText(contact)).replace(/^\+94/, '0');
  return ONE_DIGIT_REPEATED.test(number) ? '' : number;
}
