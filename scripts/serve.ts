import { readConfig } from '#server/config.ts';

export async function serve(): Promise<string> {
  await import('#server/main.ts');
  const { publicUrl, host, port } = readConfig();
  return publicUrl ?? `http://${host}:${port}`;
}
