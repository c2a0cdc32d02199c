/** An answer whose work goes on. */
export class Accepted<Body> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}

/** The first answer to a repeated request without a key: nothing was created, so the status is 200. */
export class Repeated<Body> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}
