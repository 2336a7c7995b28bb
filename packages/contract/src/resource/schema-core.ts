import type { z } from 'zod'

interface Wrapper {
  readonly def: {
    readonly type: string
    readonly innerType?: z.ZodType
    readonly in?: z.ZodType
    readonly out?: z.ZodType
  }
}

/** What stands around a schema is made of it: optional, nullable, default, and what prepares or transforms a value. */
function inner(schema: z.ZodType): z.ZodType | undefined {
  const { def } = schema as unknown as Wrapper
  // What is prepared before it is checked is known by what it is checked by.
  const isPrepared = def.in !== undefined && (def.in as unknown as Wrapper).def.type === 'transform'
  return def.innerType ?? (isPrepared ? def.out : def.in)
}

/** The schema inside. */
export function coreOf(schema: z.ZodType): z.ZodType {
  const inside = inner(schema)
  return inside ? coreOf(inside) : schema
}

/** `string`, `number`, `enum` … of what is inside. */
export const kindOf = (schema: z.ZodType) => typeOf(coreOf(schema))

/** Whether leaving it out means nothing, not a value of its own. */
export function mayBeAbsent(schema: z.ZodType): boolean {
  const type = typeOf(schema)
  if (type === 'optional' || type === 'nullable') return true
  const inside = inner(schema)
  return inside !== undefined && mayBeAbsent(inside)
}

const typeOf = (schema: z.ZodType) => (schema as unknown as Wrapper).def.type
