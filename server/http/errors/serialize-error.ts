/** What a line of the log tells of a fault. */
type SerializedError = {
  type: string;
  message: string;
  /** The engine's or the system's name for it, such as 23505 or ECONNREFUSED. */
  code?: string;
  stack: string;
  cause?: SerializedError;
};

/**
 * Tells a fault for the log: what kind, where and why. Whatever else hangs on an error is left out, for an engine adds the
 * row that it refused, and a mail server what it was sent (trust.md, Privacy).
 */
export function serializeError(fault: unknown): SerializedError {
  if (!(fault instanceof Error)) return { type: typeof fault, message: String(fault), stack: '' };
  const { name, message, stack = '', cause } = fault;
  return {
    type: name,
    message,
    ...('code' in fault && typeof fault.code === 'string' && { code: fault.code }),
    stack,
    ...(cause !== undefined && { cause: serializeError(cause) }),
  };
}
