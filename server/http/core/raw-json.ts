/**
 * An answer that is JSON already, as text or as bytes, made faster than by building objects and writing them out. Only for
 * public reads that are worth it; tests hold it against the contract like any answer.
 */
export class RawJson {
  readonly content: string | Buffer;

  constructor(content: string | Buffer) {
    this.content = content;
  }
}
