/** Made by the build (scripts/setup/office-pages-plugin.ts) from the list of the office's pages (pages-data.ts). */
declare module 'virtual:office/pages' {
  type Declared = typeof import('./pages-data.ts').officePages;
  export type OfficePath = keyof Declared;
  export const officePages: Readonly<Record<OfficePath, import('./page.ts').OfficePage>>;
}

declare module 'virtual:office/paths' {
  const paths: readonly string[];
  export default paths;
}

/** The everyday words of the pages that have some. */
declare module 'virtual:office/words' {
  const words: Readonly<Partial<Record<string, import('#web/i18n/t.ts').MessageKey>>>;
  export default words;
}

declare module 'virtual:office/imports' {
  const imports: Readonly<
    Record<
      keyof typeof import('./pages-data.ts').officePages,
      () => Promise<{ Component: import('react').ComponentType }>
    >
  >;
  export default imports;
}

declare module 'virtual:office/menu' {
  const menu: readonly import('./page.ts').MenuEntry[];
  export default menu;
}

/** The cards of the pages below one page: \`virtual:office/cards/settings\` for /settings. */
declare module 'virtual:office/cards/*' {
  const cards: readonly import('./page.ts').OfficeCard[];
  export default cards;
}
