import type { ImportColumn } from '@natim/contract/system/import'
import { toXlsx } from '../../platform/xlsx.ts'
import type { ShownRow } from './import.repository.ts'
import type { ImportDictionary, ImportEntity } from './import-entity.ts'

/** Size of each file's row number range. */
export const ROWS_PER_FILE = 2_000_000
const OPTIONS_SHOWN = 200

/** Column descriptions for the workbench. */
export function describeColumns(
  entity: ImportEntity,
  dictionaries: Readonly<Record<string, ImportDictionary>>,
): ImportColumn[] {
  return entity.columns.map(({ key, title, required = false, hint = '' }) => ({
    key,
    title,
    required,
    hint,
    options: captionsOf(dictionaries[key]).slice(0, OPTIONS_SHOWN),
  }))
}

/** One text per value: the one the export writes. */
function captionsOf(dictionary: ImportDictionary | undefined): string[] {
  const labels = new Map<string, string>()
  for (const [text, value] of dictionary?.values ?? []) if (!labels.has(value)) labels.set(value, text)
  return [...labels.values()]
}

/** An empty sheet in the export's layout, with an example; required headings are starred. */
export function toTemplate(entity: ImportEntity): Buffer {
  const columns = entity.columns.map(({ key, title, required }) => ({
    title: required ? `*${title}` : title,
    value: (row: Readonly<Record<string, string>>) => row[key] ?? '',
  }))
  const subTitle = ['带 * 的列必填；示例行请删除后再导入', entity.note ?? []].flat().join('；')
  return toXlsx({ title: `${entity.title}导入模板`, subTitle, columns }, [entity.example])
}

/** Why a row was refused, naming row and column (WG-147). */
export function reasonOf(
  entity: ImportEntity,
  { rowNo, errors }: { readonly rowNo: number; readonly errors: Readonly<Record<string, string>> },
): string {
  const ofColumns = entity.columns
    .filter(({ key }) => errors[key] !== undefined)
    .map(({ key, title }) => `${title}：${errors[key]}`)
  const keys = new Set(entity.columns.map(({ key }) => key))
  const others = Object.entries(errors).flatMap(([key, message]) => (keys.has(key) ? [] : [message]))
  const parts = [...ofColumns, ...others]
  return `第 ${rowNo % ROWS_PER_FILE} 行 ${parts.join('；')}`
}

/** The refused rows as sent, with reasons. Once corrected, the sheet can be imported again. */
export function toErrorSheet(entity: ImportEntity, headings: readonly string[], rows: readonly ShownRow[]): Buffer {
  const columns = headings.map((title, number) => ({
    title: title || `列${number + 1}`,
    value: (row: ShownRow) => row.cells[number] ?? '',
  }))
  const reason = { title: '错误原因', value: (row: ShownRow) => reasonOf(entity, row) }
  const subTitle = `共 ${rows.length} 行未导入，修改后可直接重新导入本文件`
  return toXlsx({ title: `${entity.title}导入错误数据`, subTitle, columns: [...columns, reason] }, rows)
}
