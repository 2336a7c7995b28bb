import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import styles from './chart-outline.module.css'

const GRID_LINES = 5
const DATES = 7
const WAVES = [
  'M0 60C80 20 140 90 220 52S380 30 460 66 600 44 700 58',
  'M0 84C90 70 160 40 250 78S400 92 500 60 620 88 700 72',
  'M0 34C70 52 150 26 230 36S390 62 470 30 610 20 700 40',
]

/** Skeleton of a loading chart: grid, dates, and placeholder lines (design 23). */
export const ChartOutline = ({ height }: { /** px */ readonly height: number }) => (
  <Outline>
    <div className={styles.plot} style={{ height }}>
      {times(GRID_LINES, (line) => (
        <span key={line} className={styles.grid} />
      ))}
      <svg className={styles.waves} viewBox="0 0 700 120" preserveAspectRatio="none">
        {WAVES.map((path) => (
          <path key={path} d={path} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
      <div className={styles.dates}>
        {times(DATES, (date) => (
          <Bar key={date} width={40} height={10} />
        ))}
      </div>
    </div>
  </Outline>
)
