import { INCIDENT_LEVEL, INCIDENT_STATUS, INCIDENT_TYPE } from '@natim/contract/dict'
import { type IncidentRow, incidentEndpoints } from '@natim/contract/mon/incident'
import { formatNumber } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { Link } from 'react-router'
import { z } from 'zod'
import * as R from '@/resource/index.ts'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { Tag } from '@/ui/tag.tsx'
import { incidentPath } from '@/widgets/alarm/alarm-path.ts'
import styles from './incident.module.css'

/** 事件 as a list: created from alarms and handled on their own page. */
export const incidents = R.defineResource({
  title: '事件',
  entityLabel: '事件',
  measureWord: '起',
  endpoints: { list: incidentEndpoints.list },
  form: z.object({}),
  nameOf: ({ no, title }: IncidentRow) => `${title} ${no}`,
  defaultSort: { field: 'startMs', order: 'desc' },
  fields: {
    no: { label: '编号', search: 'like', width: 150, isSortable: true, render: ({ no }) => no },
    title: {
      label: '名称',
      search: 'like',
      width: 300,
      render: (row) => <Link to={incidentPath(row.id)}>{row.title}</Link>,
    },
    level: {
      label: '级别',
      search: 'eq',
      width: 90,
      isSortable: true,
      widget: R.numberChoiceWidget(INCIDENT_LEVEL),
      render: (row) => <Level row={row} />,
    },
    type: {
      label: '类型',
      search: 'eq',
      width: 90,
      widget: R.choiceWidget(INCIDENT_TYPE),
      render: (row) => row.type_dictText,
    },
    status: {
      label: '状态',
      search: 'eq',
      width: 130,
      widget: R.choiceWidget(INCIDENT_STATUS),
      render: (row) => <Status row={row} />,
    },
    alarmCount: {
      label: '报警',
      width: 120,
      render: ({ alarmCount, unackedCount }) =>
        `${formatNumber(alarmCount)} 起${unackedCount > 0 ? ` · ${formatNumber(unackedCount)} 起未确认` : ''}`,
    },
    regionCode: {
      label: '行政区划',
      search: 'region',
      widget: R.regionWidget,
      width: 150,
      render: (row) => row.regionText,
    },
    leadName: { label: '负责人', search: 'like', width: 110, render: ({ leadName }) => leadName },
    startMs: { label: '开始时间', width: 160, isSortable: true, render: ({ startMs }) => formatGmt8(startMs) },
  },
})

const TONES = { open: 'warning', monitoring: 'info', closed: 'neutral' } as const

export const Level = ({ row }: { readonly row: IncidentRow }) => (
  <span className={styles.level}>
    <SeverityGlyph level={row.level} size={16} /> {row.level_dictText}
  </span>
)

export const Status = ({ row }: { readonly row: IncidentRow }) => (
  <span className={styles.level}>
    <Tag tone={TONES[row.status]}>{row.status_dictText}</Tag>
    {row.drill && <Tag tone="error">演练</Tag>}
  </span>
)
