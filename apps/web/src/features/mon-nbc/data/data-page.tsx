import { DownloadOutlined } from '@ant-design/icons'
import { type NbcDevice, nbcEndpoints } from '@natim/contract/mon/nbc'
import { keysOf } from '@natim/domain/record'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { Button, Dropdown, Segmented, Select } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { downloadFile } from '@/lib/api/actions.ts'
import { serverNow } from '@/lib/clock.ts'
import { isTyping } from '@/lib/is-typing.ts'
import { useListState } from '@/lib/list-state.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { FilterTabs } from '@/ui/filter-tabs.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { Can } from '@/widgets/can/can.tsx'
import { DrillFrame } from '../drill/drill-frame.tsx'
import { DrillSwitch } from '../drill/drill-switch.tsx'
import { useDrill } from '../drill/use-drill.ts'
import { BioView } from './bio-view.tsx'
import { ChemView } from './chem-view.tsx'
import styles from './data.module.css'
import { EventStrip } from './event-strip.tsx'
import { RadView } from './rad-view.tsx'

const KINDS = { rad: '核', chem: '化', bio: '生' } as const
type Kind = keyof typeof KINDS
const WINDOWS = { '6h': 6 * HOUR_MS, '24h': 24 * HOUR_MS, '7d': 7 * DAY_MS } as const
type Window = keyof typeof WINDOWS
const WINDOW_KEYS = keysOf(WINDOWS)
const REFRESH_MS = MINUTE_MS
/** `tab` and `span` of a link may be anything: they are checked when read. */
const DEFAULTS: { readonly tab: Kind; readonly device: string; readonly span: Window; readonly log: boolean } = {
  tab: 'rad',
  device: '',
  span: '24h',
  log: true,
}

/** Windows end on full minutes, so that repeated queries hit the cache. */
const minuteNow = () => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS

/** 核生化数据 (BZ-14, design 37). Keys: 1 2 3 tabs, L log or linear, [ ] window. */
export default function DataPage() {
  const [state, change] = useListState(DEFAULTS)
  const tab = state.tab in KINDS ? state.tab : 'rad'
  const span = state.span in WINDOWS ? state.span : '24h'
  const toMs = useMinute()
  const fromMs = toMs - WINDOWS[span]
  const { data, error, refetch, isPlaceholderData } = useEndpoint(
    nbcEndpoints.devices,
    { query: { kind: tab } },
    { refetchInterval: REFRESH_MS },
  )
  const devices = isPlaceholderData ? undefined : data?.devices
  const device = devices?.find(({ id }) => id === state.device) ?? devices?.[0]
  const setTab = (next: Kind) => change({ tab: next, device: '' })
  useDataKeys({
    onTab: setTab,
    onLog: () => change({ log: !state.log }),
    onWindow: (by) => {
      const next = WINDOW_KEYS[WINDOW_KEYS.indexOf(span) + by]
      if (next) change({ span: next })
    },
  })
  return (
    <DrillFrame>
      <Head {...{ tab, span, counts: data?.counts, devices, device, fromMs, toMs, onTab: setTab, onChange: change }} />
      {device ? (
        <div className={styles.page}>
          <EventStrip clientId={device.clientId} />
          {tab === 'rad' && (
            <RadView
              deviceId={device.id}
              fromMs={fromMs}
              toMs={toMs}
              isLog={state.log}
              onLog={(log) => change({ log })}
            />
          )}
          {tab === 'chem' && <ChemView deviceId={device.id} fromMs={fromMs} toMs={toMs} />}
          {tab === 'bio' && <BioView deviceId={device.id} fromMs={fromMs} toMs={toMs} />}
        </div>
      ) : (
        <Panel>
          {error ? (
            <ErrorState message={error.message} onRetry={() => void refetch()} />
          ) : devices ? (
            <EmptyState title={`您的范围内没有${KINDS[tab]}类装备`} hint="请联系管理员核对数据范围，或选择其他类别" />
          ) : (
            <TableSkeleton rows={8} columns={3} />
          )}
        </Panel>
      )}
    </DrillFrame>
  )
}

interface HeadProps {
  readonly tab: Kind
  readonly span: Window
  readonly counts: Readonly<Record<Kind, number>> | undefined
  readonly devices: readonly NbcDevice[] | undefined
  readonly device: NbcDevice | undefined
  readonly fromMs: number
  readonly toMs: number
  readonly onTab: (tab: Kind) => void
  readonly onChange: (change: Partial<typeof DEFAULTS>) => void
}

function Head({ tab, span, counts, devices, device, fromMs, toMs, onTab, onChange }: HeadProps) {
  return (
    <PageHead
      title="核生化数据"
      meta={
        <FilterTabs
          label="类别"
          chosen={tab}
          onChoose={onTab}
          tabs={keysOf(KINDS).map((key) => ({ key, label: KINDS[key], count: counts?.[key] }))}
        />
      }
      actions={
        <>
          <DevicePicker devices={devices} chosen={device} onChoose={(id) => onChange({ device: id })} />
          <Segmented<Window>
            aria-label="时间窗口"
            options={[
              { value: '6h', label: '6 h' },
              { value: '24h', label: '24 h' },
              { value: '7d', label: '7 d' },
            ]}
            value={span}
            onChange={(next) => onChange({ span: next })}
          />
          <DrillSwitch />
          {device && <ExportMenu device={device} fromMs={fromMs} toMs={toMs} />}
        </>
      }
    />
  )
}

/** Start of the current minute. */
function useMinute(): number {
  const [minuteMs, setMinuteMs] = useState(minuteNow)
  useEffect(() => {
    const timer = setInterval(() => setMinuteMs(minuteNow()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return minuteMs
}

interface Keys {
  readonly onTab: (tab: Kind) => void
  readonly onLog: () => void
  readonly onWindow: (by: 1 | -1) => void
}

function useDataKeys(keys: Keys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
    const tab = ({ 1: 'rad', 2: 'chem', 3: 'bio' } as const)[event.key]
    if (tab) keys.onTab(tab)
    else if (event.key.toLowerCase() === 'l') keys.onLog()
    else if (event.key === '[') keys.onWindow(-1)
    else if (event.key === ']') keys.onWindow(1)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

interface DevicePickerProps {
  readonly devices: readonly NbcDevice[] | undefined
  readonly chosen: NbcDevice | undefined
  readonly onChoose: (id: string) => void
}

function DevicePicker({ devices, chosen, onChoose }: DevicePickerProps) {
  return (
    <Select
      aria-label="装备"
      className={styles.picker ?? ''}
      value={chosen?.id}
      onChange={onChoose}
      loading={devices === undefined}
      showSearch={{ optionFilterProp: 'label' }}
      options={(devices ?? []).map(({ id, name, clientId, severity }) => ({
        value: id,
        label: `${severity === null ? '' : `${severity} 级 · `}${name} ${clientId}`,
      }))}
    />
  )
}

interface ExportMenuProps {
  readonly device: NbcDevice
  readonly fromMs: number
  readonly toMs: number
}

/** Exports the shown data; marked while a drill runs. */
function ExportMenu({ device, fromMs, toMs }: ExportMenuProps) {
  const drill = useDrill()
  const save = (format: 'csv' | 'xlsx') =>
    downloadFile(nbcEndpoints.exportData.path, {
      query: { deviceId: device.id, from: fromMs, to: toMs, format },
      name: `${drill ? '【演练】' : ''}核生化数据 ${device.name}.${format}`,
    }).catch(() => undefined)
  return (
    <Can I="mon:nbc:export">
      <Dropdown
        menu={{
          items: [
            { key: 'csv', label: 'CSV' },
            { key: 'xlsx', label: 'XLSX' },
          ],
          onClick: ({ key }) => void save(key === 'csv' ? 'csv' : 'xlsx'),
        }}
        trigger={['click']}
      >
        <Button icon={<DownloadOutlined />}>导出</Button>
      </Dropdown>
    </Can>
  )
}
