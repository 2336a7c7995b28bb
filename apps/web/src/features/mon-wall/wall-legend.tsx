import { SEVERITY, type Severity } from '@natim/contract/dict'
import { formatClock } from '@natim/domain/format'
import { MINUTE_MS } from '@natim/domain/time'
import { WALL_LIVE_MS } from '@natim/domain/wall'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import { useTicker } from '@/ui/ticker.ts'
import { useWallSpan } from './use-panel-data.ts'
import { useWall } from './wall-context.tsx'
import styles from './wall-map.module.css'

const LEVELS: readonly Severity[] = [1, 2, 3, 4, 5]

/** Legend of the map symbols, span of the charts, and rotation interval. */
export function WallLegend() {
  const rotateS = useWall((state) => state.rotateS)
  const span = useWallSpan()
  const minuteMs = useTicker((nowMs) => Math.floor(nowMs / MINUTE_MS) * MINUTE_MS)
  const { fromMs, toMs } = span ?? { fromMs: minuteMs - WALL_LIVE_MS, toMs: minuteMs }
  return (
    <ul className={styles.legend} aria-label="图例">
      <li>
        <StatusLamp status="online" hasLabel />
      </li>
      <li>
        <StatusLamp status="offline" hasLabel />
      </li>
      {LEVELS.map((level) => (
        <li key={level}>
          <SeverityGlyph level={level} size={14} isDecorative />
          {SEVERITY[level]}
        </li>
      ))}
      <li>
        窗口 {formatClock(fromMs).slice(0, 5)}–{formatClock(toMs).slice(0, 5)}
      </li>
      <li>{rotateS === 0 ? '不轮播' : `轮播 ${rotateS} s`}</li>
    </ul>
  )
}
