/**
 * An answer whose status is not the one in the contract: 202 if its work continues, 200 if it repeats the first answer.
 */
export class OtherStatus<Body> {
  readonly status: 200 | 202;
  readonly body: Body;

  constructor(status: 200 | 202, body: Body) {
    this.status = status;
    this.body = body;
  }
}
