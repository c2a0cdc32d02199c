/** The closed lists of words that are stored and sent, in the order of selection lists. This module imports nothing. */

export const roles = ['superadmin', 'admin', 'manager', 'editor', 'tiketing'] as const;
export type Role = (typeof roles)[number];

/** Specification 1, section 9. */
export const summaryMethods = ['Cash', 'Bank Transfer', 'Card', 'Online'] as const;
export const pageMethods = ['Cash', 'Bank Transfer', 'Cheque', 'Correction Made'] as const;
export const paymentMethods = ['Cash', 'Bank Transfer', 'Card', 'Online', 'Cheque', 'Correction Made'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** docs/rules.md, Statuses. */
export const chargeStatuses = ['Paid', 'Partially Paid', 'Unpaid', 'Arrest'] as const;
export type ChargeStatusValue = (typeof chargeStatuses)[number];
export const invoiceStatuses = ['Paid', 'Partially Paid', 'Unpaid', 'Arrears'] as const;
export type InvoiceStatusValue = (typeof invoiceStatuses)[number];

/** In the order in which they are paid (docs/rules.md, Fold). */
export const chargeKinds = ['VAT', 'OperationFee', 'Rent', 'Other', 'Fine'] as const;
export type ChargeKindValue = (typeof chargeKinds)[number];

/** VAT follows, and a fine is deleted instead. */
export const notedCharges = ['Rent', 'OperationFee', 'Other'] as const;
export type NotedCharge = (typeof notedCharges)[number];

export const chargeBases = ['fixed', 'recurring', 'meter'] as const;
export type ChargeBasis = (typeof chargeBases)[number];

/** Besides payments (docs/rules.md, Tenancies). */
export const tenancyActions = [
  'deposit_received',
  'deposit_applied',
  'deposit_refunded',
  'credit_refunded',
  'debt_written_off',
  'debt_transferred',
  'credit_transferred',
] as const;
export type TenancyAction = (typeof tenancyActions)[number];

export const approvalStates = ['pending', 'approved', 'declined', 'used', 'expired'] as const;
export type ApprovalState = (typeof approvalStates)[number];

export const taxDocumentKinds = ['invoice', 'credit note', 'debit note'] as const;
export type TaxDocumentKind = (typeof taxDocumentKinds)[number];

export const mailStates = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const;
export type MailState = (typeof mailStates)[number];

/** Specification 2, section 9. */
export const productTypes = ['fruit', 'vegetable', 'rice', 'potatoes', 'Leaf Vegetable', 'Grain'] as const;
export type ProductType = (typeof productTypes)[number];

export const units = ['kg', 'bundle', 'fruit', 'nut'] as const;
export type Unit = (typeof units)[number];

export const publicationTypes = ['notice', 'announcement', 'news', 'event'] as const;
export type PublicationType = (typeof publicationTypes)[number];

export const marketDayKinds = ['poya', 'holiday', 'closed', 'open'] as const;
export type MarketDayKind = (typeof marketDayKinds)[number];

export const alertChannels = ['email', 'push', 'sms'] as const;
export type AlertChannel = (typeof alertChannels)[number];

export const alertKinds = ['daily', 'above', 'below'] as const;
export type AlertKind = (typeof alertKinds)[number];
