import { formatNumber } from '@natim/domain/format'

/**
 * How much of a list is printed.
 *
 * @param isWhole all pages were read, up to the print limit
 */
export function extentOf(total: number, shown: number, isWhole: boolean): string {
  const all = `共 ${formatNumber(total)} 条`
  if (shown >= total) return all
  return isWhole ? `${all}，只打印前 ${formatNumber(shown)} 条` : `${all}，只打印本页 ${formatNumber(shown)} 条`
}
