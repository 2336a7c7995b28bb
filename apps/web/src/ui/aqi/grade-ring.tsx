import styles from './aqi.module.css'

const RADIUS = 44
const LENGTH = 2 * Math.PI * RADIUS

interface GradeRingProps {
  /** Counts by grade, 优 first. */
  readonly grades: readonly number[]
  readonly value: string
  readonly caption: string
  /** Text alternative of the ring. */
  readonly label: string
}

/** Counts by AQI grade as segments of a ring; its numbers are shown beside it. */
export function GradeRing({ grades, value, caption, label }: GradeRingProps) {
  const total = grades.reduce((sum, count) => sum + count, 0)
  const parts = grades.map((count, i) => ({
    grade: i + 1,
    count,
    before: grades.slice(0, i).reduce((sum, own) => sum + own, 0),
  }))
  return (
    <svg className={styles.ring} viewBox="0 0 112 112" role="img" aria-label={label}>
      <circle cx={56} cy={56} r={RADIUS} className={styles.track} />
      {parts.map(
        ({ grade, count, before }) =>
          count > 0 && (
            <circle
              key={grade}
              cx={56}
              cy={56}
              r={RADIUS}
              data-grade={grade}
              strokeDasharray={`${(LENGTH * count) / total} ${LENGTH}`}
              strokeDashoffset={(-LENGTH * before) / total}
              transform="rotate(-90 56 56)"
            />
          ),
      )}
      <text x={56} y={56} className={styles.ringValue}>
        {value}
      </text>
      <text x={56} y={74} className={styles.ringName}>
        {caption}
      </text>
    </svg>
  )
}
