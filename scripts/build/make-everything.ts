import path from 'node:path';
import { createBuilder } from 'vite';

/** Builds the client, the renderer and the programs (vite.config.ts) into a folder. */
export async function makeEverything(root: string, folder: string): Promise<void> {
  const into = (name: string) => ({ build: { outDir: path.join(folder, name) } });
  const environments = { client: into('client'), ssr: into('server'), program: into('program') };
  // Vite would build for development in a shell that has set another value, and such pages do not run.
  process.env.NODE_ENV = 'production';
  const builder = await createBuilder({ root, configFile: path.join(root, 'vite.config.ts'), environments });
  await builder.buildApp();
}
