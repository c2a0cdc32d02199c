/** Returns the tokens of web/ui/tokens.css that are the same in light and dark: `--size-1` is `0.75rem`. */
export function fixedTokens(css: string): Map<string, string> {
  return new Map(
    Array.from(css.matchAll(/^ {2}(--[a-z]+-\d): ([^;]+);$/gm), ([, name = '', value = '']) => [name, value]),
  );
}
