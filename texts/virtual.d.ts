/** Texts of one language by key, such as `virtual:texts/si/shared-gate` (scripts/setup/texts-plugin.ts). */
declare module 'virtual:texts/*' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

/** The loaders of the public pages' texts, by language and file, such as `si/prices`. */
declare module 'virtual:texts/site' {
  const files: Readonly<Partial<Record<string, () => Promise<{ default: Readonly<Record<string, string>> }>>>>;
  export default files;
}
