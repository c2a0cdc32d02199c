/** Of the template with the scripts that begin after the first paint. */
export const LATER_ID = 'later';
