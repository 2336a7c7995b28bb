import { type Stat, StatBlock } from '@/ui/stat-block.tsx'
import styles from './figures.module.css'
import { Meter, type MeterProps } from './meter.tsx'

interface FiguresProps {
  readonly meters: readonly MeterProps[]
  readonly stats: readonly Stat[]
}

/** What a part shows: what is used of what there is, and below it the plain figures. */
export function Figures({ meters, stats }: FiguresProps) {
  return (
    <>
      {meters.map((meter) => (
        <Meter key={meter.label} {...meter} />
      ))}
      <div className={styles.stats}>
        <StatBlock stats={stats} />
      </div>
    </>
  )
}
