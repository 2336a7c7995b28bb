import type { TsNote } from '@natim/contract/mon/ts-note'
import { limitValidity } from '@natim/domain/own-limit'
import { Tabs } from 'antd'
import { useMemo } from 'react'
import { FigureTable } from './figure-table.tsx'
import styles from './history-page.module.css'
import { type HistoryTab, TABS } from './history-state.ts'
import { NotesTable } from './notes/notes-table.tsx'
import { pointRows } from './point-rows.ts'
import { PointsTable } from './points-table.tsx'
import type { History } from './use-history.ts'
import type { Marks } from './use-marks.ts'

interface FiguresProps {
  readonly history: History
  readonly marks: Marks
  readonly onEdit: (note: TsNote) => void
}

/** Figures for the curves: statistics of the range, and the points. */
export function Figures({ history, marks, onEdit }: FiguresProps) {
  const { series, earlier, state } = history
  const rows = useMemo(() => pointRows(series), [series])
  const hasOwn = series.some(
    ({ limits, limitChangesMs }) => limitChangesMs.length > 0 || limits.some(({ isOwn }) => isOwn),
  )
  const labels: Readonly<Record<HistoryTab, string>> = {
    stats: '统计',
    table: `数据表 ${rows.length}`,
    notes: `批注 ${marks.notes.length}`,
  }
  return (
    <section className={styles.figures} aria-label="统计与数据">
      <Tabs
        size="small"
        activeKey={state.tab}
        onChange={(tab) => history.change({ tab })}
        items={TABS.map((key) => ({ key, label: labels[key] }))}
        tabBarExtraContent={
          <span className={styles.note}>{`（起，止] · 只计有效样本 · ${limitValidity(hasOwn)}`}</span>
        }
      />
      {state.tab === 'stats' ? (
        <FigureTable series={series} earlier={earlier} marks={marks} />
      ) : state.tab === 'notes' ? (
        <NotesTable notes={marks.notes} series={series} onEdit={onEdit} onChanged={() => void marks.reloadNotes()} />
      ) : (
        <PointsTable series={series} rows={rows} />
      )}
    </section>
  )
}
