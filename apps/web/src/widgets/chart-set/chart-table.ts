/** A named number. */
export interface ChartPoint {
  readonly name: string
  readonly value: number
}

/** Several series over the same categories; a missing value is null, never 0. */
export interface ChartTable {
  readonly categories: readonly string[]
  readonly series: readonly {
    readonly name: string
    /** As long as `categories`. */
    readonly values: readonly (number | null)[]
  }[]
}

/** Points as a table of one series. */
export const tableOf = (points: readonly ChartPoint[], name: string): ChartTable => ({
  categories: points.map((point) => point.name),
  series: [{ name, values: points.map(({ value }) => value) }],
})

/** `甲 8，乙 3`: chart description for screen readers; long tables are read from the table itself. */
export function describeTable(title: string, { categories, series }: ChartTable): string {
  if (categories.length === 0) return `${title}：暂无数据`
  const peaks = series.map(({ name, values }) => {
    const highest = Math.max(...values.map((value) => value ?? Number.NEGATIVE_INFINITY))
    return Number.isFinite(highest)
      ? `${name}最高 ${highest}（${categories[values.indexOf(highest)]}）`
      : `${name}无数据`
  })
  return `${title}：${categories.length} 项，${peaks.join('，')}`
}
