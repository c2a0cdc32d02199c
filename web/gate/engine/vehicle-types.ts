import type { vehicleTypes as offered } from '#contract/tickets.ts';

/** The contract's types, in its order; the compiler holds them to it, and the schemas stay off the phone. */
export const vehicleTypes: typeof offered = ['Lorry', 'Van', 'Three-Wheeler', 'Motorbike', 'Car'];
