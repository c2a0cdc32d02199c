// Loaded before an old release (--import), whose clock then shows the time of CLOCK_AT and goes on from there.
const RealDate = Date;
const shift = RealDate.parse(process.env.CLOCK_AT ?? '') - RealDate.now();

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shift);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + shift;
  }
};
