/**
 * Every way in which the product says no: a stable code, an HTTP status and the sentence people read.
 * Sentences come from the specification's error catalogues where they have one. Nothing else is ever answered
 * with a status of 400 or above, so this list is also the documentation of errors.
 */
export const refusals = {
  invalid_input: { status: 400, message: 'Some of the values are not right. Please check them.' },
  malformed_body: { status: 400, message: 'The request body is not valid JSON.' },
  wrong_current_password: { status: 400, message: 'The current password is not right.' },
  weak_password: { status: 400, message: 'That password is too easy to guess. Please choose another.' },
  bad_image: { status: 400, message: 'The image could not be read. Please use a JPEG, PNG, WebP or AVIF picture.' },
  bad_price_rows: { status: 400, message: 'Please fix the validation errors before submitting.' },
  bad_csv: {
    status: 400,
    message: 'The file could not be read as a table. It needs the columns date, item, min_price, max_price.',
  },

  payment_in_future: { status: 400, message: 'Payment date cannot be in the future.' },
  no_difference: { status: 400, message: 'The actual amount is the recorded amount: there is nothing to correct.' },

  issued_in_future: { status: 400, message: 'The time of issue cannot be in the future.' },
  issued_too_early: { status: 400, message: 'The time of issue is more than 48 hours ago.' },
  difference_unexplained: {
    status: 400,
    message: 'The counted cash differs from what is expected. Please give a reason.',
  },

  unauthorized: { status: 401, message: 'Unauthorized! Please log in first.' },
  invalid_credentials: { status: 401, message: 'Invalid credentials' },

  not_allowed: { status: 403, message: 'Your role does not allow this.' },
  verification_failed: { status: 403, message: 'Invalid credentials' },
  password_change_required: { status: 403, message: 'Please choose a password of your own first.' },
  verification_required: { status: 403, message: 'Please enter your e-mail and password again to do this.' },

  role_too_high: { status: 403, message: 'Only a superadmin may do this to a superadmin account.' },
  superadmin_stays: { status: 403, message: 'Cannot delete Super Admin accounts' },

  unknown_path: { status: 404, message: 'There is nothing at this address.' },
  product_not_found: { status: 404, message: 'Product not found.' },
  publication_not_found: { status: 404, message: 'Publication not found.' },
  market_day_not_found: { status: 404, message: 'This day is not in the market calendar.' },
  year_not_found: { status: 404, message: 'There is no price list of this year.' },
  price_not_found: { status: 404, message: 'No price of this product on this day.' },
  image_not_found: { status: 404, message: 'Image not found.' },
  shop_not_found: { status: 404, message: 'Shop not found.' },
  tenant_not_found: { status: 404, message: 'Tenant not found.' },
  invoice_not_found: { status: 404, message: 'Invoice not found.' },
  fine_not_found: { status: 404, message: 'This invoice has no fine.' },
  ticket_not_found: { status: 404, message: 'Ticket not found.' },
  shift_not_found: { status: 404, message: 'Shift not found.' },
  account_not_found: { status: 404, message: 'There is no account with this e-mail.' },
  session_not_found: { status: 404, message: 'This session has ended already.' },
  run_not_found: { status: 404, message: 'There is no run with this identifier.' },
  vat_rate_not_found: { status: 404, message: 'No VAT rate of this identifier is still to come.' },
  payment_not_found: { status: 404, message: 'Payment not found.' },

  product_exists: { status: 409, message: 'A product with this name already exists.' },
  account_exists: { status: 409, message: 'There is an account with this e-mail or username already.' },
  preview_changed: {
    status: 409,
    message: 'Something changed since this preview was made, and nothing was done. Please look at the new one.',
  },
  run_exists: { status: 409, message: 'A run with this identifier was started already.' },
  product_code_taken: { status: 409, message: 'Another product already has this code.' },
  shop_exists: { status: 409, message: 'A shop with this ID already exists.' },
  shop_has_books: { status: 409, message: 'This shop has invoices or payments and cannot be deleted.' },
  shop_has_tenant: { status: 409, message: 'This shop has a tenant.' },
  invoice_exists: { status: 409, message: 'This shop already has an invoice for that month.' },
  rent_not_overdue: { status: 409, message: 'Rent is not overdue.' },
  fine_exists: { status: 409, message: 'A fine is already applied to this invoice.' },
  no_unpaid_rent: { status: 409, message: 'No unpaid rent to fine.' },
  several_payments: { status: 409, message: 'Several payments of this amount; choose one.' },
  recorded_amount_changed: { status: 409, message: 'The recorded amount has changed. Search again.' },
  newer_correction: { status: 409, message: 'Only the newest correction of a payment can be deleted.' },
  device_number_used: { status: 409, message: 'This device number belongs to another ticket.' },
  shift_exists: { status: 409, message: 'There is another shift with this identifier.' },
  shift_closed: { status: 409, message: 'This shift is closed already.' },
  too_large: { status: 413, message: 'That is too large.' },
  unsupported_type: { status: 415, message: 'This content type is not accepted here.' },
  key_reused: { status: 422, message: 'This Idempotency-Key was sent before with another request.' },
  too_many_tries: { status: 429, message: 'Too many tries. Please wait a moment and try again.' },

  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  weather_unavailable: { status: 503, message: 'Failed to fetch weather data. Please try again later.' },
  not_ready: { status: 503, message: 'The service is not ready. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof refusals;

/** One bad value: the field as the sender named it (`3.min_price`) and what to do about it. */
export interface RefusalDetail {
  field: string;
  message: string;
}

/** The body of every refusal. `error` repeats `message` for older screens that read that key (wire.md, section 0). */
export interface RefusalBody {
  success: false;
  code: RefusalCode;
  message: string;
  error: string;
  details?: RefusalDetail[];
}

/** An expected "no", thrown by an act or the door and answered as a RefusalBody. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: RefusalDetail[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode,
    more: { message?: string; details?: RefusalDetail[]; retryAfterSeconds?: number } = {},
  ) {
    super(more.message ?? refusals[code].message);
    this.name = 'Refusal';
    this.code = code;
    this.details = more.details ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): number {
    return refusals[this.code].status;
  }
}

/** The body that tells a refusal to the sender. */
export function refusalBody(refusal: Refusal): RefusalBody {
  return {
    success: false,
    code: refusal.code,
    message: refusal.message,
    error: refusal.message,
    ...(refusal.details.length > 0 && { details: refusal.details }),
  };
}
