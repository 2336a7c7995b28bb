import { Button, Segmented } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { GalleryAnswers } from '../gallery-answers.tsx'
import type { GridHandle } from './core/grid-handle.ts'
import { EditableGrid } from './editable-grid.tsx'
import { BENCH_COLUMNS, channelRows } from './gallery-rows.ts'

const COUNTS = [0, 200, 1_000, 10_000, 100_000]

function ManyRows() {
  const [count, setCount] = useState(0)
  const [checked, setChecked] = useState('')
  const grid = useRef<GridHandle>(null)
  const rows = useMemo(() => channelRows(count), [count])
  const check = async () => {
    setChecked('')
    const startMs = performance.now()
    const reading = await grid.current?.validate()
    const faults = reading?.isOk === false ? reading.errors.length : 0
    setChecked(`校验 ${Math.round(performance.now() - startMs)} ms，${faults} 处错误`)
  }
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
      {count > 0 && (
        <GalleryAnswers given={[]}>
          <EditableGrid
            key={count}
            ref={grid}
            columns={BENCH_COLUMNS}
            rows={rows}
            aria-label="大量通道"
            toolbarAfter={<Button onClick={() => void check()}>校验全部</Button>}
          />
        </GalleryAnswers>
      )}
      <p role="status">{checked}</p>
    </div>
  )
}

export const gallery: GalleryEntry = {
  title: '可编辑表格：大数据量',
  note: '十万行与十行一样快',
  states: [{ name: '选择行数后打开', span: 24, render: () => <ManyRows /> }],
}
