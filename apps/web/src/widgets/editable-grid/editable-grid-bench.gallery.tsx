import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { EditableGrid } from './editable-grid.tsx'
import { CHANNEL_COLUMNS, channelRows } from './gallery-rows.ts'

const COUNTS = [0, 200, 1_000, 10_000, 100_000]

function ManyRows() {
  const [count, setCount] = useState(0)
  const rows = useMemo(() => channelRows(count), [count])
  return (
    <div className="stack">
      <Segmented
        aria-label="行数"
        options={COUNTS.map((value) => ({
          value,
          label: value === 0 ? '不显示' : `${value.toLocaleString('zh-CN')} 行`,
        }))}
        value={count}
        onChange={setCount}
      />
      {count > 0 && <EditableGrid key={count} columns={CHANNEL_COLUMNS} rows={rows} aria-label="大量通道" />}
    </div>
  )
}

export const gallery: GalleryEntry = {
  title: '可编辑表格：大数据量',
  note: '十万行与十行一样快',
  states: [{ name: '选择行数后打开', span: 24, render: () => <ManyRows /> }],
}
