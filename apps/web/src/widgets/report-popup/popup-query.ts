import type { ReportQueryItem } from '@natim/contract/system/report'

/** Typed query values by parameter name: `field`, or `field_begin` and `field_end` for a range. */
export type QueryValues = Readonly<Record<string, string>>

export interface ReportSort {
  readonly column: string
  readonly order: 'asc' | 'desc'
}

export interface ReportPage {
  readonly pageNo: number
  readonly pageSize: number
}

/** Query of the data call. */
export type ReportDataQuery = ReportPage & Readonly<Record<string, string | number>>

/** Parameters of the caller, sent as `self_{name}`. */
export type PopupParams = Readonly<Record<string, string | number | undefined>>

/** `name=desc` (WG-56); undefined for anything else. */
export function parseSorter(sorter: string | undefined): ReportSort | undefined {
  const [, column, order] = /^\s*(\w+)\s*=\s*(asc|desc)\s*$/i.exec(sorter ?? '') ?? []
  return column && order ? { column, order: order.toLowerCase() as ReportSort['order'] } : undefined
}

const unquoted = (value: string) => /^'(.*)'$/s.exec(value)?.[1] ?? value

/** Single query fields start empty, or with the parameter of the same name (contract/30 §5). */
export function initialValues(items: readonly ReportQueryItem[], params: PopupParams): QueryValues {
  return Object.fromEntries(
    items
      .filter(({ mode }) => mode === 'single')
      .map(({ field }) => [field, params[field] === undefined ? '' : unquoted(String(params[field]))]),
  )
}

/** Query of the data call: typed values, parameters, order, page. */
export function dataQuery(
  values: QueryValues,
  params: PopupParams,
  sort: ReportSort | undefined,
  page: ReportPage,
): ReportDataQuery {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return {
    ...values,
    ...Object.fromEntries(given.map(([name, value]) => [`self_${name}`, value])),
    ...sort,
    ...page,
  }
}
