import type { SatTaskDetail } from '@natim/contract/mon/sat'
import { SENSOR_TYPES } from '@natim/contract/mon/satellite.resource'
import { formatNumber } from '@natim/domain/format'
import { NEEDS_CLEAR_SKY } from '@natim/domain/sat-task'
import { tleAgeDays } from '@natim/domain/sat-tle'
import type { ReactNode } from 'react'
import { serverNow } from '@/lib/clock.ts'
import styles from './detail.module.css'

/** Facts of the area and the picture requirements, under the map. */
export function AreaStrip({ task }: { readonly task: SatTaskDetail }) {
  const hasSky = NEEDS_CLEAR_SKY.includes(task.sensorType)
  return (
    <dl className={styles.strip}>
      <Fact label="任务区">
        {task.vertices} <small>/ 500 顶点</small>
      </Fact>
      <Fact label="面积">
        {formatNumber(task.areaKm2)} <small>km²</small>
      </Fact>
      <Fact label="传感器">{SENSOR_TYPES[task.sensorType]}</Fact>
      <Fact label="分辨率不低于">
        {task.resMaxM === null ? (
          '不限'
        ) : (
          <>
            {task.resMaxM} <small>m</small>
          </>
        )}
      </Fact>
      <Fact label="侧摆不大于">
        {task.offNadirMax} <small>°</small>
      </Fact>
      <Fact label="云量">{hasSky ? (task.cloudPctMax === null ? '不限' : `≤ ${task.cloudPctMax} %`) : '/ 不适用'}</Fact>
      <Fact label="轨道根数">
        {task.tleEpochMs === null ? '—' : `${tleAgeDays(task.tleEpochMs, serverNow())} 天前`}
      </Fact>
      {task.costEst !== null && <Fact label="报价">{task.costEst} 万元</Fact>}
    </dl>
  )
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
