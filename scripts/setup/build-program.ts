import { createBuilder } from 'vite';

/** Builds only the programs of the server, into the folder given: tests that start a server have no older one. */
const [outDir = ''] = process.argv.slice(2);
const builder = await createBuilder({ logLevel: 'error', environments: { program: { build: { outDir } } } });
const { program } = builder.environments;
if (!program) throw new Error('vite.config.ts has no programs.');
await builder.build(program);
