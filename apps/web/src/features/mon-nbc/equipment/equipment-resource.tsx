import { NBC_READINESS } from '@natim/contract/dict'
import { nbcEndpoints } from '@natim/contract/mon/nbc'
import { type NbcEquipmentRow, nbcEquipment } from '@natim/contract/mon/nbc.resource'
import { daysLeft, dueState } from '@natim/domain/nbc/readiness'
import { calendarDayGmt8 } from '@natim/domain/time'
import { Select } from 'antd'
import { Link } from 'react-router'
import { serverNow } from '@/lib/clock.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import { dataPath } from '../nbc-text.ts'
import styles from './equipment.module.css'

/** Selects among devices without a profile; shows the name when editing. */
function DeviceControl({ value, onChange, maxLength: _unused, ...rest }: R.ControlProps<string>) {
  const { data, isFetching } = useEndpoint(nbcEndpoints.summary, {})
  const { rows } = R.useListContext<NbcEquipmentRow>()
  const own = rows.find(({ deviceId }) => deviceId === value)
  return (
    <Select
      {...rest}
      value={value || undefined}
      onChange={(next: string | undefined) => onChange?.(next)}
      options={[
        ...(own ? [{ value: own.deviceId, label: `${own.deviceName}（${own.clientId}）` }] : []),
        ...(data?.without ?? []).map(({ id, name, clientId }) => ({ value: id, label: `${name}（${clientId}）` })),
      ]}
      loading={isFetching}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent="所有核生化设备都已建立档案"
      style={{ width: '100%' }}
    />
  )
}

const TONES: Readonly<Record<NbcEquipmentRow['readiness'], TagTone>> = {
  ready: 'neutral',
  limited: 'warning',
  unusable: 'error',
}

export const ReadinessTag = ({ row }: { readonly row: Pick<NbcEquipmentRow, 'readiness' | 'readinessText'> }) => (
  <span title={row.readinessText || undefined}>
    <Tag tone={TONES[row.readiness]}>{NBC_READINESS[row.readiness]}</Tag>
  </span>
)

/** A due date: red and with a word once it has passed (BZ-13). */
export function DueDate({ day }: { readonly day: string | null }) {
  if (day === null) return <span className={styles.none}>未安排</span>
  const today = calendarDayGmt8(serverNow())
  const state = dueState(day, today)
  const left = daysLeft(day, today)
  if (state === 'overdue')
    return (
      <span className={styles.overdue}>
        {day} 逾期 {-left} 天
      </span>
    )
  return (
    <span>
      {day}
      {state === 'soon' && <span className={styles.soon}> {left === 0 ? '今天到期' : `剩 ${left} 天`}</span>}
    </span>
  )
}

export const equipment = R.fromContract(nbcEquipment, {
  isScoped: true,
  nameOf: ({ deviceName, clientId }) => `${deviceName} ${clientId}`,
  related: [nbcEndpoints.summary],
  fields: {
    deviceId: { widget: { kind: 'choice', Control: DeviceControl } },
    deviceName: { render: (row) => <Link to={dataPath(row.kind, row.deviceId)}>{row.deviceName}</Link> },
    readiness: { render: (row) => <ReadinessTag row={row} /> },
    sourceDue: { render: (row) => <DueDate day={row.sourceDue} /> },
    calibDue: { render: (row) => <DueDate day={row.calibDue} /> },
  },
})
