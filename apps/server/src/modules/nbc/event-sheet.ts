import type { NbcEventRow } from '@natim/contract/mon/nbc-event'
import { formatGmt8 } from '@natim/domain/time'
import type { SheetColumn } from '../../platform/xlsx.ts'

/** Columns of the event sheet. Drill events are marked in their own row. */
export const EVENT_COLUMNS: readonly SheetColumn<NbcEventRow>[] = [
  { title: '编号', value: ({ no, drill }) => (drill ? `【演练】${no}` : no) },
  { title: '类别', value: (row) => row.type_dictText },
  { title: '级别', value: (row) => row.severity },
  { title: '状态', value: (row) => row.state_dictText },
  { title: '装备', value: (row) => row.deviceName },
  { title: '客户端ID', value: (row) => row.clientId },
  { title: '行政区划', value: (row) => row.regionCode_dictText },
  { title: '探测时间', value: (row) => formatGmt8(row.tsMs) },
  { title: '毒剂类别', value: (row) => row.agentClass_dictText },
  { title: '名称', value: (row) => row.agentName },
  { title: '格数', value: (row) => row.bars },
  { title: '数值', value: (row) => row.value },
  { title: '单位', value: (row) => row.unit },
  { title: '报警', value: (row) => row.alarmNo },
]
