import { MESSAGES } from '@natim/contract/messages'
import type { ReportRecord } from '@natim/contract/system/report'

/** Form fields filled by a popup, in the order of their report fields. */
export interface PopupFields {
  /** Report code. */
  readonly code?: string | undefined
  /** Report fields, comma list. */
  readonly orgFields?: string | undefined
  /** Form fields, comma list of the same length. */
  readonly destFields?: string | undefined
}

const namesOf = (list: string | undefined): string[] => (list ?? '').split(',').map((name) => name.trim())

/** Message for invalid parameters (WG-51, VA-70); undefined when valid. */
export function popupFault({ code, orgFields, destFields }: PopupFields): string | undefined {
  if (!code || !orgFields || !destFields) return MESSAGES['popup.misconfigured']
  return namesOf(orgFields).length === namesOf(destFields).length ? undefined : MESSAGES['popup.countDiffers']
}

/** Values for the form fields: those of several rows joined by comma (WG-59). Without rows all fields are cleared. */
export function fillValues(
  { orgFields, destFields }: PopupFields,
  rows: readonly ReportRecord[],
): Record<string, string> {
  const sources = namesOf(orgFields)
  return Object.fromEntries(
    namesOf(destFields).map((target, index) => [target, rows.map((row) => row[sources[index] ?? ''] ?? '').join(',')]),
  )
}

/** Text of the input: the report field for the popup's own form field, the first one by default. */
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

/** Message for an invalid choice (WG-58, VA-71). */
export function choiceFault(count: number, isMulti: boolean): string | undefined {
  return count === 0 || (!isMulti && count > 1) ? MESSAGES['popup.chooseOne'] : undefined
}

/**
 * Key of a row on its page: all its values, because a report need not have a key (WG-57). Equal rows are distinguished
 * by position.
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
