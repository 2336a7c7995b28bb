import type { ReportItem, ReportParam, ReportSource, ReportTrial } from '@natim/contract/system/report'

/** Defaults of a new column. */
const NEW_ITEM = {
  align: 'left',
  isShow: true,
  isOrder: false,
  isSearch: false,
  searchMode: 'single',
  isFolded: false,
  dictCode: '',
} as const

/** Title of a column, if all sources that have it agree. */
function titleOf(name: string, sources: readonly ReportSource[]): string {
  const titles = new Set(
    sources.flatMap(({ columns }) => columns.filter((column) => column.name === name).map(({ title }) => title)),
  )
  const [title = name] = titles
  return titles.size === 1 ? title : name
}

/** Columns after a trial: fields of the statement in its order, keeping the settings of existing ones. */
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

/** Placeholders of the statement, keeping the settings of existing ones. */
export function mergeParams(params: readonly ReportParam[], names: readonly string[]): ReportParam[] {
  const known = new Map(params.map((param) => [param.paramName, param]))
  return names.map((paramName) => known.get(paramName) ?? { paramName, paramTxt: '', paramValue: '' })
}
