import { STATION_STATUS, STATION_TYPE } from '@natim/contract/dict'
import { type StationRow, stationEndpoints, stationForm } from '@natim/contract/mon/station'
import { stationImportEndpoints } from '@natim/contract/system/import'
import * as R from '@/resource/index.ts'

/** 监测站点: search, add, edit, delete, export. Rules and permissions come from the contract. */
const station = R.defineResource({
  title: '站点管理',
  noun: '站点',
  counter: '个',
  endpoints: stationEndpoints,
  imports: stationImportEndpoints,
  form: stationForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  gridKey: 'mon-station',
  fields: {
    name: { label: '站点名称', query: true, search: 'like', width: 220, isSortable: true },
    code: {
      label: '站点编号',
      query: true,
      search: 'like',
      width: 140,
      isSortable: true,
      refusals: ['station.code_in_use'],
    },
    shortName: { label: '简称', query: true, width: 140, shown: 'chosen', help: '用于地图和表格' },
    stationType: {
      label: '站点类型',
      widget: R.dictWidget('mon_station_type', STATION_TYPE),
      search: 'eq',
      query: true,
      width: 110,
    },
    regionCode: {
      label: '行政区划',
      widget: R.regionWidget,
      search: 'region',
      query: true,
      width: 180,
      isSortable: true,
    },
    lng: {
      label: '经度',
      widget: R.numberWidget('°'),
      width: 110,
      decimals: 6,
      shown: 'wide',
      help: 'WGS-84，东经为正',
    },
    lat: {
      label: '纬度',
      widget: R.numberWidget('°'),
      width: 110,
      decimals: 6,
      shown: 'wide',
      help: 'WGS-84，北纬为正',
    },
    altM: { label: '海拔', widget: R.numberWidget('m'), width: 90, decimals: 0, shown: 'chosen' },
    funcZone: {
      label: '功能区',
      widget: R.numberChoiceWidget({ 1: '一类区', 2: '二类区' }),
      help: '决定适用的环境空气质量限值级别',
      query: true,
      width: 80,
      shown: 'chosen',
      render: (row) => (row.funcZone === 1 ? '一类区' : '二类区'),
    },
    population5km: {
      label: '5 km 人口',
      widget: R.numberWidget('人'),
      query: true,
      width: 100,
      decimals: 0,
      shown: 'wide',
    },
    deviceCount: { label: '设备数', query: true, width: 90, decimals: 0, isSortable: true },
    onlineCount: { label: '在线数', width: 80, decimals: 0 },
    status: {
      label: '状态',
      widget: R.dictWidget('mon_station_status', STATION_STATUS),
      search: 'eq',
      query: true,
      width: 80,
    },
    contactName: { label: '联系人', width: 100, shown: 'chosen' },
    contactPhone: { label: '联系电话', width: 130, shown: 'chosen' },
    address: { label: '地址', query: true, isWide: true, width: 240, shown: 'chosen' },
    createTime: { label: '创建时间', query: { type: 'datetime' }, width: 160, isSortable: true, shown: 'chosen' },
  },
})

const rowActions = (row: StationRow) => (
  <>
    <R.EditLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

export default function StationListPage() {
  const list = R.useResourceList(station)
  const editor = R.useResourceEditor(station, { onSaved: list.reload })
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.ImportButtons />
        <R.ExportButton />
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm collapsedCount={4}>
          <R.SearchText name="name" label="站点名称" />
          <R.SearchField resource={station} name="code" />
          <R.SearchField resource={station} name="stationType" />
          <R.SearchField resource={station} name="regionCode" />
          <R.SearchField resource={station} name="status" />
        </R.SearchForm>
        <R.Table
          resource={station}
          rowActions={rowActions}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <R.EditorModal />
    </R.ResourcePage>
  )
}
