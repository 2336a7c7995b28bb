import type { DeviceListRow } from '@natim/contract/mon/device'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import * as R from '@/resource/index.ts'
import { RotateDialog } from './credential/rotate-dialog.tsx'
import { detailPath, device, EDIT_KEYS } from './device-resource.tsx'
import { BatchActions } from './list/batch-actions.tsx'
import { DeviceCard } from './list/device-card.tsx'
import { DEVICE_COLUMNS } from './list/device-columns.tsx'
import { DeviceSearch } from './list/device-search.tsx'
import { placeName } from './list/place.ts'
import { PlacePane } from './list/place-filter.tsx'
import { RowActions } from './list/row-actions.tsx'
import { StatusTabs } from './list/status-tabs.tsx'
import { LiveDevicesContext, useLiveDevices } from './live-devices.ts'
import { AddDeviceModal } from './wizard/add-device-modal.tsx'

const ACTIONS_WIDTH = 124
/** Values and states are pushed; the means used for levels are not. */
const REFRESH_MS = 60_000

/** 设备列表: the register with its newest values, live (domain §10.4, design 06 and 13). */
export default function DeviceListPage() {
  const list = R.useResourceList(device, { refreshMs: REFRESH_MS })
  const editor = R.useResourceEditor(device, { onSaved: list.reload })
  const live = useLiveDevices(list.rows)
  const navigate = useNavigate()
  const [isAdding, setIsAdding] = useState(false)
  const [rotating, setRotating] = useState<DeviceListRow>()
  const place = placeName(list.state.filters, list.rows[0]?.stationId_dictText)
  const openWizard = () => setIsAdding(true)
  const rowActions = useCallback((row: DeviceListRow) => <RowActions row={row} onRotate={setRotating} />, [])
  return (
    <LiveDevicesContext value={live}>
      <R.ResourcePage list={list} editor={editor}>
        <R.Toolbar scope={place ?? '全部区域'}>
          <R.RecycleBinButton />
          <R.ImportButtons />
          <R.ExportButton />
          <R.CreateButton onClick={openWizard} />
        </R.Toolbar>
        <R.Panes>
          <PlacePane />
          <R.ListPanel>
            <StatusTabs />
            <DeviceSearch place={place} hasPane />
            <R.Table
              resource={device}
              columns={DEVICE_COLUMNS}
              rowActions={rowActions}
              rowActionsWidth={ACTIONS_WIDTH}
              selectionActions={<BatchActions />}
              onOpen={(row) => navigate(detailPath(row))}
              card={(row) => <DeviceCard row={row} />}
              emptyAction={<R.CreateButton onClick={openWizard} />}
            />
            <R.Pager note="校准到期前 30 天提示，前 7 天标橙" />
          </R.ListPanel>
        </R.Panes>
        <R.EditorModal keys={EDIT_KEYS} locked={editor.row?.lastSeen == null ? [] : ['clientId']} />
        <AddDeviceModal isOpen={isAdding} onClose={() => setIsAdding(false)} onAdded={list.reload} />
        <RotateDialog device={rotating} onClose={() => setRotating(undefined)} />
      </R.ResourcePage>
    </LiveDevicesContext>
  )
}
