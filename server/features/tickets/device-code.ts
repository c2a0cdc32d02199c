/** I and O look like 1 and 0; V begins the number of a vehicle ticket. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUWXYZ';

/** Returns the code of a device: A, B and so on, and after the last letter AA, AB and so on. */
export function presentDeviceCode(id: number): string {
  const last = LETTERS[(id - 1) % LETTERS.length] ?? '';
  return id <= LETTERS.length ? last : presentDeviceCode(Math.floor((id - 1) / LETTERS.length)) + last;
}

/** Returns the id of a device; undefined for letters that no device can have. */
export function deviceIdOf(code: string): number | undefined {
  const places = [...code].map((letter) => LETTERS.indexOf(letter) + 1);
  return places.length === 0 || places.includes(0)
    ? undefined
    : places.reduce((id, place) => id * LETTERS.length + place, 0);
}
