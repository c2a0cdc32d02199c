export function fitPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

/**
 * Returns the path of a picture on this server. Answers contain the picture's public address. A page opened at another
 * address, such as that of a local network, could not load the picture from there.
 */
export function picturePath(address: string): string {
  return address.replace(/^https?:\/\/[^/]+(?=\/images\/)/, '');
}
