const MM_PER_PIXEL = 25.4 / 96;

let pageSize: CSSStyleSheet | undefined;

/**
 * Prints on a page as tall as the sheet, because browsers do not support the page size `58mm auto`. One extra
 * millimetre prevents a second page. The height is measured after the fonts have loaded, because a font that loads
 * later could change it.
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
