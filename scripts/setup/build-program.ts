import { createBuilder } from 'vite';

/**
 * The folder to build into. Server tests run this script if the build is missing or old, because they need only the
 * programs of the server.
 */
const [outDir = ''] = process.argv.slice(2);
const builder = await createBuilder({ logLevel: 'error', environments: { program: { build: { outDir } } } });
const { program } = builder.environments;
if (!program) throw new Error('vite.config.ts has no programs.');
await builder.build(program);
