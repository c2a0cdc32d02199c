export type FormValues = Record<string, unknown>;
