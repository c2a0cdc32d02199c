/** An answer whose work goes on. */
export class Accepted<Body> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}
