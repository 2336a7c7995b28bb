import { nbcEndpoints } from '@natim/contract/mon/nbc'
import type { NbcEquipmentRow } from '@natim/contract/mon/nbc.resource'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { Segmented } from 'antd'
import { useListState } from '@/lib/list-state.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import { Kpi, KpiStrip } from '@/ui/kpi-strip.tsx'
import { DrillFrame } from '../drill/drill-frame.tsx'
import styles from './equipment.module.css'
import { EquipmentMap } from './equipment-map.tsx'
import { DueDate, equipment, ReadinessTag } from './equipment-resource.tsx'

const REFRESH_MS = 60_000
const EDITOR_PX = 720
/** Columns that must be visible at once come first. */
const COLUMNS = [
  'deviceName',
  'kind',
  'readiness',
  'sourceDue',
  'calibDue',
  'detector',
  'regionCode',
  'libraryVersion',
  'status',
  'stationName',
  'clientId',
  'readinessText',
  'sourceCheck',
  'alarmL1',
  'alarmL2',
  'alarmL3',
] as const
const VIEWS = [
  { value: 'list', label: '列表' },
  { value: 'map', label: '地图' },
]

/** 装备 (BZ-13): equipment, its readiness and due dates. */
export default function EquipmentPage() {
  const list = R.useResourceList(equipment, { refreshMs: REFRESH_MS })
  const editor = R.useResourceEditor(equipment, { onSaved: list.reload })
  const [{ view }, change] = useListState({ view: 'list' })
  return (
    <DrillFrame>
      <R.ResourcePage list={list} editor={editor}>
        <R.Toolbar>
          <Segmented aria-label="视图" options={VIEWS} value={view} onChange={(next) => change({ view: next })} />
          <R.ExportButton />
          <R.RecycleBinButton />
          <R.CreateButton />
        </R.Toolbar>
        <Summary />
        {view === 'map' ? (
          <EquipmentMap />
        ) : (
          <R.ListPanel>
            <R.SearchForm collapsedCount={4}>
              <R.SearchText name="deviceName" label="装备名称" />
              <R.SearchField resource={equipment} name="kind" />
              <R.SearchField resource={equipment} name="detector" />
              <R.SearchField resource={equipment} name="regionCode" />
              <R.SearchField resource={equipment} name="status" />
              <R.SearchText name="clientId" label="客户端ID" />
            </R.SearchForm>
            <R.Table
              resource={equipment}
              columns={COLUMNS}
              rowActions={(row: NbcEquipmentRow) => (
                <>
                  <R.DetailLink row={row} />
                  <R.EditLink row={row} />
                  <R.RemoveLink row={row} />
                </>
              )}
              card={(row: NbcEquipmentRow) => <EquipmentCard row={row} />}
            />
            <R.Pager />
          </R.ListPanel>
        )}
        <R.EditorModal width={EDITOR_PX} />
      </R.ResourcePage>
    </DrillFrame>
  )
}

/** Over everything the reader may see, regardless of the list's filters. */
function Summary() {
  const { data, error, retry } = R.useLastGood(useEndpoint(nbcEndpoints.summary, {}, { refetchInterval: REFRESH_MS }))
  if (!data && error) return <ErrorBar message={`汇总加载失败：${error.message}`} onRetry={retry} />
  const text = (value: number | undefined) => (value === undefined ? NO_VALUE : formatNumber(value))
  return (
    <KpiStrip label="战备汇总">
      <Kpi caption="装备" value={text(data?.total)} unit="台" note={without(data?.without.length)} />
      <Kpi caption="就绪" value={text(data?.ready)} unit="台" note="在线，检查与校准均在有效期内" />
      <Kpi caption="受限" value={text(data?.limited)} unit="台" note="离线、维护中或核查源检查逾期" />
      <Kpi caption="不可用" value={text(data?.unusable)} unit="台" note="故障、未接入或校准逾期" />
      <Kpi
        caption="逾期"
        value={<span className={data && data.overdue > 0 ? styles.overdue : undefined}>{text(data?.overdue)}</span>}
        unit="台"
        note="核查源检查或校准已过期"
      />
    </KpiStrip>
  )
}

const without = (count: number | undefined) =>
  count === undefined ? '' : count === 0 ? '全部核生化设备已建档' : `另有 ${count} 台设备未建档`

function EquipmentCard({ row }: { readonly row: NbcEquipmentRow }) {
  return (
    <div className={styles.card}>
      <b>{row.deviceName}</b>
      <ReadinessTag row={row} />
      <span className="t-caption">
        {row.kind_dictText} · {row.detector_dictText} · {row.regionCode_dictText}
      </span>
      <span>
        下次核查 <DueDate day={row.sourceDue} />
      </span>
      <span>
        校准到期 <DueDate day={row.calibDue} />
      </span>
    </div>
  )
}
