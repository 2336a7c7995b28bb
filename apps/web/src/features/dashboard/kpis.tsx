import { DEVICE_STATUS, type DeviceStatus } from '@natim/contract/dict'
import type { HomeSummary } from '@natim/contract/mon/home'
import { formatKpi, formatNumber, formatShare } from '@natim/domain/format'
import { Link } from 'react-router'
import { STATE_KEY } from '../../lib/list-state.ts'
import { Kpi, KpiStrip } from '../../ui/kpi-strip.tsx'
import { SeverityGlyph } from '../../ui/severity-glyph.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { StatusLamp } from '../../ui/status-lamp.tsx'
import styles from './kpis.module.css'
import { onlineShare } from './situation.tsx'

const SHOWN: readonly DeviceStatus[] = ['online', 'offline', 'fault', 'maintenance', 'inactive']
const LEVELS = [1, 2, 3, 4, 5] as const

const listOf = (status: DeviceStatus) =>
  `/mon/device/list?${STATE_KEY}=${encodeURIComponent(JSON.stringify({ filters: { status } }))}`

const spark = (values: readonly (number | null)[], label: string, hasArea = false) => (
  <Sparkline values={values} label={label} width={88} height={28} hasArea={hasArea} />
)

/** Number and unit of `3,841 万` apart, so that the unit is set smaller. */
function split(text: string): { readonly value: string; readonly unit?: string } {
  const [value = '', unit] = text.split(' ')
  return unit === undefined ? { value } : { value, unit }
}

/** The first answer to «is the network well?»: five numbers, each with what explains it. */
export function Kpis({ home }: { readonly home: HomeSummary }) {
  const share = onlineShare(home)
  const samples = split(formatKpi(home.samplesToday))
  const peak = Math.max(...home.samplesByHour)
  return (
    <KpiStrip label="全网指标">
      <Kpi
        caption="设备在线率"
        value={share === null ? '—' : (share * 100).toFixed(1)}
        unit="%"
        spark={spark(home.onlineTrend, '24 小时在线率')}
        note={`${formatNumber(home.byStatus.online ?? 0)} / ${formatNumber(home.devices)} 台`}
      />
      <StatusKpi home={home} />
      {home.alarms !== null && <AlarmKpi alarms={home.alarms} />}
      <Kpi
        caption="今日样本"
        value={samples.value}
        {...(samples.unit === undefined ? {} : { unit: samples.unit })}
        spark={spark(home.samplesByHour, '24 小时样本数', true)}
        note={`当前 ${formatNumber(home.pointsPerSecond)} 点/秒 · 峰值 ${formatNumber(peak / 3_600)} 点/秒`}
      />
      <Kpi
        caption="数据完整率（24 h）"
        value={home.completeness24h === null ? '—' : (home.completeness24h * 100).toFixed(1)}
        unit="%"
        spark={spark(home.completenessTrend, '24 小时完整率')}
        note={`有效 ${formatShare(home.validShare24h)} · 迟到 ${formatShare(home.lateShare24h, 2)}`}
      />
    </KpiStrip>
  )
}

function StatusKpi({ home }: { readonly home: HomeSummary }) {
  return (
    <Kpi
      caption={`设备状态 · ${formatNumber(home.stations)} 个站点`}
      value={
        <span className={styles.counts}>
          {SHOWN.map((status) => (
            <Link
              key={status}
              to={listOf(status)}
              className={styles.count}
              aria-label={`${DEVICE_STATUS[status]} ${home.byStatus[status] ?? 0} 台`}
            >
              <StatusLamp status={status} />
              {formatNumber(home.byStatus[status] ?? 0)}
              <span className={styles.countName}>{DEVICE_STATUS[status]}</span>
            </Link>
          ))}
        </span>
      }
    />
  )
}

function AlarmKpi({ alarms }: { readonly alarms: readonly number[] }) {
  return (
    <Kpi
      caption="未确认报警"
      value={
        <span className={styles.counts}>
          {LEVELS.map((level) => (
            <span key={level} className={styles.count}>
              <SeverityGlyph level={level} size={18} />
              {alarms[level - 1]}
            </span>
          ))}
        </span>
      }
    />
  )
}
