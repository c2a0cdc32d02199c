import type { RenderedPage } from '#contract/site.ts';

const CLOSED = "frame-ancestors 'none'; base-uri 'none'";

/** The policy of every answer that has no policy of its own. */
export const API_POLICY = `default-src 'none'; ${CLOSED}`;

/** The policy of a service worker. What the worker fetches is checked against this policy, not the page's. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

const policyWith = (scripts: readonly string[]) =>
  `default-src 'none'; script-src ${["'self'", ...scripts].join(' ')}; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; ${CLOSED}`;

const PAGE_POLICY = policyWith([]);

/**
 * The component library writes styles at run time, and the spreadsheet library compresses files in workers that it
 * loads from blob: URLs.
 */
export const OFFICE_POLICY = `${PAGE_POLICY}; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'`;

export const GATE_POLICY = `${PAGE_POLICY}; worker-src 'self'; style-src 'self'`;

/** Returns the policy of a public page: inline styles and scripts only by hash, frames only of the given origin. */
export function sitePolicy(
  { styleHashes, scriptHashes }: Pick<RenderedPage, 'styleHashes' | 'scriptHashes'>,
  frameSource: string | undefined,
): string {
  const policy = `${policyWith(scriptHashes)}; worker-src 'self'; style-src ${styleHashes.join(' ')}`;
  return frameSource === undefined ? policy : `${policy}; frame-src ${frameSource}`;
}

export function apiPagePolicy(styleHash: string): string {
  return `default-src 'none'; style-src ${styleHash}; ${CLOSED}; form-action 'none'`;
}
