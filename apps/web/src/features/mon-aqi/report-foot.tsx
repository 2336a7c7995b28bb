import type { AqiReport, AqiRow } from '@natim/contract/mon/aqi'
import { aqiGrade } from '@natim/domain/aqi'
import { aqiAdvice } from '@natim/domain/aqi-words'
import styles from './aqi.module.css'
import { missingReason } from './aqi-text.ts'

interface ReportFootProps {
  readonly report: AqiReport
  readonly chosen: AqiRow | undefined
  readonly isCity: boolean
}

/** Legend of NA and /, with the reason for the NA, and the health advice for the selected place. */
export function ReportFoot({ report, chosen, isCity }: ReportFootProps) {
  const reason = reasonOf(report, chosen, isCity)
  return (
    <div className={styles.foot}>
      {chosen?.aqi != null && (
        <p className={styles.advice}>
          <b>{chosen.name} 健康提示</b>　{aqiAdvice(aqiGrade(chosen.aqi), chosen.leading).text}
        </p>
      )}
      <p>
        NA 缺测或无效{reason && `：${reason}`}　·　/ 未列入监测计划
        {report.standard === 2026 && '　·　有缺测时 AQI 超过 100 才发布'}
        {report.isGasAt273K && '　·　气体浓度参比状态为 273 K，较 2018-09-01 以后约高 9 %'}
      </p>
    </div>
  )
}

/** Reason of the selected place, otherwise of the first row that has one. */
function reasonOf({ rows, columns }: AqiReport, chosen: AqiRow | undefined, isCity: boolean): string | undefined {
  for (const row of chosen ? [chosen, ...rows] : rows) {
    if (row.rev === 0) continue
    for (const [i, figure] of row.figures.entries()) {
      const column = columns[i]
      const reason = column && figure.isPlanned ? missingReason(figure, column, isCity) : undefined
      if (reason) return `${row.name} ${reason}`
    }
  }
  return undefined
}
