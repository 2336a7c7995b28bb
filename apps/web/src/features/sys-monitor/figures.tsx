import { type Stat, StatBlock } from '@/ui/stat-block.tsx'
import styles from './figures.module.css'
import { Meter, type MeterProps } from './meter.tsx'

interface FiguresProps {
  readonly meters: readonly MeterProps[]
  readonly stats: readonly Stat[]
}

/** Usage meters, and plain figures below. */
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
