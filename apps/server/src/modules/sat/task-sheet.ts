import { SAT_PURPOSES, type SatTask } from '@natim/contract/mon/sat'
import { SENSOR_TYPES } from '@natim/contract/mon/satellite.resource'
import { regionShortName } from '@natim/domain/regions'
import { SAT_STATES } from '@natim/domain/sat-task'
import { formatGmt8 } from '@natim/domain/time'
import type { SheetColumn } from '../../platform/xlsx.ts'

const time = (ms: number | null) => (ms === null ? null : formatGmt8(ms))

/** Columns of the task sheet. */
export const TASK_COLUMNS: readonly SheetColumn<SatTask>[] = [
  { title: '编号', value: (task) => task.no },
  { title: '任务名称', value: (task) => task.title },
  { title: '用途', value: (task) => SAT_PURPOSES[task.purpose] },
  { title: '优先级', value: (task) => task.priority },
  { title: '传感器', value: (task) => SENSOR_TYPES[task.sensorType] },
  { title: '状态', value: (task) => SAT_STATES[task.state] },
  { title: '地区', value: (task) => regionShortName(task.regionCode) },
  { title: '面积（km²）', value: (task) => Math.round(task.areaKm2) },
  { title: '窗口开始', value: (task) => time(task.fromMs) },
  { title: '窗口结束', value: (task) => time(task.toMs) },
  { title: '下次过境', value: (task) => time(task.nextPassMs) },
  { title: '申请人', value: (task) => task.requestedBy?.name ?? null },
  { title: '提交时间', value: (task) => time(task.requestedMs) },
  { title: '批准人', value: (task) => task.approvedBy?.name ?? null },
  { title: '批准时间', value: (task) => time(task.approvedMs) },
]
