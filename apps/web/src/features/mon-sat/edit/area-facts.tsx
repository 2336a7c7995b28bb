import { formatNumber } from '@natim/domain/format'
import { AREA_FAULTS, type AreaCheck, MAX_SAT_VERTICES } from '@natim/domain/sat-area'
import styles from './edit.module.css'

/** Validation of an area, under its map: corners, km², self-intersection. */
export function AreaFacts({ check }: { readonly check: AreaCheck | undefined }) {
  if (check === undefined) return <p className={styles.facts}>还没有任务区：在地图上绘制，或粘贴、上传、按行政区选择</p>
  const { vertices, areaKm2, fault } = check
  return (
    <p className={styles.facts} role={fault ? 'alert' : undefined} data-fault={fault !== null || undefined}>
      <b>任务区</b>
      <span>
        顶点 <span className="num">{vertices}</span> / {MAX_SAT_VERTICES}
      </span>
      <span>
        面积 <span className="num">{areaKm2 > 0 ? formatNumber(areaKm2) : '—'}</span> / 200,000 km²
      </span>
      <span>{fault === null ? '无自相交' : AREA_FAULTS[fault]}</span>
    </p>
  )
}
