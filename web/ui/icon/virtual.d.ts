/** Made by the build (scripts/setup/icons-plugin.ts) from the name of an icon of Tabler. */
declare module 'virtual:icons/*' {
  const icon: import('./make-icon.ts').Icon;
  export default icon;
}
