const MM_PER_PIXEL = 25.4 / 96;

let pageSize: CSSStyleSheet | undefined;

/**
 * Prints a page as long as the sheet, because browsers do not support pages of `58mm auto`. One more millimetre avoids
 * a second page. A font that loads late makes the sheet longer.
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
