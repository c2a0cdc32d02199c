/** The market's name, which the server writes into the page so that a ticket can be printed without network. */
export function centreName(): string {
  return document.querySelector('meta[name="centre"]')?.getAttribute('content') ?? '';
}
