import type { ReportItem, ReportParam, ReportSource, ReportTrial } from '@natim/contract/system/report'

/** A column as a new field of the statement becomes one. */
const NEW_ITEM = {
  align: 'left',
  isShow: true,
  isOrder: false,
  isSearch: false,
  searchMode: 'single',
  isFolded: false,
  dictCode: '',
} as const

/** Title of a column of that name, if every source that has one calls it the same. */
function titleOf(name: string, sources: readonly ReportSource[]): string {
  const titles = new Set(
    sources.flatMap(({ columns }) => columns.filter((column) => column.name === name).map(({ title }) => title)),
  )
  const [title = name] = titles
  return titles.size === 1 ? title : name
}

/** The columns after a statement was tried: its fields in its order, with what was set of those that stay. */
export function mergeItems(
  items: readonly ReportItem[],
  fields: ReportTrial['fields'],
  sources: readonly ReportSource[],
): ReportItem[] {
  const known = new Map(items.map((item) => [item.fieldName, item]))
  return fields.map(({ fieldName, fieldType }) => ({
    ...NEW_ITEM,
    fieldTxt: titleOf(fieldName, sources),
    align: fieldType === 'number' ? 'right' : 'left',
    ...known.get(fieldName),
    fieldName,
    fieldType,
  }))
}

/** The placeholders of the statement, with what was set of those that stay. */
export function mergeParams(params: readonly ReportParam[], names: readonly string[]): ReportParam[] {
  const known = new Map(params.map((param) => [param.paramName, param]))
  return names.map((paramName) => known.get(paramName) ?? { paramName, paramTxt: '', paramValue: '' })
}
