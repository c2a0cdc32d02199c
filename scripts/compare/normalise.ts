const CHANCE: readonly [RegExp, string][] = [
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>'],
  [/pola-compare-\w+/g, '<folder>'],
  [/\b[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b/g, '<uuid>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/\$argon2id\$[^"\s]+/g, '<password hash>'],
  [/(?<="password":")[a-z\d]{5}(?:-[a-z\d]{5}){3}/g, '<password>'],
  [/(?<=password-link#)[\w-]+/g, '<token>'],
  [/(?<=[?&]key=|"key":\s?")[\w-]{32}/g, '<key>'],
  [/(?<="ticket":")[\w-]{20,}/g, '<ticket>'],
  [/(?<="(?:challenge|secret)":")[\w-]{20,}|(?<=secret=)[A-Z\d]+/g, '<secret>'],
  [/(?<=push_(?:\w+_)?key\\*":\\*"|web push public key: )[\w-]{40,}/g, '<push key>'],
  [/\b[\da-f]{64}\b(?!\.webp)/g, '<hash>'],
  [/(?<="pushKey":\s*")[\w-]+/g, '<push key>'],
  [/(?<="is_own":)(?:true|false)/g, '"<chance>"'],
  [/\b[\dA-F]{10}\b/g, '<code>'],
];

/** Writes placeholders in place of values that are random or depend on the computer. */
export function withoutChance(text: string): string {
  return CHANCE.reduce((given, [what, shape]) => given.replaceAll(what, shape), text);
}

/**
 * Returns a page in three parts: its text, its style, and the data of its script. Names that a build generates are
 * omitted.
 */
export function partsOfPage(html: string): { html: string; css: string; data: string } {
  const css: string[] = [];
  const data: string[] = [];
  const kept = html
    .replaceAll(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, inner: string) => {
      css.push(inner);
      return '<style>';
    })
    .replaceAll(/<script[^>]*type="application\/json"[^>]*>([\s\S]*?)<\/script>/g, (_, inner: string) => {
      data.push(inner);
      return '<script data>';
    })
    .replaceAll(/<link rel="(?:module)?preload"[^>]*>/g, '')
    .replaceAll(/(?<=nonce-|sha256-)[\w+/=]+/g, '<drawn>');
  return {
    html: lines(withoutBuild(withoutChance(kept))),
    css: withoutBuild(css.join('\n')).replaceAll('}', '}\n'),
    data: data.map((one) => indented(withoutChance(one))).join('\n'),
  };
}

/** Removes the names that a build generates for files, classes and elements. */
export function withoutBuild(text: string): string {
  return text
    .replaceAll(/<link rel="(?:modulepreload|stylesheet)"[^>]*>\s*/g, '')
    .replaceAll(/\/assets\/[\w.~-]+\.(js|css|woff2?)/g, '/assets/<$1>')
    .replaceAll(/\b_([a-zA-Z][\w-]*?)_[\w-]{5}_\d+\b/g, '_$1')
    .replaceAll(/\bmantine-[a-z\d]{9}\b|_r_\w+_|:r\w+:/g, '<element>');
}

export function lines(html: string): string {
  return html.replaceAll('><', '>\n<');
}

export function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 1);
  } catch {
    return json;
  }
}
