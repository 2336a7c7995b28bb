import { DEVICE_KIND } from '@natim/contract/dict'
import { type DeviceListRow, deviceEndpoints, deviceForm } from '@natim/contract/mon/device'
import { deviceImportEndpoints } from '@natim/contract/system/import'
import * as R from '@/resource/index.ts'
import { CalibrationDue } from './calibration-due.tsx'
import { modelWidget, stationWidget } from './lookup-inputs.tsx'

/** Fields of the edit form; the model, which determines the channels, can be chosen only on creation. */
export const EDIT_KEYS = [
  'name',
  'clientId',
  'stationId',
  'tags',
  'lng',
  'lat',
  'serialNo',
  'assetNo',
  'installedAt',
  'warrantyUntil',
  'nextCalibDate',
  'onlineTimeoutS',
] as const

const COORDINATE = { help: '空 = 取自站点', width: 110, decimals: 6, shown: 'chosen' } as const

/** 设备: resource description shared by the pages of the register. */
export const device = R.defineResource({
  title: '设备列表',
  entityLabel: '设备',
  measureWord: '台',
  endpoints: deviceEndpoints,
  imports: deviceImportEndpoints,
  form: deviceForm,
  // Worst first: by status, then by health.
  defaultSort: { field: 'attention', order: 'desc' },
  related: [deviceEndpoints.statusCounts, deviceEndpoints.tree],
  gridKey: 'mon-device',
  isScoped: true,
  fields: {
    name: { label: '设备名称', query: true, isSortable: true },
    clientId: {
      label: '客户端 ID',
      query: true,
      help: '设备连接时使用，首次接入后不能修改',
      isSortable: true,
      refusals: ['device.client_id_in_use', 'device.client_id_format', 'device.client_id_immutable'],
    },
    kind: {
      label: '设备类型',
      widget: R.dictWidget('mon_device_kind', DEVICE_KIND),
      query: true,
      search: 'eq',
      width: 130,
      shown: 'chosen',
    },
    modelId: { label: '型号', widget: modelWidget, search: 'eq', width: 140, shown: 'chosen' },
    stationId: {
      label: '所属站点',
      widget: stationWidget,
      query: { type: 'sel_search', dictTable: 'mon_station', dictText: 'name', dictCode: 'id' },
      help: '区域、归属部门和坐标取自站点',
    },
    gatewayId: { label: '所属网关', shown: 'chosen' },
    regionCode: { label: '区域', query: { type: 'pca' }, width: 130, isSortable: true, shown: 'chosen' },
    sysOrgCode: { label: '归属部门', width: 150, shown: 'chosen' },
    deviceNo: { label: '编号', width: 80, decimals: 0, shown: 'chosen' },
    tags: { label: '标签', widget: R.tagsWidget, width: 140, shown: 'chosen', render: (row) => row.tags.join('、') },
    lng: { label: '经度', widget: R.placeWidget('lat'), ...COORDINATE },
    lat: { label: '纬度', widget: R.numberWidget('°'), ...COORDINATE },
    channelCount: { label: '通道数', width: 70, decimals: 0, shown: 'chosen' },
    healthScore: { label: '健康分', query: true, width: 82, decimals: 0, isSortable: true },
    firmware: { label: '固件', query: true, search: 'like', width: 90, shown: 'chosen' },
    serialNo: { label: '序列号', query: true, search: 'like', width: 130, shown: 'chosen' },
    assetNo: { label: '资产编号', width: 130, shown: 'chosen' },
    installedAt: { label: '安装日期', widget: R.dateWidget, width: 110, shown: 'chosen' },
    warrantyUntil: { label: '保修至', widget: R.dateWidget, width: 110, shown: 'chosen' },
    nextCalibDate: {
      label: '校准到期',
      query: true,
      widget: R.dateWidget,
      width: 112,
      isSortable: true,
      render: (row) => <CalibrationDue date={row.nextCalibDate} />,
    },
    onlineTimeoutS: { label: '离线判定', widget: R.numberWidget('秒'), help: '超过此时间无消息即为离线，90–3600 秒' },
    createTime: { label: '创建时间', query: { type: 'datetime' }, width: 160, isSortable: true, shown: 'chosen' },
  },
})

export const detailPath = ({ id }: Pick<DeviceListRow, 'id'>) => `/mon/device/detail/${id}`
