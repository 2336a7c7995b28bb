import type { Endpoint } from '@natim/contract/endpoint'
import type { Page } from '@natim/contract/envelope'
import type { z } from 'zod'

/** A chosen value with its label. */
export interface Pair {
  readonly value: string
  readonly text: string
}

/** A row of a list; the fields for value and label are configurable. */
export type PickedRow = Readonly<Record<string, unknown>>

/** Returns a page of rows (contract/00 §3). */
export type PageEndpoint = Endpoint & { readonly result: z.ZodType<Page<PickedRow>> }

/** Field names may also be database names: `org_code` is `orgCode` (WG-34, WG-39). */
export const fieldName = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Value and label of a row; the value if it has no label. */
export function pairOf(row: PickedRow, store: string, text: string): Pair {
  const value = textOf(row[fieldName(store)])
  return { value, text: textOf(row[fieldName(text)]) || value }
}

/** Adds or removes a pair; in single choice it replaces the other and stays, like a radio. */
export function togglePair(chosen: readonly Pair[], pair: Pair, isMulti: boolean): Pair[] {
  if (!isMulti) return [pair]
  if (chosen.some(({ value }) => value === pair.value)) return chosen.filter(({ value }) => value !== pair.value)
  return [...chosen, pair]
}

export const joinValues = (chosen: readonly Pair[]): string => chosen.map(({ value }) => value).join(',')

/** Stored values with their known labels; a value without one is its own label. */
export function captioned(values: readonly string[], known: readonly Pair[]): Pair[] {
  const texts = new Map(known.map(({ value, text }) => [value, text]))
  return values.map((value) => ({ value, text: texts.get(value) ?? value }))
}
