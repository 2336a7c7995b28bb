import { z } from 'zod'

/** west,south,east,north in degrees */
export const bbox = z
  .string()
  .transform((value) => value.split(',').map(Number))
  .pipe(z.tuple([z.number(), z.number(), z.number(), z.number()]))
