import { CloseOutlined, SearchOutlined } from '@ant-design/icons'
import { DEVICE_KIND, type DeviceKind } from '@natim/contract/dict'
import { type WallChoice, wallEndpoints } from '@natim/contract/mon/wall'
import { WALL_CORNERS, type WallCorner } from '@natim/domain/wall'
import { Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { KindIcon } from '@/ui/kind-icon.tsx'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { SideDrawer } from '@/ui/side-drawer.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import styles from './device-drawer.module.css'
import { CORNER_NAMES, useWall, useWallContext } from './wall-context.tsx'

const KINDS = optionsOf(DEVICE_KIND)
const TYPING_MS = 250

export interface DeviceDrawerProps {
  /** The corner to change; undefined = closed. */
  readonly corner: WallCorner | undefined
  readonly onClose: () => void
  readonly onBind: (clientId: string | null) => void
}

/** 更换设备: by words, kind, region, or only devices in alarm. */
export function DeviceDrawer({ corner, onClose, onBind }: DeviceDrawerProps) {
  return (
    <SideDrawer
      isOpen={corner !== undefined}
      onClose={onClose}
      title={corner ? `${CORNER_NAMES[corner]}：更换设备` : '更换设备'}
    >
      {corner && <Choices corner={corner} onBind={onBind} />}
    </SideDrawer>
  )
}

function Choices({ corner, onBind }: { readonly corner: WallCorner; readonly onBind: DeviceDrawerProps['onBind'] }) {
  const [words, setWords] = useState('')
  const [kind, setKind] = useState<DeviceKind>()
  const [region, setRegion] = useState('')
  const [isAlarming, setIsAlarming] = useState(false)
  const keyword = useDebounced(words, TYPING_MS)
  const query = {
    keyword: keyword || undefined,
    kind,
    region: region || undefined,
    alarming: isAlarming ? ('1' as const) : undefined,
  }
  const { data, error, refetch } = useEndpoint(wallEndpoints.choices, { query })
  const bound = useWall((state) => state.corners[corner])
  return (
    <div className={styles.drawer}>
      <Input
        // The drawer was opened to search.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        allowClear
        prefix={<SearchOutlined />}
        placeholder="名称、客户端 ID、站点"
        aria-label="搜索设备"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Filters {...{ kind, setKind, region, setRegion, isAlarming, setIsAlarming }} />
      <Equipment onBind={onBind} />
      {error && <ErrorBar message={error.message} onRetry={() => void refetch()} />}
      {data && (
        <p className={styles.count}>
          {data.total > data.devices.length ? `前 ${data.devices.length} / 共 ${data.total} 台` : `共 ${data.total} 台`}
        </p>
      )}
      {data?.devices.length === 0 && <EmptyState title="没有符合条件的设备" hint="请调整筛选条件" />}
      <ul className={styles.list}>
        {data?.devices.map((device) => (
          <Choice key={device.clientId} device={device} isBound={device.clientId === bound} onBind={onBind} />
        ))}
      </ul>
      {bound !== null && (
        <button type="button" className={styles.clear} onClick={() => onBind(null)}>
          清空此角
        </button>
      )}
    </div>
  )
}

interface FiltersProps {
  readonly kind: DeviceKind | undefined
  readonly setKind: (kind: DeviceKind | undefined) => void
  readonly region: string
  readonly setRegion: (prefix: string) => void
  readonly isAlarming: boolean
  readonly setIsAlarming: (isAlarming: boolean) => void
}

function Filters({ kind, setKind, region, setRegion, isAlarming, setIsAlarming }: FiltersProps) {
  return (
    <div className={styles.filters}>
      <Select
        allowClear
        aria-label="设备类型"
        placeholder="全部类型"
        options={KINDS}
        value={kind}
        onChange={setKind}
        style={{ width: 150 }}
      />
      <R.RegionFilter prefix={region} onChange={setRegion} />
      <Checkbox checked={isAlarming} onChange={(event) => setIsAlarming(event.target.checked)}>
        仅报警中
      </Checkbox>
    </div>
  )
}

interface ChoiceProps {
  readonly device: WallChoice
  readonly isBound: boolean
  readonly onBind: (clientId: string) => void
}

function Choice({ device, isBound, onBind }: ChoiceProps) {
  return (
    <li>
      <button type="button" className={styles.item} aria-pressed={isBound} onClick={() => onBind(device.clientId)}>
        <StatusLamp status={device.status} />
        <KindIcon kind={device.kind} size={16} />
        <span className="ellipsis">{device.name}</span>
        {device.severity !== null && <SeverityGlyph level={device.severity} />}
        <span className={`${styles.place} ellipsis`}>{device.stationName ?? device.regionText}</span>
      </button>
    </li>
  )
}

/** The devices that arrows and rotation step through; a device shown in a corner stays there. */
function Equipment({ onBind }: { readonly onBind: (clientId: string) => void }) {
  const { store } = useWallContext()
  const ids = useWall((state) => state.equipmentClientIds)
  const corners = useWall((state) => state.corners)
  if (ids.length === 0) return null
  const shown = new Set(WALL_CORNERS.map((corner) => corners[corner]))
  return (
    <section className={styles.equipment} aria-label="本屏设备">
      <h3>本屏设备 {ids.length}</h3>
      <ul>
        {ids.map((clientId) => (
          <li key={clientId} data-shown={shown.has(clientId) || undefined}>
            <button type="button" onClick={() => onBind(clientId)}>
              {clientId}
            </button>
            <button
              type="button"
              aria-label={`移出 ${clientId}`}
              onClick={() => store.change({ equipmentClientIds: ids.filter((id) => id !== clientId) })}
            >
              <CloseOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
