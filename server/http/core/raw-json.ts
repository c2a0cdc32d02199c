/**
 * An answer whose body is already JSON text. This is faster than building objects and serializing them. Use it only for
 * public reads; tests check it against the contract.
 */
export class RawJson {
  readonly content: string | Buffer;

  constructor(content: string | Buffer) {
    this.content = content;
  }
}
