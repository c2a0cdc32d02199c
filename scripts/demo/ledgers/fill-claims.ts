import sharp from 'sharp';
import { addDays, dayOf, type Instant } from '#billing/calendar.ts';
import { type Cents, toRupees } from '#billing/money.ts';
import { writeFigure } from '#contract/figures.ts';
import type { Database } from '#server/db/connect.ts';
import { insertClaim } from '#server/features/claims/queries.ts';
import { identifyImage } from '#server/features/images/store-image.ts';
import { dueOfTenancy, listTenants } from '#server/features/tenants/queries.ts';

const CLAIMS = 5;
const WITH_PICTURE = 3;
const BANKS = ['State Bank', 'People’s Bank', 'Market Savings Bank'];

/** Adds claims of tenants who owe something; the first ones have a picture of the transfer. */
export async function fillClaims(database: Database, now: Instant): Promise<void> {
  const debtors = (await listTenants(database.reader)).filter((tenancy) => dueOfTenancy(tenancy) > 0);
  for (const [at, tenancy] of debtors.slice(0, CLAIMS).entries()) {
    const cents = dueOfTenancy(tenancy);
    const image = at < WITH_PICTURE ? identifyImage(await drawSlip(cents)) : undefined;
    await database.write((tx) =>
      insertClaim(tx, {
        tenancy_id: tenancy.id,
        cents,
        day: addDays(dayOf(now), -at),
        bank: BANKS[at % BANKS.length] ?? '',
        picture: image?.bytes ?? null,
        picture_hash: image?.hash ?? null,
        claimed_at: now,
      }),
    );
  }
}

function drawSlip(cents: Cents): Promise<Buffer> {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="520">
    <rect width="360" height="520" fill="#f4f6f8"/>
    <circle cx="180" cy="120" r="54" fill="#1f8f4e"/>
    <path d="M152 122l20 20 38-44" fill="none" stroke="#fff" stroke-width="10"/>
    <g font-family="sans-serif" text-anchor="middle" fill="#1d2a20">
      <text x="180" y="230" font-size="24">Transfer sent</text>
      <text x="180" y="290" font-size="34" font-weight="bold">Rs. ${writeFigure(toRupees(cents))}</text>
    </g></svg>`;
  return sharp(Buffer.from(picture)).webp().toBuffer();
}
