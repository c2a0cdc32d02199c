import path from 'node:path';
import tabler from '@iconify-json/tabler/icons.json' with { type: 'json' };
import type { Plugin } from 'vite';

const PREFIX = 'virtual:icons/';
const MAKE_ICON = path.resolve(import.meta.dirname, '../../web/ui/icon/make-icon.ts');

/**
 * Serves each icon of the package as a module, so that a browser loads only the icons of a page. The same icons as
 * components of React come in 17,800 files, a quarter of the time of `npm ci`.
 */
export function iconsPlugin(): Plugin {
  const icons: Partial<Record<string, { body: string }>> = tabler.icons;
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PREFIX) ? id : undefined),
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const icon = icons[id.slice(PREFIX.length)];
      if (!icon) throw new Error(`@iconify-json/tabler has no icon ${id.slice(PREFIX.length)}`);
      return `import { makeIcon } from ${JSON.stringify(MAKE_ICON)};
export default makeIcon(${JSON.stringify(icon.body)});`;
    },
  };
}
