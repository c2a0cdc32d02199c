/**
 * The opening hours of specification 1, section 1. For exactly these hours pages show a fixed sentence instead of the
 * two times.
 */
export const USUAL_HOURS = { opens: '05:00', closes: '23:59' };
