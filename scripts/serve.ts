import { readConfig } from '#server/config.ts';

/** Starts the server and returns its address when it is ready. */
export async function serve(): Promise<string> {
  await import('#server/main.ts');
  const { publicUrl, host, port } = readConfig();
  return publicUrl ?? `http://${host}:${port}`;
}
