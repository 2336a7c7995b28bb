import { Kpi, KpiStrip } from '@/ui/kpi-strip.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import { HeatGrid } from './heat-grid.tsx'
import styles from './stats.module.css'

const title = <Bar width={96} height={14} line={22} />
const lines = (count: number) => times(count, (index) => <Bar key={index} width="100%" line={32} />)
const NO_HEAT = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))

/** Page placeholder: empty cells in place of the heat map. */
export const StatsOutline = () => (
  <Outline className={styles.page}>
    <KpiStrip label="报警指标">
      {times(6, (index) => (
        <Kpi
          key={index}
          caption={<Bar width={84} height={10} line={18} />}
          value={<Bar width={76} height={24} />}
          note={<Bar width={120} height={10} line={18} />}
        />
      ))}
    </KpiStrip>
    <div className={styles.columns}>
      <Panel title={title}>{lines(9)}</Panel>
      <Panel title={title}>
        <HeatGrid perHour={NO_HEAT} worst={null} max={1} />
      </Panel>
      <Panel title={title}>{lines(6)}</Panel>
      <Panel title={title}>{lines(6)}</Panel>
    </div>
  </Outline>
)
