import { departTreeEndpoints, userEndpoints } from '@natim/contract/system/pickers'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { departNodes } from '../../depart-picker/depart-nodes.ts'
import { useDict } from '../../dict-select/use-dict.ts'
import { useDictTexts } from '../../dict-select/use-dict-texts.ts'
import { flatNodes } from '../../lazy-tree/tree-levels.ts'
import { fieldName, pairOf } from '../../picker/pair.ts'
import type { CellOption, Column } from '../core/column.ts'
import { splitValues } from '../core/comma-values.ts'
import type { Grid } from '../core/grid-store.ts'
import type { GridRecord, GridValues } from '../core/rows.ts'
import type { Range } from '../core/viewport.ts'

type Found = (key: string, options: readonly CellOption[]) => void

const NONE: readonly CellOption[] = []
const NO_RECORDS: readonly GridRecord[] = []

/** Merges given options with found ones, each value once (WG-188). */
function merged(given: readonly CellOption[], found: readonly CellOption[]): readonly CellOption[] {
  const known = new Set(given.map(({ value }) => value))
  const fresh = found.filter(({ value }) => !known.has(value))
  return fresh.length === 0 ? given : [...given, ...fresh]
}

/** Columns with the options and labels found so far. */
export function useColumnOptions(columns: readonly Column[]) {
  const [found, setFound] = useState<Readonly<Record<string, readonly CellOption[]>>>({})
  const addFound = useCallback<Found>((key, options) => {
    setFound((was) => {
      const all = merged(was[key] ?? NONE, options)
      return all === (was[key] ?? NONE) ? was : { ...was, [key]: all }
    })
  }, [])
  const complete = useMemo(
    () =>
      columns.map((column) => {
        const options = merged(column.options, found[column.key] ?? NONE)
        return options === column.options ? column : { ...column, options }
      }),
    [columns, found],
  )
  return { columns: complete, addFound }
}

interface SourcesProps {
  readonly columns: readonly Column[]
  readonly grid: Grid
  /** The visible rows. */
  readonly range: Range
  readonly onFound: Found
}

/** Looks up labels for the stored values of visible rows. Renders nothing. */
export function ColumnSources({ columns, grid, range, onFound }: SourcesProps): ReactNode {
  const sourced = columns.filter(
    ({ source, type, dictCode }) => source ?? (type === 'sel_user' || type === 'sel_depart' || dictCode),
  )
  // Without such columns there is no subscription to values.
  const records = useStore(grid.view, (view) => (sourced.length > 0 ? view.grid.records : NO_RECORDS))
  const rows = records.slice(range.first, range.end).map(({ values }) => values)
  return sourced.map((column) => {
    const shared = { column, onFound }
    if (column.source) return <LinkedCaptions key={column.key} {...shared} rows={rows} />
    const unknown = () => unknownValues(column, rows)
    if (column.type === 'sel_user') return <UserCaptions key={column.key} {...shared} values={unknown()} />
    if (column.type === 'sel_depart') return <DepartCaptions key={column.key} {...shared} values={unknown()} />
    if (!column.dictCode) return null
    return column.type === 'sel_search_async' ? (
      <DictCaptions key={column.key} {...shared} values={unknown()} />
    ) : (
      <DictItems key={column.key} {...shared} />
    )
  })
}

function unknownValues(column: Column, rows: readonly GridValues[]): readonly string[] {
  const known = new Set(column.options.map(({ value }) => value))
  return [...new Set(rows.flatMap((row) => splitValues(row[column.key])))].filter((value) => !known.has(value))
}

interface SourceProps {
  readonly column: Column
  readonly onFound: Found
}
type ValuesProps = SourceProps & { readonly values: readonly string[] }

function DictItems({ column: { key, dictCode = '' }, onFound }: SourceProps) {
  const { options } = useDict(dictCode)
  useEffect(() => onFound(key, options), [key, options, onFound])
  return null
}

function DictCaptions({ column: { key, dictCode = '' }, values, onFound }: ValuesProps) {
  const captionOf = useDictTexts(dictCode, values, NONE)
  const found = values
    .map((value) => ({ value, label: captionOf(value) }))
    .filter(({ value, label }) => value !== label)
  const text = JSON.stringify(found)
  useEffect(() => onFound(key, JSON.parse(text) as CellOption[]), [key, text, onFound])
  return null
}

function UserCaptions({ column: { key, extend }, values, onFound }: ValuesProps) {
  const { store = 'username', text = 'realname' } = extend
  const input = { query: { [fieldName(store)]: values.join(',') } }
  const { data, isPlaceholderData } = useEndpoint(userEndpoints.multi, input, { enabled: values.length > 0 })
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return
    const pairs = data.map((user) => pairOf({ ...user }, store, text))
    onFound(
      key,
      pairs.map(({ value, text: label }) => ({ value, label })),
    )
  }, [data, isPlaceholderData, key, store, text, onFound])
  return null
}

function DepartCaptions({ column: { key, extend }, values, onFound }: ValuesProps) {
  const { store = 'id', text = 'departName' } = extend
  const { data } = useEndpoint(departTreeEndpoints.tree, { query: {} }, { enabled: values.length > 0 })
  useEffect(() => {
    if (data === undefined) return
    const nodes = flatNodes(departNodes(data, store, text))
    onFound(
      key,
      nodes.map(({ value, title }) => ({ value, label: title })),
    )
  }, [data, key, store, text, onFound])
  return null
}

/** Children of every visible parent: the caller's loader is called once for each. */
function LinkedCaptions({ column, rows, onFound }: SourceProps & { readonly rows: readonly GridValues[] }) {
  const { key, source } = column
  const parentKey = source?.parentKey
  const parents = parentKey === undefined ? [''] : rows.map((row) => String(row[parentKey] ?? '')).filter(Boolean)
  const asked = [...new Set(parents)].join(',')
  useEffect(() => {
    for (const parent of asked === '' && parentKey !== undefined ? [] : asked.split(',')) {
      // A level that cannot be loaded shows stored values; the select reports it when opened.
      source
        ?.load(parent)
        .then((options) => onFound(key, options))
        .catch(() => undefined)
    }
  }, [asked, parentKey, source, key, onFound])
  return null
}
