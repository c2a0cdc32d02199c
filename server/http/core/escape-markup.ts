const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for elements and attributes of HTML and XML. Drops U+FFFE and U+FFFF, which XML cannot contain. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[\uFFFE\uFFFF]/g, '').replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
