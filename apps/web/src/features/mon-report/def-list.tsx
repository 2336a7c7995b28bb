import { FileTextOutlined } from '@ant-design/icons'
import { REPORT_FORMATS, REPORT_KINDS, type ReportDefRow } from '@natim/contract/mon/mon-report.resource'
import { describeCron } from '@natim/domain/cron/describe'
import { regionName } from '@natim/domain/regions'
import { Input } from 'antd'
import { useState } from 'react'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { FilterTabs } from '@/ui/filter-tabs.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Tag } from '@/ui/tag.tsx'
import styles from './report.module.css'

const TABS = {
  builtin: { label: '内置', has: (row: ReportDefRow) => row.isBuiltin && row.status === 'on' },
  own: { label: '自定义', has: (row: ReportDefRow) => !row.isBuiltin && row.status === 'on' },
  off: { label: '停用', has: (row: ReportDefRow) => row.status === 'off' },
} as const
type Tab = keyof typeof TABS
const isTab = (key: string): key is Tab => key in TABS

const wordsOf = ({ cron }: ReportDefRow) => (cron ? describeCron(cron).replace(/ 执行$/, '') : '手动')
const namesOf = ({ receivers }: ReportDefRow) => receivers.split(',').filter(Boolean)

/** Definitions by tab: name and formats, then schedule, region and recipients. */
export function DefList({ chosen, onChoose }: { readonly chosen: string; readonly onChoose: (id: string) => void }) {
  const { rows } = R.useListContext<ReportDefRow>()
  const at = rows.find(({ id }) => id === chosen)
  const [tab, setTab] = useState<Tab>(
    at === undefined || TABS.builtin.has(at) ? 'builtin' : TABS.own.has(at) ? 'own' : 'off',
  )
  const [words, setWords] = useState('')
  const shown = rows.filter((row) => TABS[tab].has(row) && `${row.name} ${row.receivers}`.includes(words.trim()))
  return (
    <Panel isFlush>
      <div className={styles.bar}>
        <FilterTabs
          isInBar
          label="报告定义"
          tabs={Object.keys(TABS)
            .filter(isTab)
            .map((key) => ({ key, label: TABS[key].label, count: rows.filter(TABS[key].has).length }))}
          chosen={tab}
          onChoose={setTab}
        />
        <Input
          allowClear
          className={styles.search ?? ''}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          placeholder="名称、收件人"
          aria-label="筛选报告定义"
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState title="没有报告定义" {...(tab === 'own' && { action: <R.CreateButton /> })} />
      ) : (
        <ul className={styles.defs}>
          {shown.map((row) => (
            <Def key={row.id} row={row} isChosen={row.id === chosen} onChoose={() => onChoose(row.id)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface DefProps {
  readonly row: ReportDefRow
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Def({ row, isChosen, onChoose }: DefProps) {
  return (
    <li data-chosen={isChosen || undefined}>
      <button type="button" aria-pressed={isChosen} onClick={onChoose}>
        <FileTextOutlined aria-hidden />
        <span className={styles.text}>
          <span className={styles.name}>
            <b>{row.name}</b>
            {row.formats.map((format) => (
              <Tag key={format}>{REPORT_FORMATS[format]}</Tag>
            ))}
          </span>
          <span className={styles.when}>
            <span>
              {wordsOf(row)}
              {row.nextRunAt && row.status === 'on' && `　下次 ${row.nextRunAt.slice(5, 16)}`}
            </span>
            <span>{targetOf(row)}</span>
          </span>
        </span>
      </button>
      {isChosen && (
        <span className={styles.links}>
          <R.EditLink row={row} />
          {!row.isBuiltin && <R.RemoveLink row={row} />}
        </span>
      )}
    </li>
  )
}

function targetOf(row: ReportDefRow): string {
  const place = row.region === '' ? '全部区域' : regionName(row.region.padEnd(6, '0'))
  const kind = row.name === REPORT_KINDS[row.kind] ? undefined : REPORT_KINDS[row.kind]
  const people = namesOf(row).length
  return [kind, place, people > 0 && `收件 ${people} 人`].filter(Boolean).join(' · ')
}
