import { z } from 'zod';

/** The shapes of answers in section 3 of both specifications. Answers may have further fields. */
const text = z.string();
const amount = z.number();
const day = z.string().regex(/^\d{4}-\d\d-\d\d/);

const login = z.object({ token: text.min(1), role: text, name: text });
const message = z.object({ message: text.min(1) });
const done = z.object({});

const shop = z.object({
  shop_id: text,
  shop_name: text,
  location: text,
  rent_amount: amount,
  vat_rate: amount,
  operation_fee: amount,
});

const tenant = z.object({
  tenant_id: z.int(),
  name: text,
  contact: text,
  address: text,
  email: text.nullable(),
  shop_id: text,
});

const paid = { paid_amount: amount, status: text };

const invoice = z.object({
  invoice_id: text,
  shop_id: text,
  month_year: text,
  previous_balance: amount,
  fines: amount,
  previous_fines: amount,
  rent_amount: amount,
  operation_fee: amount,
  vat_amount: amount,
  total_arrears: amount,
  total_amount: amount,
  status: z.enum(['Paid', 'Arrears', 'Partially Paid', 'Unpaid', 'Newly Arrived']),
  total_paid: amount,
  printedtime: z.int(),
  createdAt: text,
  previous_invoice_total_amount: amount,
  previous_payment_summary: z.object({ last_payment_date: text.nullable(), total_paid: amount }),
});

const wholeInvoice = invoice.extend({
  Fines: z.array(z.object({ fine_amount: amount, ...paid })),
  OperationFees: z.array(z.object(paid)).length(1),
  VATs: z.array(z.object(paid)).length(1),
  Rents: z.array(z.object({ ...paid, paid_date: text.nullable() })).length(1),
});

const listedInvoice = wholeInvoice.extend({
  Shop: z.object({ shop_name: text, Tenant: z.object({ name: text }) }),
});

const payment = z.object({
  payment_id: z.int(),
  shop_id: text,
  invoice_id: text.nullable(),
  amount_paid: amount,
  payment_date: day,
  payment_method: text,
  note: text,
});

const summary = z.object({
  shop: shop.extend({
    ShopBalance: z.object({ balance_amount: amount }),
    Tenant: tenant,
    Payments: z.array(payment).min(1),
    Invoices: z.array(wholeInvoice).min(1),
  }),
});

const sums = {
  invoiceCounts: z.object({ paid_count: amount, unpaid_count: amount, arrest_count: amount, partial_count: amount }),
  rentSums: z.object({ total_rent_amount: amount, total_rent_paid: amount }),
  vatSums: z.object({ total_vat_amount: amount, total_vat_paid: amount }),
  fineSums: z.object({ total_fine_amount: amount, total_fine_paid: amount }),
  operationFeeSums: z.object({ total_operation_amount: amount, total_operation_paid: amount }),
};
const standing = {
  shopBalanceSum: z.object({ total_shop_balance: amount }),
  tenantCount: z.int(),
  shopCount: z.int(),
};

const monthSummary = z.object({ ...sums, ...standing });
const yearSummary = z.object({ ...standing, monthlySummaries: z.array(z.object(sums)).min(1) });

const mailed = z.object({
  results: z.array(z.object({ success: z.boolean(), invoice_id: text, shop_id: text, message: text.min(1) })).min(1),
});

const product = z.object({
  id: z.int(),
  name: text,
  type: text,
  image: text.nullable(),
  description: text,
});

const dailyPrice = z.object({ product_id: z.int(), min_price: amount, max_price: amount, date: day });
const listedPrice = dailyPrice.extend({
  id: z.int(),
  product: z.object({ id: z.int(), name: text, type: text, image: text.nullable() }),
});
const pricePoint = z.object({ date: day, min_price: amount, max_price: amount });

const publication = z.object({
  id: z.int(),
  type: z.enum(['notice', 'announcement', 'news', 'event']),
  topic: text,
  description: text,
  image: text.nullable(),
});

const sanitationTicket = z.object({
  id: z.int(),
  customId: text,
  price: z.union([z.literal(20), z.literal(100)]),
  createdAtSriLanka: text.regex(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d$/),
  byWhom: text,
});

const vehicleTicket = z.object({
  id: z.int(),
  vehicleNumber: text,
  vehicleType: text,
  ticketPrice: amount,
  date: day,
  time: text,
  byWhom: text,
});

const income = z.object({ totalIncome: amount, ticketCount: z.int() });
const monthIncome = income.extend({ month: z.int(), year: z.int() });

const account = z.object({ admin_id: z.int(), username: text, email: text, role: text });

const auditEntry = z.object({
  audit_id: z.int(),
  shop_id: text.nullable(),
  invoice_id: text.nullable(),
  event_type: text,
  event_description: text,
  old_value: text.nullable(),
  new_value: text.nullable(),
  edit_reason: text.nullable(),
  event_date: day,
  user_actioned: text,
});

export const shapes = {
  login,
  message,
  done,
  shop,
  tenant,
  invoice,
  listedInvoice,
  payment,
  summary,
  monthSummary,
  yearSummary,
  mailed,
  product,
  dailyPrice,
  listedPrice,
  pricePoint,
  publication,
  sanitationTicket,
  vehicleTicket,
  income,
  monthIncome,
  account,
  auditEntry,
};
