/** Returns the present value of a colour of web/ui/tokens.css, because a canvas does not read custom properties. */
export function tokenColour(token: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}
