import { MESSAGES } from '@natim/contract/messages'
import type { ReportRecord } from '@natim/contract/system/report'

/** What a popup fills: fields of the form, in the order of the report's fields they come from. */
export interface PopupFields {
  /** Code of the report. */
  readonly code?: string | undefined
  /** Fields of the report, comma list. */
  readonly orgFields?: string | undefined
  /** Fields of the form, comma list of the same length. */
  readonly destFields?: string | undefined
}

const namesOf = (list: string | undefined): string[] => (list ?? '').split(',').map((name) => name.trim())

/** The sentence for parameters that cannot work (WG-51, VA-70); undefined when they can. */
export function popupFault({ code, orgFields, destFields }: PopupFields): string | undefined {
  if (!code || !orgFields || !destFields) return MESSAGES['popup.misconfigured']
  return namesOf(orgFields).length === namesOf(destFields).length ? undefined : MESSAGES['popup.countDiffers']
}

/** Values of the form's fields: those of several rows joined by comma (WG-59). No rows empty every field. */
export function fillValues(
  { orgFields, destFields }: PopupFields,
  rows: readonly ReportRecord[],
): Record<string, string> {
  const sources = namesOf(orgFields)
  return Object.fromEntries(
    namesOf(destFields).map((target, index) => [target, rows.map((row) => row[sources[index] ?? ''] ?? '').join(',')]),
  )
}

/** Text of the input: the report's field behind the own field of the form, the first one by default. */
export function inputText(
  fields: PopupFields,
  rows: readonly ReportRecord[],
  separator: string,
  field: string | undefined,
): string {
  const index = Math.max(0, namesOf(fields.destFields).indexOf(field ?? ''))
  const source = namesOf(fields.orgFields)[index] ?? ''
  return rows.map((row) => row[source] ?? '').join(separator)
}

/** The sentence for a choice that cannot be taken (WG-58, VA-71). */
export function choiceFault(count: number, isMulti: boolean): string | undefined {
  return count === 0 || (!isMulti && count > 1) ? MESSAGES['popup.chooseOne'] : undefined
}

/**
 * What tells a row from the others of its page: all its values, for a report need not have a key (WG-57). Equal rows
 * are told apart by their place.
 */
export function withRowKeys<R extends ReportRecord>(rows: readonly R[]): { readonly key: string; readonly row: R }[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const identity = JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const count = seen.get(identity) ?? 0
    seen.set(identity, count + 1)
    return { key: `${identity}#${count}`, row }
  })
}
