import type { Resource, ResourceRow } from './define-resource.ts'
import { fieldRules, isEmpty } from './form-schema.ts'

export type FormValues = Readonly<Record<string, unknown>>

/** Form fields that the resource names, in its order. */
export function formKeys(resource: Resource): string[] {
  return Object.keys(resource.fields).filter((key) => Object.hasOwn(resource.form.shape, key))
}

/** Initial values of the form: from a row, or the schema defaults. */
export function startValues(resource: Resource, row: ResourceRow | undefined): FormValues {
  const entries = formKeys(resource).map((key): [string, unknown] => {
    const value = row ? (row as ResourceRow & FormValues)[key] : fieldRules(resource.form, key)?.initial
    return [key, value ?? undefined]
  })
  return Object.fromEntries(entries)
}

/** Body of an add call: only the fields filled in. */
export function createBody(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}

const same = (a: unknown, b: unknown) => (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)

/**
 * Body of an edit call: the id and the changed fields, so that a concurrent change to another field is kept. A cleared
 * text is sent as `""`, other cleared values as null (contract/00 §9).
 */
export function updateBody(resource: Resource, row: ResourceRow, values: FormValues): FormValues {
  const before = startValues(resource, row)
  const changed = Object.entries(values).filter(([key, value]) => !same(value, before[key]))
  const entries = changed.map(([key, value]) => {
    const cleared = fieldRules(resource.form, key)?.isClearedByText ? '' : null
    return [key, isEmpty(value) ? cleared : value]
  })
  return { ...Object.fromEntries(entries), id: row.id }
}
