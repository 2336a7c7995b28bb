import { z } from 'zod'
import { rowId } from './fields.ts'

type Patch<F extends z.ZodObject, Side extends 'input' | 'output'> = Partial<
  Side extends 'input' ? z.input<F> : z.output<F>
> & { readonly id: string }

/**
 * The body of an edit (contract/00 §9): absent or null leaves a property alone, `""` empties it, unknown keys are
 * dropped. Defaults of the form are for new rows and never reach an edit.
 */
export function patchOf<F extends z.ZodObject>(form: F): z.ZodType<Patch<F, 'output'>, Patch<F, 'input'>> {
  const partial = form.partial().extend({ id: rowId })
  return z.looseObject({ id: rowId }).transform((body, context) => {
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined))
    const parsed = partial.safeParse(given)
    if (!parsed.success) {
      for (const issue of parsed.error.issues)
        context.addIssue({ code: 'custom', message: issue.message, path: issue.path })
      return z.NEVER
    }
    return Object.fromEntries(Object.entries(parsed.data).filter(([key]) => Object.hasOwn(given, key)))
  }) as unknown as z.ZodType<Patch<F, 'output'>, Patch<F, 'input'>>
}
