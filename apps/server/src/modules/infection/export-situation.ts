import type { CityDay, InfectionSituation, PrintedShare } from '@natim/contract/mon/infection'
import { BREATH_RULE, FEVER_RULE, SIGNAL_RULE } from '@natim/domain/infection-words'
import { countText } from '@natim/domain/subject-counts'
import { formatGmt8 } from '@natim/domain/time'
import { CSV_BOM, CSV_EOL, csvCell } from '../../platform/csv.ts'
import { type SheetColumn, toXlsx, XLSX_CONTENT_TYPE } from '../../platform/xlsx.ts'

type Row = readonly (string | number | null)[]

export interface SituationFile {
  readonly fileName: string
  readonly contentType: string
  readonly content: Buffer
  readonly rows: number
}

const SHARE_TITLES = (name: string, of: string) => [
  `${name}例数`,
  of,
  `${name}占比（%）`,
  '95 % 区间下限（%）',
  '95 % 区间上限（%）',
]
const TITLES = [
  '城市',
  '日期',
  ...SHARE_TITLES('呼气疑似阳性', '有效检测'),
  '呼气阈值',
  '呼气信号',
  ...SHARE_TITLES('发热', '佩戴者'),
  '发热阈值',
  '发热信号',
  '心率偏离（标准差）',
  '呼吸偏离（标准差）',
]

/** The page as a file: the cities of the day, then the days of the chosen city, with counts as displayed. */
export function situationFile(situation: InfectionSituation, by: string, format: 'csv' | 'xlsx'): SituationFile {
  const { city, cities, days, date, untilMs, sentence } = situation
  const rows = [
    ...cities.map((row) => cellsOf(row.regionName, date, row)),
    ...(city?.days.map((day, index) => cellsOf(city.regionName, days[index] ?? '', day)) ?? []),
  ]
  const title = `感染态势 ${date}`
  const head = [
    `${sentence}数据截至 ${formatGmt8(untilMs)} · 导出人：${by}`,
    `${SIGNAL_RULE}；${FEVER_RULE}；${BREATH_RULE}；少于 5 人显示 <5，可由合计推出的数另行隐藏（—）`,
  ]
  const content =
    format === 'csv'
      ? { contentType: 'text/csv; charset=utf-8', content: toCsv([title, ...head], rows) }
      : { contentType: XLSX_CONTENT_TYPE, content: toSheet(title, head.join(' '), rows) }
  return { fileName: `${title}.${format}`, rows: rows.length, ...content }
}

const percent = (share: number | null) => (share === null ? null : Math.round(share * 1000) / 10)
const rounded = (z: number | null) => (z === null ? null : Math.round(z * 100) / 100)

const shareCells = ({ n, of, share, low, high }: PrintedShare): Row => [
  cell(n),
  cell(of),
  percent(share),
  percent(low),
  percent(high),
]
const cell = (count: PrintedShare['n']) => (typeof count === 'number' ? count : countText(count))
const signalCells = ({ need, isSignal }: CityDay['feverSignal']): Row => [need, isSignal ? '是' : '否']

const cellsOf = (name: string, date: string, day: CityDay): Row => [
  name,
  date,
  ...shareCells(day.breath),
  ...signalCells(day.breathSignal),
  ...shareCells(day.fever),
  ...signalCells(day.feverSignal),
  rounded(day.hrZ),
  rounded(day.rrZ),
]

const toCsv = (head: readonly string[], rows: readonly Row[]): Buffer =>
  Buffer.from(
    CSV_BOM +
      [...head.map((line) => `# ${line}`), ...[TITLES, ...rows].map((row) => row.map(csvCell).join(','))].join(
        CSV_EOL,
      ) +
      CSV_EOL,
  )

const toSheet = (title: string, subTitle: string, rows: readonly Row[]): Buffer =>
  toXlsx<Row>(
    {
      title,
      subTitle,
      columns: TITLES.map((name, i): SheetColumn<Row> => ({ title: name, value: (row) => row[i] ?? null })),
    },
    rows,
  )
