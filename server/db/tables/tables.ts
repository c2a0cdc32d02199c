import type { BankTables } from './bank-tables.ts';
import type { ClosingTables } from './closing-tables.ts';
import type { DirectoryTables } from './directory-tables.ts';
import type { LedgerTables } from './ledger-tables.ts';
import type { OfficeTables } from './office-tables.ts';
import type { OtherCentreTables } from './other-centre-tables.ts';
import type { PlanTables } from './plan-tables.ts';
import type { PublicTables } from './public-tables.ts';
import type { RentMessageTables } from './rent-message-tables.ts';
import type { TaxTables } from './tax-tables.ts';
import type { TenantPageTables } from './tenant-page-tables.ts';
import type { TicketTables } from './ticket-tables.ts';
import type { WalkTables } from './walk-tables.ts';

/** All tables. Amounts are in cents, instants and days are ISO text, flags are 0 or 1. */
export interface Tables
  extends OfficeTables,
    LedgerTables,
    BankTables,
    DirectoryTables,
    ClosingTables,
    PublicTables,
    OtherCentreTables,
    RentMessageTables,
    PlanTables,
    TaxTables,
    TenantPageTables,
    TicketTables,
    WalkTables {}
