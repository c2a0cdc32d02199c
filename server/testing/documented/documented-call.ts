import type { z } from 'zod';

type DocumentedRole = 'superadmin' | 'admin' | 'manager' | 'editor' | 'tiketing';

export type Known = Record<string, string>;

export interface DocumentedRequest {
  url: string;
  body?: unknown;
  /** Fields of multipart/form-data, sent with a picture as `image`. */
  form?: Record<string, string>;
}

/**
 * A call from the tables in section 7 of a specification. A call that can be sent in several ways has one entry for
 * each.
 */
export interface DocumentedCall {
  row: string;
  way?: string;
  by: readonly DocumentedRole[];
  request: (known: Known) => DocumentedRequest;
  answer: z.ZodType;
  learn?: (answer: unknown, known: Known) => void;
}

const office = ['superadmin', 'admin', 'manager', 'editor'] as const;

export const documentedRoles = {
  office,
  everybody: [...office, 'tiketing'],
  bookkeepers: ['superadmin', 'admin'],
  managers: ['superadmin', 'admin', 'manager'],
  superadmin: ['superadmin'],
} as const;
