import type { FastifyServerOptions } from 'fastify';

/**
 * The contract validates calls and answers, so Fastify does not load its compilers of JSON schemas, which take memory
 * and a part of the start.
 */
export const schemaController: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas },
};

function refuseSchemas(): never {
  throw new Error('A route has a JSON schema. Only the contract describes calls.');
}
