import styles from './attainment.module.css'

const RADIUS = 44
const LENGTH = 2 * Math.PI * RADIUS

interface DaysRingProps {
  /** Days by grade, 优 first. */
  readonly grades: readonly number[]
  readonly attained: number
}

/** Days of each grade as parts of a ring; its figures stand beside it. */
export function DaysRing({ grades, attained }: DaysRingProps) {
  const total = grades.reduce((sum, days) => sum + days, 0)
  const parts = grades.map((days, i) => ({
    grade: i + 1,
    days,
    before: grades.slice(0, i).reduce((sum, own) => sum + own, 0),
  }))
  return (
    <svg className={styles.ring} viewBox="0 0 112 112" role="img" aria-label={`达标 ${attained} 天，有效 ${total} 天`}>
      <circle cx={56} cy={56} r={RADIUS} className={styles.track} />
      {parts.map(
        ({ grade, days, before }) =>
          days > 0 && (
            <circle
              key={grade}
              cx={56}
              cy={56}
              r={RADIUS}
              data-grade={grade}
              strokeDasharray={`${(LENGTH * days) / total} ${LENGTH}`}
              strokeDashoffset={(-LENGTH * before) / total}
              transform="rotate(-90 56 56)"
            />
          ),
      )}
      <text x={56} y={56} className={styles.ringValue}>
        {attained}
      </text>
      <text x={56} y={74} className={styles.ringName}>
        天达标
      </text>
    </svg>
  )
}
