import { z } from 'zod';

/** The path of a tenant's page, without its language. */
export const TENANT_PAGE_PATH = '/my';

/** The address of a tenant's page as it is printed; missing if the market has no such pages or the link was revoked. */
export const tenantPageOut = { tenant_page: z.string().optional() };
export type WithTenantPage = z.output<z.ZodObject<typeof tenantPageOut>>;
