import { SAT_PURPOSES, type SatTask } from '@natim/contract/mon/sat'
import { SENSOR_TYPES } from '@natim/contract/mon/satellite.resource'
import { formatNumber } from '@natim/domain/format'
import { SAT_STATES } from '@natim/domain/sat-task'
import { Link, useNavigate } from 'react-router'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Tag } from '@/ui/tag.tsx'
import { revisitText, SAT, STATE_TONES, windowText } from '../sat-text.ts'
import { NextPass } from './next-pass.tsx'

export interface TaskTableProps {
  readonly rows: readonly SatTask[]
  readonly isLoading: boolean
  readonly isFiltered: boolean
}

export function TaskTable({ rows, isLoading, isFiltered }: TaskTableProps) {
  const navigate = useNavigate()
  return (
    <DataTable
      label="卫星任务"
      minWidth={1_070}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      isLoading={isLoading}
      onOpen={({ id }) => navigate(SAT.task(id))}
      empty={<NoTasks isFiltered={isFiltered} />}
    />
  )
}

export const NoTasks = ({ isFiltered }: Pick<TaskTableProps, 'isFiltered'>) => (
  <EmptyState
    title={isFiltered ? '没有符合条件的任务' : '还没有卫星任务'}
    hint={isFiltered ? '换一个状态或名称再看' : '点「新建任务」绘制任务区并计算过境'}
  />
)

const COLUMNS: readonly DataColumn<SatTask>[] = [
  { key: 'no', title: '编号', width: 148, render: ({ id, no }) => <Link to={SAT.task(id)}>{no}</Link> },
  { key: 'title', title: '任务', width: 210, isEllipsis: true, render: ({ title }) => title },
  {
    key: 'state',
    title: '状态',
    width: 88,
    render: ({ state }) => <Tag tone={STATE_TONES[state]}>{SAT_STATES[state]}</Tag>,
  },
  { key: 'purpose', title: '用途', width: 72, render: ({ purpose }) => SAT_PURPOSES[purpose] },
  { key: 'priority', title: '优先级', width: 64, align: 'end', render: ({ priority }) => priority },
  { key: 'sensor', title: '传感器', width: 80, render: ({ sensorType }) => SENSOR_TYPES[sensorType] },
  {
    key: 'window',
    title: '窗口',
    width: 190,
    render: (task) => <span className="num">{windowText(task)}</span>,
  },
  { key: 'area', title: '面积 km²', width: 88, align: 'end', render: ({ areaKm2 }) => formatNumber(areaKm2) },
  { key: 'revisit', title: '重访', width: 110, isEllipsis: true, render: revisitText },
  {
    key: 'pass',
    title: '过境',
    width: 220,
    render: (task) => <NextPass task={task} />,
  },
]
