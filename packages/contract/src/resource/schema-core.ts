import type { z } from 'zod'

interface Wrapper {
  readonly def: {
    readonly type: string
    readonly innerType?: z.ZodType
    readonly in?: z.ZodType
    readonly out?: z.ZodType
  }
}

/** The schema inside a wrapper: optional, nullable, default, preprocess or transform. */
function inner(schema: z.ZodType): z.ZodType | undefined {
  const { def }: Wrapper = schema
  // A preprocessed value is classified by the schema that checks it.
  const isPrepared = def.in !== undefined && def.in.def.type === 'transform'
  return def.innerType ?? (isPrepared ? def.out : def.in)
}

/** The innermost schema. */
export function coreOf(schema: z.ZodType): z.ZodType {
  const inside = inner(schema)
  return inside ? coreOf(inside) : schema
}

/** `string`, `number`, `enum` … of the innermost schema. */
export const kindOf = (schema: z.ZodType) => typeOf(coreOf(schema))

/** Whether omitting it means empty rather than a default value. */
export function mayBeAbsent(schema: z.ZodType): boolean {
  const type = typeOf(schema)
  if (type === 'optional' || type === 'nullable') return true
  const inside = inner(schema)
  return inside !== undefined && mayBeAbsent(inside)
}

const typeOf = (schema: Wrapper) => schema.def.type
