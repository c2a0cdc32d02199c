import { createBuilder } from 'vite';

/** The folder to build into. Only the programs of the server are built, so that tests never start an older server. */
const [outDir = ''] = process.argv.slice(2);
const builder = await createBuilder({ logLevel: 'error', environments: { program: { build: { outDir } } } });
const { program } = builder.environments;
if (!program) throw new Error('vite.config.ts has no programs.');
await builder.build(program);
