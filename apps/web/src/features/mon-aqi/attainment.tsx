import type { AqiCalendar } from '@natim/contract/mon/aqi'
import { AQI_GRADES, POLLUTANT_NAMES } from '@natim/domain/aqi-words'
import { formatShare, formatSigned } from '@natim/domain/format'
import type { ReactNode } from 'react'
import { GradeRing } from '@/ui/aqi/grade-ring.tsx'
import styles from './attainment.module.css'

const NAMED_DAYS = 3

/** `07-14、07-15 等` */
function daysText(days: readonly string[]): string {
  const named = days.slice(-NAMED_DAYS).map((date) => date.slice(5))
  return `${named.join('、')}${days.length > NAMED_DAYS ? ' 等' : ''}`
}

/** 达标天数: days that attain the standard, the pollutants that prevented the others, and missing days. */
export const Attainment = ({ calendar: { attainment } }: { readonly calendar: AqiCalendar }) => (
  <>
    <div className={styles.body}>
      <GradeRing
        grades={attainment.grades}
        value={`${attainment.attained}`}
        caption="天达标"
        label={`达标 ${attainment.attained} 天，有效 ${attainment.valid} 天`}
      />
      <Shares attainment={attainment} />
      <Grades attainment={attainment} />
    </div>
    <Rest attainment={attainment} />
  </>
)

interface PartProps {
  readonly attainment: AqiCalendar['attainment']
}

function Shares({ attainment: { valid, due, attained, missing, shareBefore } }: PartProps) {
  const share = valid === 0 ? null : attained / valid
  return (
    <dl className={styles.facts}>
      <Fact name="达标率">
        <b>{formatShare(share)}</b>
      </Fact>
      <Fact name="较上年同期">
        {share === null || shareBefore === null ? (
          '上年无数据'
        ) : (
          <>
            <b>{formatSigned((share - shareBefore) * 100, '', 1).trim()}</b> 百分点
          </>
        )}
      </Fact>
      <Fact name="有效天数">
        <b>{valid}</b> / {due}
      </Fact>
      <Fact name="缺测">
        {missing.length > 0 && <small title={missing.join('、')}>{daysText(missing)} </small>}
        <b>{missing.length}</b> 天
      </Fact>
    </dl>
  )
}

const GRADES = [1, 2, 3, 4, 5, 6] as const
/** The worst grade is shown only where it occurred. */
const ALWAYS_SHOWN = 5

const Grades = ({ attainment: { grades, valid } }: PartProps) => (
  <dl className={styles.grades}>
    {GRADES.map((grade) => {
      const days = grades[grade - 1] ?? 0
      return (
        (days > 0 || grade <= ALWAYS_SHOWN) && (
          <div key={grade}>
            <dt>
              <i data-grade={grade} aria-hidden /> {AQI_GRADES[grade].name}
            </dt>
            <dd>{days}</dd>
            <dd className={styles.share}>{formatShare(valid === 0 ? null : days / valid)}</dd>
          </div>
        )
      )
    })}
  </dl>
)

function Rest({ attainment: { grades, attained, exceeded, other, isYearValid } }: PartProps) {
  const more = other.attained - attained
  const above = grades.slice(2).reduce((sum, days) => sum + days, 0)
  return (
    <dl className={styles.rest}>
      <Fact name={`首要污染物（超标 ${above} 天）`}>
        {exceeded.map((row) => `${POLLUTANT_NAMES[row.pollutant]} ${row.days}`).join('　') || '—'}
      </Fact>
      <Fact name={`若全年按 HJ 633-${other.standard} 评价`}>
        达标 {other.attained} 天{more !== 0 && `，${more > 0 ? '多' : '少'} ${Math.abs(more)} 天`}
      </Fact>
      {!isYearValid && (
        <Fact name="年评价">
          <span title="年评价要求有效天数不少于 324 天，每月不少于 27 天（2 月 25 天）">有效天数不足，尚不能评价</span>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
