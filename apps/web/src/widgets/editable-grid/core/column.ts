import { GRID } from '@natim/contract/constants'
import { type GridColumn, type GridColumnType, type GridRow, gridExtend } from '@natim/contract/grid-column'
import type { RowRule } from '@natim/domain/row-rules'
import type { FieldAccess } from '@/lib/permissions/can.ts'

/** A drop-down entry, as cells show it. */
export interface CellOption {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

/** A column as a page defines it; its rules are typed by the checker. */
export interface EditableColumn extends Omit<GridColumn, 'validateRules'> {
  readonly validateRules?: readonly RowRule<GridRow>[]
}

/** Parsed content of `fieldExtendJson`. */
export interface ColumnExtend {
  readonly multiSelect?: boolean | undefined
  readonly store?: string | undefined
  readonly text?: string | undefined
  /** Maximum number of files; undefined: unlimited. */
  readonly uploadLimit?: number | undefined
  readonly orderBy?: string | undefined
}

/** A column as the grid uses it: permissions, texts and JSON are resolved. */
export interface Column extends Omit<EditableColumn, 'options' | 'fieldExtendJson' | 'disabled'> {
  readonly options: readonly CellOption[]
  readonly extend: ColumnExtend
  readonly isDisabled: boolean
  readonly isRequired: boolean
  /** The placeholder with its names filled in. */
  readonly hint: string
  /** Options that depend on the row: children of the parent in a linked select (WG-190). */
  readonly source?: LinkedSource | undefined
}

export interface LinkedSource {
  /** Key of the parent column; undefined at the top. */
  readonly parentKey: string | undefined
  /** Keys of all lower levels. */
  readonly childKeys: readonly string[]
  readonly load: (parentValue: string) => Promise<readonly CellOption[]>
}

/** Whether cells hold numbers: right-aligned, included in statistics. */
export const isNumeric = (column: { readonly type: GridColumnType }) => column.type === 'inputNumber'

const NAMED = /\$\{(\w+)\}/g

/** Fills column properties into a text, mainly `${title}` (WG-199). Unknown names stay. */
export const fillNames = (text: string, column: Pick<GridColumn, 'key' | 'title'>): string =>
  text.replaceAll(NAMED, (blank, name: string) => String((column as Record<string, unknown>)[name] ?? blank))

const optionsOf = ({ options = [] }: EditableColumn): CellOption[] =>
  options.map(({ value, label, title, text, disabled }) => ({
    value: String(value),
    label: label ?? title ?? text ?? String(value),
    ...(disabled === undefined ? {} : { disabled }),
  }))

function extendOf({ fieldExtendJson, props = {} }: EditableColumn): ColumnExtend {
  const { multiSelect, store, text, uploadnum, orderByField } =
    gridExtend.safeParse(readJson(fieldExtendJson)).data ?? {}
  const limit = Number(uploadnum ?? props['number'] ?? 0)
  return {
    multiSelect,
    store,
    text,
    uploadLimit: limit > 0 ? limit : undefined,
    orderBy: typeof orderByField === 'string' ? orderByField : undefined,
  }
}

function readJson(text = '{}'): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/**
 * Resolves the columns of a grid. `access` gives the rights on a column (SS-38): hidden ones are omitted like those of
 * type `hidden`, whose values stay in the rows.
 */
export function prepareColumns(
  columns: readonly EditableColumn[],
  access: (key: string) => FieldAccess,
  isGridDisabled = false,
  sources: ReadonlyMap<string, LinkedSource> = new Map(),
): Column[] {
  return columns.flatMap((column) => {
    const right = access(column.key)
    if (column.type === 'hidden' || right === 'hidden') return []
    const { fieldExtendJson: _json, disabled = false, placeholder = '', validateRules = [], ...rest } = column
    return [
      {
        ...rest,
        validateRules,
        options: optionsOf(column),
        extend: extendOf(column),
        isDisabled: isGridDisabled || disabled || right === 'disabled',
        isRequired: validateRules.some(({ required, pattern }) => required === true || pattern === '*'),
        hint: fillNames(placeholder, column),
        source: sources.get(column.key),
      },
    ]
  })
}

const WIDTH_KIND: Partial<Record<GridColumnType, 'datetime' | 'user' | 'department' | 'date'>> = {
  datetime: 'datetime',
  sel_user: 'user',
  sel_depart: 'department',
  date: 'date',
}

const givenWidth = (width: number | string | undefined, totalPx: number): number | undefined => {
  if (typeof width !== 'string') return width
  const amount = Number.parseFloat(width)
  if (!(amount > 0)) return undefined
  return width.endsWith('%') ? (amount / 100) * totalPx : amount
}

/**
 * Widths of the visible columns, px (D-22): the given one, else the type's default, else an even share of 92 % of the
 * grid, at least 120; then the minimum of the type. `totalPx` 0 = not known yet.
 */
export function columnWidths(columns: readonly Pick<GridColumn, 'type' | 'width'>[], totalPx: number): number[] {
  const share = Math.floor((totalPx * GRID.sharedWidth) / Math.max(columns.length, 1))
  return columns.map(({ type, width }) => {
    const kind = WIDTH_KIND[type]
    const own = kind === undefined || kind === 'date' ? Math.max(share, GRID.widthPx.other) : GRID.widthPx[kind]
    const least = kind === undefined ? 0 : GRID.minWidthPx[kind]
    return Math.max(givenWidth(width, totalPx) ?? own, least)
  })
}
