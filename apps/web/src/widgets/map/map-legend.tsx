import { useIsPhone } from '@/lib/use-media.ts'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import styles from './map.module.css'

const STATUSES = ['online', 'offline', 'fault', 'maintenance', 'inactive'] as const
const LEVELS = [1, 2, 3, 4, 5] as const

/** What the symbols mean; always visible (design §8). On a phone it would hide the south-west, so it opens on demand. */
export function MapLegend() {
  const isPhone = useIsPhone()
  return (
    <details className={styles.legend} open={!isPhone} key={String(isPhone)}>
      <summary className="t-caption">图例 · 设备状态</summary>
      <ul className={styles.statuses}>
        {STATUSES.map((status) => (
          <li key={status}>
            <StatusLamp status={status} hasLabel />
          </li>
        ))}
      </ul>
      <p className={styles.levels}>
        {LEVELS.map((level) => (
          <SeverityGlyph key={level} level={level} size={12} />
        ))}
        <span className="t-caption">报警级别</span>
      </p>
      <p className={styles.levels}>
        <i className={styles.ring} />
        <span className="t-caption">聚合：环色 = 最高级别</span>
      </p>
    </details>
  )
}
