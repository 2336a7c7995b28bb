import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { incidentEndpoints } from '@natim/contract/mon/incident'
import { useCallback, useState } from 'react'
import { useChangedAlarms } from '@/lib/alarm/alarm-changes.ts'
import { useAlarmCounts } from '@/lib/alarm/use-alarm-counts.ts'
import { useAlarmSync } from '@/lib/alarm/use-alarm-sync.ts'
import { useListState } from '@/lib/list-state.ts'
import { useIsMobile, useIsPhone, useIsWide, useMedia } from '@/lib/use-media.ts'
import * as R from '@/resource/index.ts'
import { PageHead } from '@/ui/page-head.tsx'
import {
  ALARM_COLUMNS,
  type AlarmColumn,
  HEAD_COLUMNS,
  NARROW_COLUMNS,
  VALUE_COLUMN,
} from '@/widgets/alarm/alarm-columns.tsx'
import { isUnacked } from '@/widgets/alarm/alarm-facts.ts'
import { type DialogKind, useMayOrder } from './action/order-form.ts'
import styles from './alarm-list-page.module.css'
import { alarm } from './alarm-resource.ts'
import { AlarmDrawer } from './drawer/alarm-drawer.tsx'
import { useDrawerWidth } from './drawer/use-drawer-width.ts'
import { StartDrill } from './drill/start-drill.tsx'
import { AlarmCard } from './list/alarm-card.tsx'
import { AlarmFilters } from './list/alarm-filters.tsx'
import { BulkActions } from './list/bulk-actions.tsx'
import { printedConditions } from './list/printed-conditions.ts'
import { SeverityTabs } from './list/severity-tabs.tsx'
import { AlarmSituation } from './list/situation.tsx'
import { ViewSwitch, viewOf } from './list/view-switch.tsx'
import { AlarmSheet } from './phone/alarm-sheet.tsx'

/** The alarm open beside the list; kept in the address so that links work. */
const CLOSED: { readonly alarm: string } = { alarm: '' }

const edgeOf = (row: AlarmRow) => (isUnacked(row) ? row.severity : undefined)

/** 报警中心: open alarms, their assignees, and one alarm beside the list (domain §10, design 08, 16). */
export default function AlarmListPage() {
  useAlarmSync()
  const list = R.useResourceList(alarm)
  const [{ alarm: openId }, change] = useListState(CLOSED)
  const { data: counts } = useAlarmCounts()
  const view = viewOf(list.state.filters)
  const open = useCallback((row: Pick<AlarmRow, 'id'>) => change({ alarm: row.id }, { isStep: true }), [change])
  const show = useCallback((id: string) => change({ alarm: id }), [change])
  const drawer = useDrawerWidth()
  const isMobile = useIsMobile()
  const isBeside = openId !== '' && !isMobile
  const columns = useColumns(isBeside, drawer.isWide)
  const mayExport = R.useMay(alarmEndpoints.exportXls)
  return (
    <R.ResourcePage list={list}>
      <PageHead
        title="报警中心"
        meta={counts && <AlarmSituation counts={counts} />}
        actions={
          !isBeside && (
            <>
              <StartDrill onStarted={show} />
              {mayExport && <R.ExportButton />}
            </>
          )
        }
      />
      <R.ListPrintedLine conditions={printedConditions(list.state.filters)} />
      <div className={styles.list} style={isBeside ? { marginInlineEnd: drawer.width } : undefined}>
        <R.ListPanel>
          <SeverityTabs view={view} counts={counts} isNarrow={isBeside} />
          <div className={styles.bar} data-narrow={isBeside || undefined}>
            <ViewSwitch view={view} counts={counts} />
            <AlarmFilters view={view} isNarrow={isBeside} />
          </div>
          <AlarmTable openId={openId} columns={columns} onOpen={open} />
          <R.Pager />
        </R.ListPanel>
      </div>
      <AlarmDrawer
        id={openId}
        siblings={list.rows}
        drawer={drawer}
        onShow={show}
        onClose={() => change({ alarm: '' })}
      />
    </R.ResourcePage>
  )
}

interface AlarmTableProps {
  readonly openId: string
  readonly columns: readonly AlarmColumn[]
  readonly onOpen: (row: AlarmRow) => void
}

function AlarmTable({ openId, columns, onOpen }: AlarmTableProps) {
  const changed = useChangedAlarms()
  const may = useMayOrder()
  const [order, setOrder] = useState<{ readonly kind: DialogKind; readonly row: AlarmRow }>()
  const close = () => setOrder(undefined)
  const isPhone = useIsPhone()
  const mayMakeIncident = R.useMay(incidentEndpoints.add)
  const mayAnything = mayMakeIncident || Object.values(may).some(Boolean)
  return (
    <>
      <R.Table
        resource={alarm}
        columns={columns}
        onOpen={onOpen}
        edgeOf={edgeOf}
        markOf={({ id }) => (id === openId ? 'current' : changed.has(id) ? 'changed' : undefined)}
        selectionActions={mayAnything ? <BulkActions /> : undefined}
        card={(row) => (
          <AlarmCard
            row={row}
            may={may}
            isCurrent={order?.row.id === row.id}
            onOpen={onOpen}
            onOrder={(kind, of) => setOrder({ kind, row: of })}
          />
        )}
      />
      {isPhone && order && (
        <AlarmSheet key={order.row.id} row={order.row} kind={order.kind} onOpen={onOpen} onClose={close} />
      )}
    </>
  )
}

const MIDDLE_COLUMNS = [...HEAD_COLUMNS, VALUE_COLUMN]

/** Columns that fit beside the drawer; all of them while it is closed. */
function useColumns(isBeside: boolean, isDrawerWide: boolean) {
  const isWide = useIsWide()
  const isMiddle = useMedia('(min-width: 1260px)')
  if (!isBeside) return ALARM_COLUMNS
  if (isDrawerWide) return NARROW_COLUMNS
  if (isWide) return MIDDLE_COLUMNS
  return isMiddle ? HEAD_COLUMNS : NARROW_COLUMNS
}
