import { type DeviceOverview, deviceEndpoints } from '@natim/contract/mon/device'
import { HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { Link } from 'react-router'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useMay } from '@/resource/index.ts'
import { Age } from '@/ui/age.tsx'
import { Panel } from '@/ui/panel.tsx'
import { cellsFromSpans } from '@/ui/ribbon-cells.ts'
import { StatBlock } from '@/ui/stat-block.tsx'
import { StatusRibbon } from '@/ui/status-ribbon.tsx'
import { CalibrationDue } from '../calibration-due.tsx'
import { isLive } from '../credential/credential-state.ts'
import { regionText } from '../list/place.ts'
import { withReasonText } from '../status-reason.ts'
import { coordinatesText, mapPath, statusFacts } from './device-facts.ts'
import styles from './side-column.module.css'

const DAY_HOURS = 24
const CELLS = 72

/** State of the day, place and access, beside the channels (design 07). */
export function SideColumn({ overview }: { readonly overview: DeviceOverview }) {
  const mayReadSecrets = useMay(deviceEndpoints.credentials)
  return (
    <aside className={styles.side} aria-label="设备状况">
      <StatusPanel overview={overview} />
      <PlacePanel overview={overview} />
      {mayReadSecrets && <AccessPanel id={overview.device.id} />}
    </aside>
  )
}

function StatusPanel({ overview }: { readonly overview: DeviceOverview }) {
  const { statusSpans, device } = overview
  const toMs = statusSpans.at(-1)?.toMs ?? 0
  return (
    <Panel title="状态" meta="24 h">
      {toMs > 0 && (
        <StatusRibbon
          cells={cellsFromSpans(withReasonText(statusSpans), toMs - DAY_HOURS * HOUR_MS, toMs, CELLS)}
          height={12}
          hasAxis
        />
      )}
      <StatBlock
        stats={[...statusFacts(overview), { label: '校准到期', value: <CalibrationDue date={device.nextCalibDate} /> }]}
      />
    </Panel>
  )
}

function PlacePanel({ overview }: { readonly overview: DeviceOverview }) {
  const { device, stationName } = overview
  const map = mapPath(device)
  return (
    <Panel title="位置" meta={coordinatesText(device)} actions={map && <Link to={map}>地图</Link>}>
      <p className={styles.place}>{stationName ?? '未分配站点'}</p>
      <p className="t-caption">{regionText(device)}</p>
    </Panel>
  )
}

function AccessPanel({ id }: { readonly id: string }) {
  const { data } = useEndpoint(deviceEndpoints.credentials, { params: { id } })
  const valid = (data ?? []).filter(isLive)
  const used = (data ?? []).flatMap(({ lastUsedAt }) => (lastUsedAt ? [parseGmt8(lastUsedAt) ?? 0] : []))
  const lastIp = (data ?? []).find(({ lastIp: ip }) => ip !== null)?.lastIp
  return (
    <Panel title="凭证">
      <StatBlock
        stats={[
          { label: '有效凭证', value: data ? valid.length : '…', unit: '个' },
          { label: '最近使用', value: <Age tsMs={used.length > 0 ? Math.max(...used) : null} never="从未使用" /> },
          { label: '接入地址', value: lastIp ?? '—' },
        ]}
      />
    </Panel>
  )
}
