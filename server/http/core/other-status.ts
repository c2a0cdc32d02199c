/**
 * An answer with another status than the contract states: 202 if its work continues, 200 if it repeats the first
 * answer.
 */
export class OtherStatus<Body> {
  readonly status: 200 | 202;
  readonly body: Body;

  constructor(status: 200 | 202, body: Body) {
    this.status = status;
    this.body = body;
  }
}
