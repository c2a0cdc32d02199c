import type { z } from 'zod';

export type DocumentedRole = 'superadmin' | 'admin' | 'manager' | 'editor' | 'tiketing';

/** Ids that earlier answers named. */
export type Known = Record<string, string>;

export interface DocumentedRequest {
  /** Path and query. */
  url: string;
  body?: unknown;
  /** Fields of multipart/form-data, sent with a picture as `image`. */
  form?: Record<string, string>;
}

/** A line of the tables of section 7, or one way of sending it. */
export interface DocumentedCall {
  /** Method and path as the table writes them. */
  row: string;
  /** What is special about this way of sending it. */
  way?: string;
  by: readonly DocumentedRole[];
  request: (known: Known) => DocumentedRequest;
  answer: z.ZodType;
  learn?: (answer: unknown, known: Known) => void;
}

/** The role table; the documents ask for a login token alone (departures: Roles). */
export const office = ['superadmin', 'admin', 'manager', 'editor'] as const;
export const everybody = [...office, 'tiketing'] as const;
export const bookkeepers = ['superadmin', 'admin'] as const;
export const managers = ['superadmin', 'admin', 'manager'] as const;
export const superadmin = ['superadmin'] as const;
