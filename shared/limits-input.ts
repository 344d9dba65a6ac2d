import { z } from 'zod';
import { intervalOf, mostHostLimits, mostPrefixLimits } from './limit-words.ts';

/** The limits of hosts and paths as a call or a crawl file states them. */

export const HostLimits = z
  .array(
    z.strictObject({
      host: z.string().min(1).max(300),
      connections: z.number().int().min(1).max(256).optional(),
      delayMs: z.number().int().min(0).max(86_400_000).optional(),
      rate: z
        .string()
        .max(20)
        .refine(rate => intervalOf(rate) !== null)
        .optional(),
      pages: z.number().int().min(1).max(100_000_000).optional(),
    }),
  )
  .max(mostHostLimits)
  .readonly();

export const PrefixLimits = z
  .array(z.strictObject({ prefix: z.string().min(1).max(2_048), pages: z.number().int().min(1).max(100_000_000) }))
  .max(mostPrefixLimits)
  .readonly();
