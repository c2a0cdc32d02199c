import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { PeerFault } from './centre-fault.ts';
import { isPublicAddress } from './public-address.ts';

export interface PeerLimits {
  /** The time for one answer, from the question to its last byte. */
  answerMs: number;
  /** The largest answer, unpacked. It is parsed in one turn, so it also limits how long readers wait. */
  mostBytes: number;
}

export const PEER_LIMITS: PeerLimits = { answerMs: 15_000, mostBytes: 512 * 1024 };

const MOST_REDIRECTS = 3;
const MOST_HEADER_BYTES = 16 * 1024;
/** The answers of centres are tables: objects in lists, in an object. */
const MOST_DEPTH = 12;

export interface PeerRules {
  limits: PeerLimits;
  /** Hosts, such as `localhost`, that may be on this computer: for the demo and tests only. */
  loopbackHosts: readonly string[];
  end?: AbortSignal;
  /** By default the resolver of the system. */
  resolveName?: (name: string, options: LookupAllOptions) => Promise<LookupAddress[]>;
}

export type PeerAnswer = { isUnchanged: true } | { isUnchanged: false; json: unknown; etag: string | undefined };

/**
 * Reads the address of a centre as a person types it: with or without https://, with or without a path of its pages.
 * Throws a PeerFault for an address that is never asked.
 */
export function readPeerAddress(typed: string, rules: Pick<PeerRules, 'loopbackHosts'>): string {
  const text = typed.trim();
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== '' || address.password !== '')
    throw new PeerFault('bad_address');
  requireAllowed(address, rules);
  return address.origin;
}

function requireAllowed(address: URL, { loopbackHosts }: Pick<PeerRules, 'loopbackHosts'>): void {
  const host = hostOf(address);
  if (loopbackHosts.includes(host)) return;
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PeerFault('private_address');
  if (address.protocol !== 'https:') throw new PeerFault('not_encrypted');
}

/** Asks a centre for a path and returns its JSON. Throws a PeerFault for anything else than a small, quick answer. */
export async function fetchPeer(
  origin: string,
  path: string,
  { etag, rules }: { etag?: string | undefined; rules: PeerRules },
): Promise<PeerAnswer> {
  const timeout = AbortSignal.timeout(rules.limits.answerMs);
  const end = rules.end ? AbortSignal.any([timeout, rules.end]) : timeout;
  try {
    let address = new URL(path, origin);
    for (let redirects = 0; ; redirects += 1) {
      const answer = await ask(address, { etag, rules, end });
      const { statusCode = 0, headers } = answer;
      if (statusCode === 304) return discard(answer, { isUnchanged: true });
      if (statusCode >= 300 && statusCode < 400) {
        address = nextAddress(address, headers.location, redirects);
        discard(answer, undefined);
        continue;
      }
      if (statusCode !== 200) throw discard(answer, new PeerFault('bad_status', `${statusCode} ${path}`));
      const text = await readText(answer, { end, rules, path });
      return { isUnchanged: false, json: parse(text, path), etag: headers.etag };
    }
  } catch (error) {
    if (error instanceof PeerFault) throw error;
    if (end.aborted) throw new PeerFault('too_slow', path);
    throw new PeerFault('unreachable', codeOf(error));
  }
}

function discard<Result>(answer: IncomingMessage, result: Result): Result {
  answer.destroy();
  return result;
}

function nextAddress(from: URL, location: string | undefined, redirects: number): URL {
  const to = URL.parse(location ?? '', from);
  if (!to || to.origin !== from.origin || redirects >= MOST_REDIRECTS) throw new PeerFault('redirected');
  return to;
}

interface Ask {
  etag: string | undefined;
  rules: PeerRules;
  end: AbortSignal;
}

function ask(address: URL, { etag, rules, end }: Ask): Promise<IncomingMessage> {
  requireAllowed(address, rules);
  const isLoopback = rules.loopbackHosts.includes(hostOf(address));
  const options: RequestOptions = {
    method: 'GET',
    signal: end,
    agent: false,
    maxHeaderSize: MOST_HEADER_BYTES,
    lookup: lookupWhere(isLoopback ? isLoopbackAddress : isPublicAddress, rules.resolveName ?? lookup),
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': 'Pola other centres',
      ...(etag !== undefined && { 'if-none-match': etag }),
    },
  };
  return new Promise((resolveAnswer, reject) => {
    const request = (address.protocol === 'https:' ? https : http).request(address, options);
    request.on('response', resolveAnswer).on('error', reject);
    // A second check, of the connection itself: nothing is sent before the address that answers is known.
    request.on('socket', (socket) => {
      const check = () => {
        if (!isLoopback && !isPublicAddress(socket.remoteAddress ?? ''))
          request.destroy(new PeerFault('private_address'));
        else request.end();
      };
      if (socket.connecting) socket.once('connect', check);
      else check();
    });
  });
}

/**
 * Resolves a name once and connects to what was checked, so that a name that changes its address between check and
 * connection gains nothing. One private address among several refuses all.
 */
function lookupWhere(
  isAllowed: (address: string) => boolean,
  resolveName: NonNullable<PeerRules['resolveName']>,
): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { all: true, family: options.family }).then(
      (found) => {
        const [first] = found;
        if (!first) return callback(new PeerFault('unreachable', 'ENOTFOUND'), '', 0);
        if (!found.every(({ address }) => isAllowed(address))) return callback(new PeerFault('private_address'), '', 0);
        if (options.all) return callback(null, found);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

function isLoopbackAddress(address: string): boolean {
  return /^127\.|^::1$/.test(address);
}

async function readText(
  answer: IncomingMessage,
  { end, rules, path }: { end: AbortSignal; rules: PeerRules; path: string },
): Promise<string> {
  const { mostBytes } = rules.limits;
  const body: Readable = answer.headers['content-encoding'] === 'gzip' ? answer.pipe(createGunzip()) : answer;
  const stop = () => body.destroy(new PeerFault('too_slow', path));
  end.addEventListener('abort', stop, { once: true });
  answer.once('error', (error) => body.destroy(error));
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw new PeerFault('too_large', path);
      text += decoder.decode(chunk, { stream: true });
    }
  } finally {
    end.removeEventListener('abort', stop);
    answer.destroy();
  }
  return text + decoder.decode();
}

function parse(text: string, path: string): unknown {
  if (depthOf(text) > MOST_DEPTH) throw new PeerFault('bad_shape', path);
  try {
    return JSON.parse(text);
  } catch {
    throw new PeerFault('bad_shape', path);
  }
}

/** Returns the depth of brackets outside of texts, before anything is parsed. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (mark === '[' || mark === '{') depth += 1;
    else if (mark === ']' || mark === '}') depth -= 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

/** Returns the host as it is resolved: an IPv6 address without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

function codeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return /^[A-Z0-9_]{1,40}$/.test(code) ? code : '';
}
