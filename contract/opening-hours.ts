/** Specification 1, section 1. Pages have a sentence of their own for them. */
export const USUAL_HOURS = { opens: '05:00', closes: '23:59' };
