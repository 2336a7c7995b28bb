import type { AqiPeriodReport, AqiPeriodRow } from '@natim/contract/mon/aqi'
import { aqiDecimals } from '@natim/domain/aqi'
import { PERIOD_STAT_NAMES, POLLUTANT_NAMES } from '@natim/domain/aqi-words'
import { formatNumber } from '@natim/domain/format'
import styles from './aqi.module.css'
import { missingDays, periodText, unitOf } from './aqi-text.ts'
import cards from './cards.module.css'
import { useRowArrows } from './use-row-arrows.ts'

interface PeriodTableProps {
  readonly report: AqiPeriodReport
  readonly isCity: boolean
  readonly chosenId: string
  readonly onChoose: (id: string) => void
}

/** Concentrations of a month or year by rank, with attained days. Arrow keys move the selected row. */
export function PeriodTable({ report, isCity, chosenId, onChoose }: PeriodTableProps) {
  const { rows, columns } = report
  const { ref, onKeyDown } = useRowArrows(rows, chosenId, onChoose)
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={`${isCity ? '城市' : '站点'}空气质量${periodText(report)}`}>
        <thead>
          <tr>
            <th scope="col" className={styles.name}>
              {isCity ? '城市' : '站点'}
            </th>
            <th scope="col" className={styles.figure}>
              排名
            </th>
            <th scope="col" className={styles.figure}>
              综合指数
            </th>
            {columns.map(({ pollutant, stat, limit }) => (
              <th key={pollutant} scope="col" className={styles.figure} title={limit === null ? '' : `限值 ${limit}`}>
                {POLLUTANT_NAMES[pollutant]} <small>{PERIOD_STAT_NAMES[stat]}</small>
              </th>
            ))}
            <th scope="col" className={styles.figure}>
              达标天数
            </th>
            <th scope="col" className={styles.figure}>
              达标率
            </th>
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the rows inside */}
        <tbody ref={ref} onKeyDown={onKeyDown}>
          {rows.map((row, index) => (
            <tr
              key={row.id}
              aria-selected={row.id === chosenId}
              tabIndex={row.id === chosenId || (index === 0 && !rows.some(({ id }) => id === chosenId)) ? 0 : -1}
              onClick={() => onChoose(row.id)}
              onKeyDown={(event) => event.key === 'Enter' && onChoose(row.id)}
            >
              <th scope="row" className={styles.name} title={`${row.regionName} ${row.name}`}>
                {row.name}
              </th>
              <td>{row.rank ?? '—'}</td>
              <td>{indexText(row)}</td>
              {columns.map((_, i) => (
                <Figure key={columns[i]?.pollutant} report={report} row={row} index={i} />
              ))}
              <td>{daysText(row)}</td>
              <td>{rateText(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface FigureProps {
  readonly report: AqiPeriodReport
  readonly row: AqiPeriodRow
  readonly index: number
}

function Figure({ report, row, index }: FigureProps) {
  const figure = row.figures[index]
  const reason = missingDays(report, row, index)
  const days = figure?.isPlanned ? `有效 ${figure.n} 天${figure.isAbove ? '，超过限值' : ''}` : ''
  return (
    <td data-leading={figure?.isAbove || undefined} data-missing={reason && ''} title={reason ?? days}>
      {figureText(report, row, index)}
    </td>
  )
}

/** `53`; `53 ↑` above its limit; `NA`, `/`. */
function figureText({ columns }: AqiPeriodReport, { figures }: AqiPeriodRow, index: number): string {
  const [figure, column] = [figures[index], columns[index]]
  if (!figure?.isPlanned || !column) return '/'
  if (figure.value === null) return 'NA'
  return `${formatNumber(figure.value, aqiDecimals(column.pollutant))}${figure.isAbove ? ' ↑' : ''}`
}

const indexText = ({ index }: AqiPeriodRow) => (index === null ? 'NA' : formatNumber(index, 2))
const daysText = ({ attained, valid }: AqiPeriodRow) => `${attained} / ${valid}`
const rateText = ({ attained, valid }: AqiPeriodRow) =>
  valid === 0 ? '—' : `${formatNumber((100 * attained) / valid, 1)} %`

/** The same on a phone: rank, index and days; a tap shows the pollutants. */
export const PeriodCards = ({ report, chosenId, onChoose }: Omit<PeriodTableProps, 'isCity'>) => (
  <ul className={cards.cards}>
    {report.rows.map((row) => (
      <li key={row.id}>
        <button
          type="button"
          className={cards.card}
          aria-expanded={row.id === chosenId}
          onClick={() => onChoose(row.id)}
        >
          <span className={cards.name}>
            {row.rank === null ? '' : `${row.rank}. `}
            {row.name}
          </span>
          <span className={cards.lead}>达标 {daysText(row)} 天</span>
          <b>{indexText(row)}</b>
        </button>
        {row.id === chosenId && (
          <dl className={cards.figures}>
            {report.columns.map(({ pollutant, stat }, i) => (
              <div key={pollutant}>
                <dt title={PERIOD_STAT_NAMES[stat]}>{POLLUTANT_NAMES[pollutant]}</dt>
                <dd>
                  {figureText(report, row, i)} <small>{unitOf(pollutant)}</small>
                </dd>
                <dd className="t-tertiary">{missingDays(report, row, i) ?? `${row.figures[i]?.n ?? 0} 天`}</dd>
              </div>
            ))}
          </dl>
        )}
      </li>
    ))}
  </ul>
)

/** How the figures are computed, and the first reason for an NA. */
export function PeriodFoot({ report }: { readonly report: AqiPeriodReport }) {
  const reason = report.rows.flatMap((row) =>
    report.columns.flatMap((_, i) => {
      const own = row.figures[i]?.isPlanned ? missingDays(report, row, i) : undefined
      return own ? [`${row.name} ${own}`] : []
    }),
  )[0]
  return (
    <div className={styles.foot}>
      <p>
        SO₂、NO₂、PM10、PM2.5 为日均值的平均，CO 为日均值第 95 百分位数，O₃ 为日最大 8 h 均值第 90 百分位数；单位
        µg/m³，CO mg/m³。综合指数为各项浓度与二级限值之比的和，限值取期末在用的；↑ 超过限值。
      </p>
      <p>
        {report.isRunning
          ? '本期未结束：为至今的累计值，不作有效性判定。'
          : `有效性：${report.period === 'month' ? '每月至少 27 天（2 月 25 天）' : '全年至少 324 天且每月至少 27 天（2 月 25 天）'}。`}
        NA 缺测或无效{reason && `：${reason}`}　·　/ 未列入监测计划
        {report.isGasAt273K && '　·　气体浓度参比状态为 273 K，较 2018-09-01 以后约高 9 %'}
      </p>
    </div>
  )
}
