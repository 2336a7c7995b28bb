import type { AqiReport, AqiRow } from '@natim/contract/mon/aqi'
import { aqiMeanName, POLLUTANT_NAMES } from '@natim/domain/aqi-words'
import { AqiMark } from '@/ui/aqi/aqi-mark.tsx'
import styles from './aqi.module.css'
import { concentrationText, gradeOf, iaqiText, leadingText, missingReason, unitOf } from './aqi-text.ts'
import { useRowArrows } from './use-row-arrows.ts'

interface ReportTableProps {
  readonly report: AqiReport
  readonly isCity: boolean
  readonly chosenId: string
  readonly onChoose: (id: string) => void
}

/** The report in the columns of the standard. Arrow keys move the selected row. */
export function ReportTable({ report, isCity, chosenId, onChoose }: ReportTableProps) {
  const { rows, columns } = report
  const { ref, onKeyDown } = useRowArrows(rows, chosenId, onChoose)
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={isCity ? '城市空气质量报表' : '站点空气质量报表'}>
        <thead>
          <tr>
            <th rowSpan={2} scope="col" className={styles.name}>
              {isCity ? '城市' : '站点'}
            </th>
            {columns.map((column) => (
              <th key={`${column.pollutant} ${column.mean}`} colSpan={2} scope="colgroup" className={styles.group}>
                {POLLUTANT_NAMES[column.pollutant]} <small>{aqiMeanName(column)}</small>
              </th>
            ))}
            <th rowSpan={2} scope="col" className={styles.aqi}>
              AQI
            </th>
            <th rowSpan={2} scope="col">
              首要污染物
            </th>
            <th rowSpan={2} scope="col">
              级别
            </th>
            <th rowSpan={2} scope="col">
              类别
            </th>
          </tr>
          <tr>
            {columns.flatMap(({ pollutant, mean }) => [
              <th key={`${pollutant} ${mean} c`} scope="col" className={styles.figure}>
                {unitOf(pollutant)}
              </th>,
              <th key={`${pollutant} ${mean} i`} scope="col" className={styles.figure}>
                分指数
              </th>,
            ])}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the rows inside */}
        <tbody ref={ref} onKeyDown={onKeyDown}>
          {rows.map((row, index) => (
            <ReportRow
              key={row.id}
              row={row}
              columns={columns}
              isCity={isCity}
              isChosen={row.id === chosenId}
              isReachable={row.id === chosenId || (index === 0 && !rows.some(({ id }) => id === chosenId))}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ReportRowProps {
  readonly row: AqiRow
  readonly columns: AqiReport['columns']
  readonly isCity: boolean
  readonly isChosen: boolean
  readonly isReachable: boolean
  readonly onChoose: (id: string) => void
}

function ReportRow({ row, columns, isCity, isChosen, isReachable, onChoose }: ReportRowProps) {
  const grade = gradeOf(row.aqi)
  return (
    <tr
      aria-selected={isChosen}
      tabIndex={isReachable ? 0 : -1}
      onClick={() => onChoose(row.id)}
      onKeyDown={(event) => event.key === 'Enter' && onChoose(row.id)}
    >
      <th scope="row" className={styles.name} title={`${row.regionName} ${row.name}`}>
        {row.name}
      </th>
      {columns.flatMap((column, i) => {
        const figure = row.figures[i]
        if (!figure) return []
        const key = `${column.pollutant} ${column.mean}`
        const isLeading = row.leading.includes(column.pollutant) && figure.iaqi === row.aqi
        const reason = missingReason(figure, column, isCity)
        return [
          <td key={`${key} c`} data-leading={isLeading || undefined} data-missing={reason && ''} title={reason}>
            {concentrationText(figure, column.pollutant)}
          </td>,
          <td key={`${key} i`} className={styles.iaqi} data-leading={isLeading || undefined} title={reason}>
            {iaqiText(figure)}
          </td>,
        ]
      })}
      <td className={styles.aqi}>
        <AqiMark aqi={row.aqi} />
      </td>
      <td className={styles.word}>{leadingText(row)}</td>
      <td className={styles.word}>{grade?.level ?? '—'}</td>
      <td className={styles.word}>{grade?.name ?? '—'}</td>
    </tr>
  )
}
