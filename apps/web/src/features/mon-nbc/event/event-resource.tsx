import { NBC_STATE, NBC_TYPE, SEVERITY } from '@natim/contract/dict'
import { type NbcEventRow, nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { formatGmt8 } from '@natim/domain/time'
import { Link } from 'react-router'
import { z } from 'zod'
import * as R from '@/resource/index.ts'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { Tag } from '@/ui/tag.tsx'
import { dataPath, eventPath, eventTitle } from '../nbc-text.ts'
import styles from './event.module.css'

/** 核生化事件 as a list; decisions are made on their own page. */
export const events = R.defineResource({
  title: '核生化事件',
  entityLabel: '事件',
  measureWord: '起',
  endpoints: { list: nbcEventEndpoints.list, exportXls: nbcEventEndpoints.exportXls },
  form: z.object({}),
  nameOf: ({ no }) => no,
  defaultSort: { field: 'tsMs', order: 'desc' },
  related: [nbcEventEndpoints.counts],
  fields: {
    no: {
      label: '编号',
      search: 'like',
      width: 160,
      isSortable: true,
      render: (row) => <Link to={eventPath(row.id)}>{row.no}</Link>,
    },
    severity: {
      label: '级别',
      search: 'eq',
      width: 132,
      isSortable: true,
      widget: R.numberChoiceWidget(SEVERITY),
      render: (row) => <Level row={row} />,
    },
    type: {
      label: '类别',
      search: 'eq',
      width: 64,
      widget: R.choiceWidget(NBC_TYPE),
      render: (row) => row.type_dictText,
    },
    agentClass: { label: '探测内容', width: 200, render: (row) => <R.TextCell>{eventTitle(row)}</R.TextCell> },
    state: {
      label: '状态',
      search: 'eq',
      width: 156,
      isSortable: true,
      widget: R.choiceWidget(NBC_STATE),
      render: (row) => <State row={row} />,
    },
    deviceName: {
      label: '装备',
      search: 'like',
      width: 184,
      isSortable: true,
      render: (row) => <Link to={dataPath(row.type, row.deviceId)}>{row.deviceName}</Link>,
    },
    regionCode: {
      label: '行政区划',
      search: 'region',
      widget: R.regionWidget,
      width: 132,
      render: (row) => row.regionCode_dictText,
    },
    tsMs: { label: '探测时间', width: 156, isSortable: true, render: ({ tsMs }) => formatGmt8(tsMs) },
    alarmNo: { label: '报警', width: 146, shown: 'wide', render: ({ alarmNo }) => alarmNo ?? '' },
  },
})

/** The severity in force, and the one pending verification. */
export function Level({ row }: { readonly row: NbcEventRow }) {
  return (
    <span className={styles.level}>
      <SeverityGlyph level={row.severity} size={16} /> {SEVERITY[row.severity]}
      {row.level < row.severity && <span title="单台未核实，不升 1 级"> 待核实</span>}
    </span>
  )
}

const TONES = { detected: 'warning', local_confirmed: 'info', lab_confirmed: 'error', rejected: 'neutral' } as const

export const State = ({ row }: { readonly row: NbcEventRow }) => (
  <span className={styles.level}>
    <Tag tone={TONES[row.state]}>{row.state_dictText}</Tag>
    {row.proposal && <Tag tone="warning">待同意</Tag>}
    {row.drill && <Tag tone="error">演练</Tag>}
  </span>
)
