/**
 * An answer that is JSON text already, made faster than by building objects and writing them out. Only for public reads
 * that are worth it; tests hold its text against the contract like any answer.
 */
export class ReadyJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
