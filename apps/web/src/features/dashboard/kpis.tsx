import { DEVICE_STATUS, type DeviceStatus } from '@natim/contract/dict'
import type { HomeSummary } from '@natim/contract/mon/home'
import { formatKpi, formatNumber, formatShare } from '@natim/domain/format'
import { expectedDevices, onlineShare } from '@natim/domain/situation'
import { Link } from 'react-router'
import { STATE_KEY } from '../../lib/list-state.ts'
import { useCan } from '../../lib/permissions/use-rights.ts'
import { useIsPhone } from '../../lib/use-media.ts'
import { Kpi, KpiStrip } from '../../ui/kpi-strip.tsx'
import { SeverityCounts } from '../../ui/severity-glyph.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { StatusLamp } from '../../ui/status-lamp.tsx'
import { alarmListPath } from '../../widgets/alarm/alarm-path.ts'
import styles from './kpis.module.css'
import { changeText } from './situation.tsx'

const SHOWN: readonly DeviceStatus[] = ['online', 'offline', 'fault', 'maintenance', 'inactive']
const DAY_S = 86_400

const listOf = (status: DeviceStatus) =>
  `/mon/device/list?${STATE_KEY}=${encodeURIComponent(JSON.stringify({ filters: { status } }))}`

/** Splits `3,841 万` into number and unit, so that the unit is set smaller. */
function split(text: string): { readonly value: string; readonly unit?: string } {
  const [value = '', unit] = text.split(' ')
  return unit === undefined ? { value } : { value, unit }
}

const percent = (share: number | null) => (share === null ? '—' : (share * 100).toFixed(1))

/** Five headline figures on the network's state, each with a note that explains it. */
export function Kpis({ home }: { readonly home: HomeSummary }) {
  const isPhone = useIsPhone()
  const maySeeDevices = useCan('mon:device:view')
  const maySeeSamples = useCan('mon:ts:view')
  const mayReview = useCan('mon:review:view')
  const spark = (values: readonly (number | null)[], label: string, hasArea = false) => (
    <Sparkline values={values} label={label} width={isPhone ? 56 : 80} height={28} hasArea={hasArea} />
  )
  const mean = home.samplesByHour.reduce((sum, count) => sum + count, 0) / DAY_S
  return (
    <KpiStrip label="全网指标">
      <Kpi
        caption={maySeeDevices ? <Link to="/mon/device/list">设备在线率</Link> : '设备在线率'}
        value={percent(onlineShare(home.byStatus))}
        unit="%"
        spark={spark(home.onlineTrend, '24 小时在线率')}
        note={<OnlineNote home={home} isShort={isPhone} />}
      />
      <StatusKpi home={home} />
      <AlarmKpi alarms={home.alarms} alarming={home.alarming} />
      <Kpi
        caption={maySeeSamples ? <Link to="/sensordata">今日样本</Link> : '今日样本'}
        {...split(formatKpi(home.samplesToday))}
        // The current hour is incomplete and would look like a drop.
        spark={spark(home.samplesByHour.slice(0, -1), '24 小时样本数', true)}
        note={`${formatNumber(home.pointsPerSecond)} 点/秒 · 24 h 均值 ${formatNumber(mean)}`}
      />
      <Kpi
        caption={mayReview ? <Link to="/mon/review">数据完整率（24 h）</Link> : '数据完整率（24 h）'}
        value={percent(home.completeness24h)}
        unit="%"
        spark={spark(home.completenessTrend.slice(0, -1), '24 小时完整率')}
        note={[
          home.validShare24h !== null && `有效 ${formatShare(home.validShare24h)}`,
          home.lateShare24h !== null && `迟到 ${formatShare(home.lateShare24h, 2)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      />
    </KpiStrip>
  )
}

/** Devices behind the online share, and the change since the same time yesterday in percentage points. */
function OnlineNote({ home, isShort }: { readonly home: HomeSummary; readonly isShort: boolean }) {
  const change = changeText(home)
  return (
    <>
      {formatNumber(home.byStatus.online ?? 0)} / {formatNumber(expectedDevices(home.byStatus))} 台
      {!isShort && change !== undefined && ` · 较昨日 ${change}`}
    </>
  )
}

function StatusKpi({ home }: { readonly home: HomeSummary }) {
  return (
    <Kpi
      isWide
      caption={`设备状态 · ${formatNumber(home.stations)} 个站点`}
      value={
        <span className={styles.counts}>
          {SHOWN.map((status) => (
            <Link key={status} to={listOf(status)} className={styles.count}>
              <span className={styles.lamp} aria-hidden>
                <StatusLamp status={status} />
              </span>
              <span>
                {formatNumber(home.byStatus[status] ?? 0)}
                <span className="visually-hidden"> 台</span>
              </span>
              <span className={styles.countName}>{DEVICE_STATUS[status]}</span>
            </Link>
          ))}
        </span>
      }
    />
  )
}

const unackedOf = (level: number) => alarmListPath({ view: 'unacked', severity: String(level) })

/** Without an alarm engine no number is shown: a zero would read as good news. */
function AlarmKpi({ alarms, alarming }: Pick<HomeSummary, 'alarms' | 'alarming'>) {
  if (alarms === null) return <Kpi caption="未确认报警" value="—" note="报警规则尚未启用" />
  return (
    <Kpi
      isWide
      caption={<Link to={alarmListPath({ view: 'unacked' })}>未确认报警</Link>}
      value={<SeverityCounts counts={alarms} size={18} linkOf={unackedOf} />}
      note={
        <Link to={alarmListPath({ view: 'open' })} className={styles.alarming}>
          {formatNumber(alarming ?? 0)} 台设备正在报警
        </Link>
      }
    />
  )
}
