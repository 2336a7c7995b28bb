import type { DeviceStatus } from '@natim/contract/dict'
import { Button } from 'antd'
import { useState } from 'react'
import { SAMPLE_CHANNELS } from '../gallery-data.ts'
import type { GalleryEntry } from '../gallery-entry.ts'
import { Panel } from '../panel.tsx'
import { StatusLamp } from '../status-lamp.tsx'
import { ValueCell } from '../value-cell.tsx'
import type { DataColumn } from './data-column.ts'
import { DataTable } from './data-table.tsx'
import type { DataTableProps } from './data-table-props.ts'
import type { TableSort } from './table-sort.ts'

interface Sample {
  readonly id: string
  readonly name: string
  readonly status: DeviceStatus
  readonly value: number | null
}

const ROWS: readonly Sample[] = [
  { id: '1', name: '江北 2# 氯气探测器', status: 'online', value: 2.31 },
  { id: '2', name: '浦口三桥 氨气探测器', status: 'fault', value: null },
  { id: '3', name: '一个名字特别特别长、必须截断并给出提示的空气毒性监测仪', status: 'offline', value: 0.31 },
]

const MANY: readonly Sample[] = Array.from({ length: 1_000 }, (_, index) => ({
  id: String(index),
  name: `${index + 1}# 氯气探测器`,
  status: index % 7 === 0 ? 'offline' : 'online',
  value: (index % 40) / 10,
}))

const COLUMNS: readonly DataColumn<Sample>[] = [
  { key: 'status', title: '状态', width: 90, render: ({ status }) => <StatusLamp status={status} hasLabel /> },
  { key: 'name', title: '设备名称', width: 190, isEllipsis: true, isSortable: true, render: ({ name }) => name },
  {
    key: 'value',
    title: '最新值',
    width: 170,
    isSortable: true,
    render: ({ value }) => <ValueCell channel={SAMPLE_CHANNELS.cl2} value={value} />,
  },
  { key: 'note', title: '检出限 ppm', width: 100, align: 'end', from: 'tablet', render: () => '0.05' },
]

const FIXED: readonly DataColumn<Sample>[] = COLUMNS.map((column, index) =>
  index === 0 ? { ...column, fixed: 'start' } : index === 3 ? { ...column, fixed: 'end' } : column,
)

const rowKey = ({ id }: Sample) => id
const rowName = ({ name }: Sample) => name
const unfold = ({ name }: Sample) => <>{name}：最近一次校准 2026-10-12，下次 2027-04-12。</>

type SampleProps = Partial<DataTableProps<Sample>> & { readonly hasTicks?: boolean; readonly isOne?: boolean }

/** Holds the state a page would hold: order and selection. */
function SampleTable({ hasTicks = false, isOne = false, rows = ROWS, ...props }: SampleProps) {
  const [sort, setSort] = useState<TableSort | undefined>({ key: 'name', order: 'asc' })
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(['1']))
  const toggle = ({ id }: Sample) => {
    if (isOne) setKeys(new Set([id]))
    else setKeys(new Set(keys.has(id) ? [...keys].filter((key) => key !== id) : [...keys, id]))
  }
  const selection = {
    keys,
    onToggle: toggle,
    onToggleAll: (all: readonly Sample[], isTicked: boolean) => setKeys(new Set(isTicked ? all.map(rowKey) : [])),
    isDisabled: ({ status }: Sample) => status === 'offline',
    ...(isOne && { kind: 'one' as const }),
  }
  return (
    <Panel isFlush title="设备" meta={`${rows.length} 台`}>
      <DataTable
        label="设备"
        columns={COLUMNS}
        rows={rows}
        rowKey={rowKey}
        rowName={rowName}
        sort={sort}
        onSort={setSort}
        {...(hasTicks && { selection })}
        {...props}
      />
    </Panel>
  )
}

/** Rendered on demand: the tests render every state. */
function ManyRows() {
  const [isDrawn, setIsDrawn] = useState(false)
  return (
    <div className="stack">
      <Button onClick={() => setIsDrawn(!isDrawn)}>{isDrawn ? '3 行' : '1000 行'}</Button>
      <div style={{ height: 320, overflow: 'auto' }}>
        <SampleTable hasTicks rows={isDrawn ? MANY : ROWS} />
      </div>
    </div>
  )
}

export const gallery: GalleryEntry = {
  title: '表格',
  note: '只读的行：排序、勾选、展开、固定列；超过 200 行时只排版看得见的',
  states: [
    { name: '排序与勾选', span: 12, render: () => <SampleTable hasTicks onOpen={() => undefined} /> },
    { name: '单选与展开', span: 12, render: () => <SampleTable hasTicks isOne expand={unfold} /> },
    { name: '紧凑', span: 12, render: () => <SampleTable density="compact" /> },
    {
      name: '当前行与刚变化的行',
      span: 12,
      render: () => <SampleTable markOf={({ id }) => (id === '1' ? 'current' : id === '2' ? 'changed' : undefined)} />,
    },
    { name: '固定列，窄', span: 8, render: () => <SampleTable columns={FIXED} minWidth={560} /> },
    { name: '加载中', span: 8, render: () => <SampleTable rows={[]} isLoading /> },
    { name: '重新加载', span: 8, render: () => <SampleTable isLoading /> },
    { name: '空', span: 8, render: () => <SampleTable rows={[]} /> },
    { name: '失败', span: 8, render: () => <SampleTable rows={[]} error={{ message: '加载失败：网络超时' }} /> },
    { name: '失败，有旧数据', span: 8, render: () => <SampleTable error={{ message: '加载失败：网络超时' }} /> },
    { name: '很多行', span: 24, render: () => <ManyRows /> },
  ],
}
