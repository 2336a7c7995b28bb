import { MAX_SAT_CHOICES, PASS_FAULTS } from '@natim/domain/sat-task'
import { useMemo } from 'react'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { Letter } from './map/letter.tsx'
import type { DrawnPass } from './map/sat-layers.ts'
import styles from './sat.module.css'
import { dayOrNight, passKey, secondText } from './sat-text.ts'

export interface PassTableProps {
  readonly passes: readonly DrawnPass[]
  readonly offNadirMax: number
  readonly isLoading?: boolean
  readonly active: string | undefined
  readonly onActive: (key: string | undefined) => void
  /** Assigns the next letter or removes the current one; absent = read-only. */
  readonly onChoose?: ((pass: DrawnPass) => void) | undefined
}

/** Passes of a window. A pass that violates a constraint stays, grey, with the offending value in words. */
export function PassTable({ passes, offNadirMax, isLoading, active, onActive, onChoose }: PassTableProps) {
  const chosen = passes.filter(({ rank }) => rank > 0).length
  const columns = useMemo(() => columnsOf(onChoose, chosen >= MAX_SAT_CHOICES), [onChoose, chosen])
  return (
    <div className={styles.passes} style={{ '--off-nadir': offNadirMax }}>
      <DataTable
        label="过境"
        density="compact"
        minWidth={620}
        columns={columns}
        rows={passes}
        rowKey={({ pass }) => passKey(pass)}
        isLoading={isLoading ?? false}
        waitingRows={7}
        onOpen={({ pass }) => onActive(passKey(pass) === active ? undefined : passKey(pass))}
        markOf={({ pass }) => (passKey(pass) === active ? 'current' : undefined)}
        empty={<p className={styles.hint}>设置任务区和窗口后点「计算过境」</p>}
      />
    </div>
  )
}

function columnsOf(onChoose: PassTableProps['onChoose'], isFull: boolean): readonly DataColumn<DrawnPass>[] {
  const grey = ({ pass }: DrawnPass, content: React.ReactNode) => (
    <span data-fault={pass.fault ?? undefined} className={styles.passCell}>
      {content}
    </span>
  )
  return [
    {
      key: 'rank',
      title: '次序',
      width: 56,
      render: (row) => <Choice row={row} onChoose={onChoose} isFull={isFull} />,
    },
    { key: 'satellite', title: '卫星', width: 84, isEllipsis: true, render: (row) => grey(row, row.pass.satCode) },
    {
      key: 'time',
      title: '时间',
      width: 124,
      render: (row) => grey(row, <span className="num">{secondText(row.pass.startMs)}</span>),
    },
    {
      key: 'elevation',
      title: '仰角 °',
      width: 60,
      align: 'end',
      render: (row) => grey(row, row.pass.maxElev.toFixed(1)),
    },
    {
      key: 'offNadir',
      title: '侧摆 °',
      width: 60,
      align: 'end',
      render: (row) => (
        <span className={row.pass.fault === 'off_nadir' ? styles.offending : undefined}>
          {grey(row, row.pass.offNadir.toFixed(1))}
        </span>
      ),
    },
    {
      key: 'coverage',
      title: '覆盖率 %',
      width: 100,
      render: (row) => grey(row, <Coverage value={row.pass.coveragePct} />),
    },
    { key: 'light', title: '昼夜', width: 56, render: (row) => grey(row, dayOrNight(row.pass.sunElev)) },
    {
      key: 'feasibility',
      title: '可行',
      width: 72,
      align: 'end',
      render: (row) => grey(row, row.pass.fault ? PASS_FAULTS[row.pass.fault] : row.pass.feasibility.toFixed(2)),
    },
  ]
}

const Coverage = ({ value }: { readonly value: number }) => (
  <span className={styles.coverage}>
    <span className={styles.bar} aria-hidden>
      <i style={{ inlineSize: `${value}%` }} />
    </span>
    <span className="num">{Math.round(value)}</span>
  </span>
)

interface ChoiceProps {
  readonly row: DrawnPass
  readonly onChoose: PassTableProps['onChoose']
  readonly isFull: boolean
}

function Choice({ row, onChoose, isFull }: ChoiceProps) {
  const { pass, rank } = row
  const mark = rank > 0 ? <Letter rank={rank} /> : <span className={styles.box} aria-hidden />
  if (!onChoose) return rank > 0 ? mark : null
  const isOff = pass.fault !== null || (isFull && rank === 0)
  return (
    <button
      type="button"
      className={styles.choice}
      aria-pressed={rank > 0}
      aria-label={`${rank > 0 ? '移出' : '选择'} ${pass.satCode} ${secondText(pass.startMs)}`}
      disabled={isOff}
      title={pass.fault ? PASS_FAULTS[pass.fault] : isOff ? `最多 ${MAX_SAT_CHOICES} 个方案` : undefined}
      onClick={(event) => {
        event.stopPropagation()
        onChoose(row)
      }}
    >
      {mark}
    </button>
  )
}
