const MM_PER_PIXEL = 25.4 / 96;

let pageSize: CSSStyleSheet | undefined;

/**
 * Prints the page on paper as wide as the roll and as long as this sheet: a roll has no length of its own, and browsers
 * know no page of `58mm auto`. One more millimetre keeps a rounded edge off a second page. A letter that comes later than
 * the sheet makes it longer, so the fonts are waited for.
 */
export async function printOnRoll(sheet: HTMLElement | null): Promise<void> {
  await document.fonts.ready;
  const millimetres = Math.ceil((sheet?.getBoundingClientRect().height ?? 0) * MM_PER_PIXEL) + 1;
  if (!pageSize) {
    pageSize = new CSSStyleSheet();
    document.adoptedStyleSheets.push(pageSize);
  }
  pageSize.replaceSync(`@page { size: 58mm ${millimetres}mm; margin: 0 }`);
  window.print();
}
