import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { fixedTokens } from './read-tokens.ts';

const TOKENS = path.resolve(import.meta.dirname, '../../web/ui/tokens.css');
const PUBLIC_STYLES = /[\\/]web[\\/]site[\\/].*\.css(\?|$)/;

/**
 * Writes sizes, spaces, radii and weights into the rules of the public pages, and leaves them out of the tokens of these
 * pages. They are the same in light and dark, and every page carries its rules in its HTML.
 */
export function tokensPlugin(): Plugin {
  const fixed = fixedTokens(readFileSync(TOKENS, 'utf8'));
  return {
    name: 'tokens',
    enforce: 'pre',
    transform(code, id) {
      if (id.startsWith(TOKENS) && id.includes('?inline')) return code.replace(/^ {2}(--[a-z]+-\d): .*\n/gm, '');
      if (!PUBLIC_STYLES.test(id)) return undefined;
      return code.replace(/var\((--[a-z]+-\d)\)/g, (whole, name: string) => fixed.get(name) ?? whole);
    },
  };
}
