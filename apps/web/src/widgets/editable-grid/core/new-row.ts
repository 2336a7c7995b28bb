import { type Column, fillNames } from './column.ts'
import { createTempId } from './row-ids.ts'
import type { GridRecord, GridValues } from './rows.ts'

/** Stored values of a checkbox: checked, unchecked (WG-187). */
export const checkPair = ({ customValue = [true, false] }: Pick<Column, 'customValue'>): readonly [unknown, unknown] =>
  customValue

function largest(key: string, records: readonly GridRecord[]): number {
  let most = 0
  for (const { values } of records) most = Math.max(most, Number(values[key]) || 0)
  return most
}

function defaultOf(column: Column): unknown {
  if (column.type === 'checkbox') return checkPair(column)[column.defaultChecked === true ? 0 : 1]
  const { defaultValue } = column
  return typeof defaultValue === 'string' ? fillNames(defaultValue, column) : defaultValue
}

/** New rows: temporary ids, column defaults, overridden by the caller's values. */
export function createRows(
  columns: readonly Column[],
  records: readonly GridRecord[],
  given: readonly Readonly<Record<string, unknown>>[],
): GridValues[] {
  const defaults: Record<string, unknown> = {}
  for (const column of columns) {
    const value = defaultOf(column)
    if (value !== undefined) defaults[column.key] = value
  }
  const counted = columns
    .filter(({ isOrder, type }) => isOrder === true && type === 'inputNumber')
    .map(({ key }) => [key, largest(key, records)] as const)
  return given.map((values, n) => {
    const orders = Object.fromEntries(counted.map(([key, most]) => [key, most + n + 1]))
    return { ...defaults, ...orders, ...values, id: createTempId() }
  })
}
