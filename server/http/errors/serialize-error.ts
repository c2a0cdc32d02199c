type SerializedError = {
  type: string;
  message: string;
  /** The code of the engine or the system, such as 23505 or ECONNREFUSED. */
  code?: string;
  stack: string;
  cause?: SerializedError;
};

/**
 * Returns the properties of an error that may be logged. All others are dropped, because they may contain private data:
 * a database engine attaches the row that it refused, and a mail server the message.
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
