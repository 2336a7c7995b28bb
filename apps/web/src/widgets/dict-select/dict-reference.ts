import { MESSAGES } from '@natim/contract/messages'

/** Why a dictionary cannot be requested; undefined when it can (WG-11). */
export const dictFault = (dict: string): string | undefined =>
  dict.trim() === '' ? MESSAGES['dict.noCode'] : undefined

const SHORTHAND = /^\s*(\w+)\s+where\s+(.+)$/is

function partsOf(dict: string): { readonly source: readonly string[]; readonly condition: string | undefined } {
  const [table = '', text, key, ...rest] = dict.split(',')
  if (text === undefined || key === undefined) return { source: [dict], condition: undefined }
  const [, plainTable = table, shorthand] = SHORTHAND.exec(table) ?? []
  return { source: [plainTable, text, key], condition: shorthand ?? (rest.length > 0 ? rest.join(',') : undefined) }
}

/** A reference as sent for the item list: `table where condition,text,key` becomes four parts. */
export function itemsReference(dict: string): string {
  const { source, condition } = partsOf(dict)
  return (condition === undefined ? source : [...source, condition]).join(',')
}

/** A reference as sent for labels of stored values: without its condition, which stored values need not meet. */
export const textsReference = (dict: string): string => partsOf(dict).source.join(',')
