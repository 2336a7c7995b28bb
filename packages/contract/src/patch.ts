import { z } from 'zod'
import { idList, rowId } from './fields.ts'

type Fields<F extends z.ZodObject, Side extends 'input' | 'output'> = Partial<
  Side extends 'input' ? z.input<F> : z.output<F>
>
type Patch<F extends z.ZodObject, Key, Side extends 'input' | 'output'> = Omit<Fields<F, Side>, keyof Key> & Key

// Shared by every copy of this module: tools load the contract by path and by name.
const FORM = Symbol.for('natim.formOfPatch')

/**
 * The form behind a patch schema; the patch schema itself accepts every property, which is then validated by its own
 * rules.
 */
export const formOfPatch = (schema: z.ZodType): z.ZodObject | undefined =>
  (schema as { readonly [FORM]?: z.ZodObject })[FORM]

function patchBy(form: z.ZodObject, keys: z.ZodRawShape): z.ZodType {
  const partial = form.partial()
  const patch = z.looseObject(keys).transform((body, context) => {
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined))
    const parsed = partial.safeParse(given)
    if (!parsed.success) {
      for (const issue of parsed.error.issues)
        context.addIssue({ code: 'custom', message: issue.message, path: issue.path })
      return z.NEVER
    }
    const fields = Object.entries(parsed.data).filter(([key]) => Object.hasOwn(given, key))
    const rows = Object.keys(keys).map((key) => [key, body[key]])
    return Object.fromEntries([...fields, ...rows])
  })
  return Object.assign(patch, { [FORM]: form })
}

/**
 * The body of an edit (contract/00 §9): absent or null leaves a property unchanged, `""` empties it, unknown keys are
 * dropped. Defaults of the form apply to new rows only.
 */
export const patchOf = <F extends z.ZodObject>(form: F) =>
  patchBy(form, { id: rowId }) as z.ZodType<
    Patch<F, { readonly id: string }, 'output'>,
    Patch<F, { readonly id: string }, 'input'>
  >

/** The same for many rows, given by `ids` as in a batch delete. */
export const bulkPatchOf = <F extends z.ZodObject>(form: F) =>
  patchBy(form, { ids: idList }) as z.ZodType<
    Patch<F, { readonly ids: string[] }, 'output'>,
    Patch<F, { readonly ids: string }, 'input'>
  >
