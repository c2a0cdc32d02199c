/** The value of an attribute in the text between a tag's name and its end, as it is written there. */
export function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
}

/** A text of an XML file as it is meant. */
export function unescapeXml(text: string): string {
  // The ampersand comes last, or what it frees would be read a second time.
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
