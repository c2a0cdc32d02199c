/** The limits of alerts, apart from the calls in alerts.ts, so that public pages load no Zod. */
export const MOST_ALERT_PRODUCTS = 20;
/** The hours in which a subscription must be confirmed. */
export const ALERT_CONFIRM_HOURS = 48;
/** The days after which sent messages are deleted. */
export const ALERT_MESSAGE_DAYS = 30;
