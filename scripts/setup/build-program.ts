import { createBuilder } from 'vite';

/**
 * The folder to build into. Server tests run this program if the current build is missing or old; they need only the
 * server's programs.
 */
const [outDir = ''] = process.argv.slice(2);
const builder = await createBuilder({ logLevel: 'error', environments: { program: { build: { outDir } } } });
const { program } = builder.environments;
if (!program) throw new Error('vite.config.ts has no programs.');
await builder.build(program);
