/**
 * The limits of alerts. They are in a separate file from the calls (alerts.ts), so that public pages do not load Zod.
 */
export const MOST_ALERT_PRODUCTS = 20;
/** The largest number of confirmed subscriptions that one address has. */
export const MOST_ALERTS_OF_ADDRESS = 10;
/** The number of hours within which a subscription must be confirmed. */
export const ALERT_CONFIRM_HOURS = 48;
/** The number of days after which sent messages are deleted. */
export const ALERT_MESSAGE_DAYS = 30;
