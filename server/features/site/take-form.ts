import type { FastifyRequest } from 'fastify';
import type { Language } from '#contract/languages.ts';
import { type ApiMessage, inWords } from '#contract/messages/message.ts';
import { Refusal, refusalBody } from '#contract/refusals.ts';

/** Carries a form out. The notice says what was done, or why not. */
export async function attempt(language: Language, act: () => Promise<{ sentence: ApiMessage; key?: string | null }>) {
  try {
    const { sentence, key = null } = await act();
    return { status: 200, notice: { text: inWords(sentence, language), isFault: false }, key };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, notice: { text: refusalBody(error, language).message, isFault: true }, key: null };
  }
}

export function refuseOtherSites({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('not_allowed');
}
