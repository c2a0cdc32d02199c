import type { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { apiMessage } from '#contract/messages/message.ts';
import { Refusal } from '#contract/refusals.ts';
import { nextTurn, ONE_TURN_LENGTH } from '../../turns.ts';

/** No call has a body of this depth. A parser takes half a second for a megabyte of brackets. */
const DEEPEST = 32;

/**
 * Each piece is decoded and checked as it arrives, because a large body that is joined and decoded at its end holds the
 * event loop. An empty body becomes an empty object, and the keys of prototypes are removed.
 */
export function parseJsonBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('remove', 'remove');
  const readJson = async (request: FastifyRequest, sent: IncomingMessage): Promise<unknown> => {
    const pieces = await readPieces(sent, request.routeOptions.bodyLimit);
    const isLong = pieces.reduce((sum, { length }) => sum + length, 0) > ONE_TURN_LENGTH;
    if (isLong) await nextTurn();
    const text = pieces.join('');
    if (text === '') return {};
    if (isLong) await nextTurn();
    const body = await new Promise((resolve, reject) => {
      void parse(request, text, (error, parsed) => (error ? reject(error) : resolve(parsed)));
    });
    if (isLong) await nextTurn();
    return body;
  };
  fastify.addContentTypeParser('application/json', readJson);
}

/** Throws too_large and malformed_body without reading the rest, and malformed_body if the connection is closed. */
function readPieces(sent: IncomingMessage, mostBytes: number): Promise<string[]> {
  if (Number(sent.headers['content-length']) > mostBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  const decoder = new StringDecoder();
  const brackets = new OpenBrackets();
  let bytes = 0;
  const pieces: string[] = [];
  return new Promise((resolve, reject) => {
    const stop = () => sent.off('data', read).off('end', end).off('error', cut);
    const end = () => {
      stop();
      resolve([...pieces, decoder.end()]);
    };
    const refuse = (error: Error) => {
      stop();
      reject(error);
    };
    const cut = () => refuse(new Refusal('malformed_body'));
    const read = (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > mostBytes) return refuse(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      const decoded = decoder.write(piece);
      if (brackets.areTooManyAfter(decoded))
        return refuse(new Refusal('malformed_body', { message: apiMessage('refusals.malformed_body.deep') }));
      pieces.push(decoded);
    };
    sent.on('data', read).on('end', end).on('error', cut);
  });
}

/** Counts the open brackets outside of texts. Whether they match does not matter. */
class OpenBrackets {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  areTooManyAfter(piece: string): boolean {
    for (let at = 0; at < piece.length && this.#depth <= DEEPEST; at += 1) this.#add(piece[at]);
    return this.#depth > DEEPEST;
  }

  #add(character: string | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInText) {
      if (character === '"') this.#isInText = false;
      else if (character === '\\') this.#isEscaped = true;
    } else if (character === '"') this.#isInText = true;
    else if (character === '[' || character === '{') this.#depth += 1;
    else if (character === ']' || character === '}') this.#depth -= 1;
  }
}
