/**
 * The closed lists of words that are stored and sent, in the order in which selection lists show them, each word with
 * its properties. Every bundle can load this module, because it imports only types. Labels are in words.json.
 */
import type { Language } from './languages.ts';
import type { ProductType } from './product-words.ts';
import type { Role } from './roles.ts';

/**
 * Payment methods. Forms offer those with `isOffered`; deposits, refunds and changes of a payment have no other one.
 * `isCheque` marks the one with a number, a bank and a day. `isElectronic` marks those whose money only the bank sees.
 * "Correction Made" is the method of corrections. A payment that a client records with it is to be confirmed.
 */
const methodFacts = {
  Cash: { isOffered: true },
  'Bank Transfer': { isOffered: true, isElectronic: true },
  Cheque: { isOffered: true, isCheque: true },
  Card: { isOffered: true, isElectronic: true },
  Online: { isOffered: true, isElectronic: true },
  'Correction Made': { isElectronic: true },
} as const satisfies Facts<'isOffered' | 'isCheque' | 'isElectronic'>;
export type PaymentMethod = keyof typeof methodFacts;
export const paymentMethods = wordsOf(methodFacts);
export const offeredMethods = wordsWith(methodFacts, 'isOffered');
export type OfferedMethod = (typeof offeredMethods)[number];
export const electronicMethods = wordsWith(methodFacts, 'isElectronic');
export type ElectronicMethod = (typeof electronicMethods)[number];
export function isElectronic(method: PaymentMethod | null): boolean {
  return electronicMethods.some((one) => one === method);
}
export function isCheque(method: PaymentMethod | null): boolean {
  return method !== null && 'isCheque' in methodFacts[method];
}

/** Statuses of invoices (docs/rules.md, Statuses). "Newly Arrived" is an invoice that was never printed. */
const statusFacts = {
  Paid: { ofCharge: true, ofInvoice: true },
  'Partially Paid': { ofCharge: true, ofInvoice: true },
  Unpaid: { ofCharge: true, ofInvoice: true },
  Arrears: { ofInvoice: true },
  Arrest: { ofCharge: true },
  'Newly Arrived': {},
} as const satisfies Facts<'ofCharge' | 'ofInvoice'>;
export type Status = keyof typeof statusFacts;
export const statuses = wordsOf(statusFacts);
export const chargeStatuses = wordsWith(statusFacts, 'ofCharge');
export type ChargeStatusValue = (typeof chargeStatuses)[number];
export const invoiceStatuses = wordsWith(statusFacts, 'ofInvoice');
export type InvoiceStatusValue = (typeof invoiceStatuses)[number];

/**
 * Kinds of charges, in the order in which they are paid (docs/rules.md, Fold). `isNoted` marks those that a credit or
 * debit note can change. The note also changes their VAT. A fine is deleted instead.
 */
const chargeFacts = {
  VAT: {},
  OperationFee: { isNoted: true },
  Rent: { isNoted: true },
  Other: { isNoted: true },
  Fine: {},
} as const satisfies Facts<'isNoted'>;
export type ChargeKindValue = keyof typeof chargeFacts;
export const chargeKinds = wordsOf(chargeFacts);
export const notedCharges = wordsWith(chargeFacts, 'isNoted');
export type NotedCharge = (typeof notedCharges)[number];

export const chargeBases = ['fixed', 'recurring', 'meter'] as const;
export type ChargeBasis = (typeof chargeBases)[number];

/** Actions on the money of a tenancy other than payments (docs/rules.md, Tenancies). */
const tenancyActionFacts = {
  deposit_received: { ofDeposit: true },
  deposit_applied: { ofDeposit: true, isGiving: true },
  deposit_refunded: { ofDeposit: true, isGiving: true },
  credit_refunded: { isGiving: true },
  debt_written_off: { isGiving: true },
  debt_transferred: {},
  credit_transferred: {},
} as const satisfies Facts<'ofDeposit' | 'isGiving'>;
export type TenancyAction = keyof typeof tenancyActionFacts;
export const tenancyActions = wordsOf(tenancyActionFacts);
export const depositActions = wordsWith(tenancyActionFacts, 'ofDeposit');
export const givingActions = wordsWith(tenancyActionFacts, 'isGiving');
/** The actions that end a tenancy, in order: deposit and credit pay debts before anything is paid out. */
export const endSteps = [
  'deposit_applied',
  'deposit_refunded',
  'credit_refunded',
  'credit_transferred',
  'debt_transferred',
  'debt_written_off',
] as const satisfies readonly TenancyAction[];
export type EndStep = (typeof endSteps)[number];

/** States of a request for approval. Expiry follows from the time, so it is not stored. */
const approvalFacts = {
  pending: { isStored: true },
  approved: { isStored: true },
  declined: { isStored: true },
  used: { isStored: true },
  expired: {},
} as const satisfies Facts<'isStored'>;
export type ApprovalState = keyof typeof approvalFacts;
export const approvalStates = wordsOf(approvalFacts);
export const storedApprovalStates = wordsWith(approvalFacts, 'isStored');

export const taxDocumentKinds = ['invoice', 'credit note', 'debit note'] as const;
export type TaxDocumentKind = (typeof taxDocumentKinds)[number];

/**
 * The states of emails and alerts. `failed`: the mail server refused the email or never received it, so it may be sent
 * again. `unknown`: it was sent to the mail server, which did not confirm it, so only a person can decide to send it
 * again.
 */
const mailFacts = {
  queued: { isOpen: true },
  sending: { isOpen: true },
  sent: {},
  failed: {},
  unknown: {},
} as const satisfies Facts<'isOpen'>;
export type MailState = keyof typeof mailFacts;
export const mailStates = wordsOf(mailFacts);
export const openMailStates = wordsWith(mailFacts, 'isOpen');

/**
 * Kinds of money movements at the cash desk. `void` reverses a movement that was recorded on an earlier day.
 * `isReceived` marks those whose money ends in the bank.
 */
const movementFacts = {
  payment: { ofPayments: true, isReceived: true },
  correction: { ofPayments: true },
  void: {},
  deposit_received: { isReceived: true },
  deposit_refunded: {},
  credit_refunded: {},
} as const satisfies Facts<'ofPayments' | 'isReceived'>;
export type MovementKind = keyof typeof movementFacts;
export const movementKinds = wordsOf(movementFacts);
export const paymentMovements = wordsWith(movementFacts, 'ofPayments');
const receivedMovements = wordsWith(movementFacts, 'isReceived');
export function isReceived(kind: MovementKind): boolean {
  return receivedMovements.some((one) => one === kind);
}

/**
 * What is next for a cheque. `later`: its day is after tomorrow. `due`: to be paid in today or tomorrow. `overdue`: its
 * day has passed. `expired`: not paid in, and older than six months. `unanswered`: paid in, without an answer of the bank for three days.
 */
const chequeFacts = {
  later: { isPending: true },
  due: { isPending: true },
  overdue: { isPending: true },
  expired: { isPending: true },
  deposited: { isPending: true },
  unanswered: { isPending: true },
  cleared: {},
  returned: {},
} as const satisfies Facts<'isPending'>;
export type ChequeStage = keyof typeof chequeFacts;
export const chequeStages = wordsOf(chequeFacts);
export const pendingStages = wordsWith(chequeFacts, 'isPending');

export const reminderLevels = ['friendly', 'formal', 'final'] as const;
export type ReminderLevel = (typeof reminderLevels)[number];

export const reminderWays = ['letter', 'email', 'text'] as const;
export type ReminderWay = (typeof reminderWays)[number];

/** The outcome for each price in a request. `ofImport` marks the outcomes of an import, which never clears a price. */
const priceOutcomeFacts = {
  added: { ofImport: true },
  updated: { ofImport: true },
  unchanged: { ofImport: true },
  cleared: {},
} as const satisfies Facts<'ofImport'>;
export const priceOutcomes = wordsOf(priceOutcomeFacts);
export const importedPriceOutcomes = wordsWith(priceOutcomeFacts, 'ofImport');

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** The terms that determine what a tenant pays each month. */
export const shopTerms = ['rent_amount', 'vat_rate', 'operation_fee'] as const;

/** The outcome of one shop in an action for all shops. */
export const shopOutcomes = ['success', 'skipped', 'failed'] as const;

export const publicationTypes = ['notice', 'announcement', 'news', 'event'] as const;
export type PublicationType = (typeof publicationTypes)[number];

/**
 * Kinds of vehicles. The kind decides the picture on the gate's button, and whether public pages count a vehicle as a
 * lorry.
 */
export const vehicleKinds = ['lorry', 'van', 'three-wheeler', 'motorbike', 'car', 'other'] as const;
export type VehicleKind = (typeof vehicleKinds)[number];

/**
 * Kinds of days on which the market differs from its usual week. On an `open` day it is open although it is usually
 * closed on that weekday.
 */
const marketDayFacts = {
  poya: { isClosed: true },
  holiday: { isClosed: true },
  closed: { isClosed: true },
  open: {},
} as const satisfies Facts<'isClosed'>;
export type MarketDayKind = keyof typeof marketDayFacts;
export const marketDayKinds = wordsOf(marketDayFacts);
export const closedDayKinds = wordsWith(marketDayFacts, 'isClosed');

export const alertChannels = ['email', 'push', 'sms'] as const;
export type AlertChannel = (typeof alertChannels)[number];

export const alertKinds = ['daily', 'above', 'below'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** How long a pass of a vehicle is valid. */
export const passTerms = ['day', 'month'] as const;
export type PassTerm = (typeof passTerms)[number];

/** The two times for which a price range is expected: the next price list, and seven days later. */
export const horizons = ['next_list', 'seven_days'] as const;
export type Horizon = (typeof horizons)[number];

/** The reasons why no price range is expected for a product. */
export const silentReasons = [
  'list_old',
  'not_on_list',
  'too_few_prices',
  'after_closure',
  'score_off',
  'too_wide',
] as const;
export type SilentReason = (typeof silentReasons)[number];

/** What a line of a bank account may be, or a part of it. A part that is new records a payment. */
export const bankPartKinds = [
  'payment',
  'new_payment',
  'returned_cheque',
  'paid_back',
  'cash',
  'kept_cash',
  'gate_cash',
] as const;
export type BankPartKind = (typeof bankPartKinds)[number];

/** What a line of a bank account is that has nothing to do with tenants. */
export const bankIgnoredKinds = ['fee', 'interest', 'own_transfer', 'reversal', 'other'] as const;
export type BankIgnoredKind = (typeof bankIgnoredKinds)[number];

/** Why a line of a bank account is proposed to be something, the strongest reason first. */
export const bankReasons = [
  'recorded',
  'recorded_by_amount',
  'cash',
  'cheques',
  'cheque_returned',
  'claim',
  'label',
  'bill_and_name',
  'payer',
] as const;
export type BankReason = (typeof bankReasons)[number];

export const bankLineStates = ['open', 'matched', 'ignored'] as const;
export type BankLineState = (typeof bankLineStates)[number];

/** What a program may read with a token. */
export const programScopes = ['journal', 'reports', 'prices', 'tickets'] as const;
export type ProgramScope = (typeof programScopes)[number];

/** What a message about rent is about. */
export const rentMessageOccasions = ['bill', 'reminder', 'receipt'] as const;
export type RentMessageOccasion = (typeof rentMessageOccasions)[number];
export const rentMessageChannels = ['sms', 'email'] as const;
export type RentMessageChannel = (typeof rentMessageChannels)[number];
/** `left_out`: when it was to be sent, there was a reason to send nothing. */
export const rentMessageStates = [...mailStates, 'left_out'] as const;

/** What the plan of the market consists of. An entrance or label has a text, a stall a shop. */
export const planPartKinds = ['stall', 'entrance', 'label'] as const;
export type PlanPartKind = (typeof planPartKinds)[number];

/** What a tenant agreed to have on public pages: nothing yet, agreed, withdrawn, or agreed in a tenancy that has ended. */
export const directoryStates = ['none', 'agreed', 'withdrawn', 'ended'] as const;

/** What is seen at a stall: its tenant trades, it is closed, or somebody else than the tenant trades. */
export const walkStates = ['trading', 'closed', 'other'] as const;
export type WalkState = (typeof walkStates)[number];

/** How what is seen differs from the register of tenancies. */
export const walkDifferences = ['somebody_else', 'vacant_in_use', 'closed_days'] as const;
export type WalkDifference = (typeof walkDifferences)[number];

/** The questions by which the office colours the plan. */
export const planQuestions = ['owes', 'vacant', 'ending', 'unprinted', 'claims', 'unseen'] as const;
export type PlanQuestion = (typeof planQuestions)[number];

export const claimStates = ['open', 'matched', 'declined', 'expired'] as const;
export type ClaimState = (typeof claimStates)[number];

/** What a month is made of, in the order in which an office does it. */
export const monthParts = [
  'generated',
  'brought_forward',
  'printed',
  'sent',
  'seen',
  'confirmed',
  'cheques',
  'sessions',
  'banked',
  'gate_cash',
  'cash_in_hand',
  'claims',
  'bank_lines',
  'bank_unmatched',
  'bank_differences',
  'overdue',
  'vat_unregistered',
  'vat_schedule',
] as const;
export type MonthPart = (typeof monthParts)[number];

export const monthStates = ['running', 'open', 'closed'] as const;

/** What a tenant sees of a payment: where its money is, as far as the market knows. */
export const tenantPaymentStates = [
  'received',
  'to_confirm',
  'confirmed',
  'cheque',
  'cheque_later',
  'cheque_cleared',
  'cheque_returned',
  'void',
] as const;
export type TenantPaymentState = (typeof tenantPaymentStates)[number];

/** The lists whose words have a label, such as `words.role.admin`. */
export interface LabelledWords {
  role: Role;
  method: PaymentMethod;
  movement: MovementKind;
  status: Status;
  chequeStage: ChequeStage;
  charge: ChargeKindValue;
  basis: ChargeBasis;
  product: ProductType;
  publication: PublicationType;
  language: Language;
  bankPart: BankPartKind;
  bankIgnored: BankIgnoredKind;
  bankReason: BankReason;
  bankLine: BankLineState;
  programScope: ProgramScope;
  monthPart: MonthPart;
  planQuestion: PlanQuestion;
  walkState: WalkState;
  walkDifference: WalkDifference;
}
export type WordKey = { [List in keyof LabelledWords]: `words.${List}.${LabelledWords[List]}` }[keyof LabelledWords];

type Facts<Property extends string> = Record<string, { [Name in Property]?: true }>;

type WordsWith<Words, Property extends string> = {
  [Word in keyof Words]: Words[Word] extends Record<Property, true> ? Word : never;
}[keyof Words];

/* @__NO_SIDE_EFFECTS__ */
function wordsOf<Words extends object>(facts: Words): (keyof Words)[] {
  return Object.keys(facts) as (keyof Words)[];
}

/* @__NO_SIDE_EFFECTS__ */
function wordsWith<Words extends Record<string, object>, Property extends string>(
  facts: Words,
  property: Property,
): WordsWith<Words, Property>[] {
  return Object.keys(facts).filter((word) => property in (facts[word] ?? {})) as WordsWith<Words, Property>[];
}
