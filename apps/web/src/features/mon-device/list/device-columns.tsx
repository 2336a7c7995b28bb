import type { DeviceListRow } from '@natim/contract/mon/device'
import type { Column } from '@/resource/index.ts'
import { ClientIdCell, LastSeenCell, NameCell, PlaceCell, StatusCell, ValueOfChannel } from './device-cells.tsx'

/** Columns of 06-device-list; plain strings are fields of the register. */
export const DEVICE_COLUMNS = [
  { key: 'status', title: '状态', width: 84, sortField: 'attention', render: (row) => <StatusCell row={row} /> },
  { key: 'name', title: '设备名称', width: 190, sortField: 'name', render: (row) => <NameCell row={row} /> },
  {
    key: 'clientId',
    title: '客户端 ID',
    width: 150,
    sortField: 'clientId',
    render: (row) => <ClientIdCell row={row} />,
  },
  { key: 'value1', title: '最新值', width: 156, render: (row) => <ValueOfChannel row={row} index={0} /> },
  {
    key: 'value2',
    title: '最新值 2',
    width: 156,
    shown: 'chosen',
    render: (row) => <ValueOfChannel row={row} index={1} />,
  },
  { key: 'lastSeen', title: '最后上报', width: 96, sortField: 'lastSeen', render: (row) => <LastSeenCell row={row} /> },
  {
    key: 'place',
    title: '站点',
    width: 142,
    sortField: 'regionCode',
    shown: 'wide',
    render: (row) => <PlaceCell row={row} />,
  },
  'healthScore',
  'nextCalibDate',
  'kind',
  'modelId',
  'regionCode',
  'sysOrgCode',
  'deviceNo',
  'lng',
  'lat',
  'channelCount',
  'firmware',
  'serialNo',
  'assetNo',
  'tags',
  'installedAt',
  'warrantyUntil',
  'createTime',
] as const satisfies readonly (string | Column<DeviceListRow>)[]
