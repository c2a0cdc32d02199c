const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Returns text escaped for elements and attributes of HTML and XML, without the two characters that XML cannot contain. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[\uFFFE\uFFFF]/g, '').replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
