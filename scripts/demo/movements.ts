/** How restless a price is: a tomato's jumps every morning, a sack of rice keeps its price for weeks. */
export type Temper = 'volatile' | 'lively' | 'calm' | 'steady';

/** How a temper moves; all but shares are logarithms, about equal to fractions: 0.1 is a tenth up or down. */
export interface Movement {
  /** Part of the distance from the level that is taken back each day. */
  pull: number;
  /** Daily deviation of the walk, which lasts. */
  drift: number;
  /** Deviation of an ordinary morning's noise, which is gone the next day. */
  noise: number;
  /** Deviation of a wild morning's noise, and the share of such mornings. */
  wildNoise: number;
  wildShare: number;
  /** How much of the rain is felt, and the share of days on which a glut or a shortage of its own begins. */
  rainShare: number;
  surpriseShare: number;
  /** Share of mornings on which yesterday's pair stands. */
  keepShare: number;
  /** Middling width of the range against its middle. */
  width: number;
  /** Deviation of the logarithm of the width from one morning to the next. */
  widthSpread: number;
}

export const MOVEMENTS: Readonly<Record<Temper, Movement>> = {
  volatile: {
    pull: 0.04,
    drift: 0.095,
    noise: 0.08,
    wildNoise: 0.28,
    wildShare: 0.16,
    rainShare: 1,
    surpriseShare: 0.006,
    keepShare: 0.1,
    width: 0.19,
    widthSpread: 0.4,
  },
  lively: {
    pull: 0.03,
    drift: 0.05,
    noise: 0.035,
    wildNoise: 0.14,
    wildShare: 0.1,
    rainShare: 0.5,
    surpriseShare: 0.004,
    keepShare: 0.2,
    width: 0.18,
    widthSpread: 0.4,
  },
  calm: {
    pull: 0.02,
    drift: 0.025,
    noise: 0.012,
    wildNoise: 0.06,
    wildShare: 0.06,
    rainShare: 0.15,
    surpriseShare: 0.001,
    keepShare: 0.4,
    width: 0.13,
    widthSpread: 0.3,
  },
  steady: {
    pull: 0.01,
    drift: 0.008,
    noise: 0.002,
    wildNoise: 0.02,
    wildShare: 0.02,
    rainShare: 0,
    surpriseShare: 0,
    keepShare: 0.6,
    width: 0.06,
    widthSpread: 0.15,
  },
};
