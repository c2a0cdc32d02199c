/** The opening hours of specification 1, section 1. Pages describe these hours with a sentence of their own. */
export const USUAL_HOURS = { opens: '05:00', closes: '23:59' };
