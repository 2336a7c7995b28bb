import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  FlagOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import type { AlarmRow } from '@natim/contract/mon/alarm'
import { incidentEndpoints } from '@natim/contract/mon/incident'
import { type ReactNode, useState } from 'react'
import { MAX_AT_ONCE } from '@/lib/alarm/alarm-orders.ts'
import * as R from '@/resource/index.ts'
import { tickerNow } from '@/ui/ticker.ts'
import { denialText } from '@/widgets/alarm/alarm-facts.ts'
import { useMayCloseActive } from '../action/may-close-active.ts'
import { OrderDialog } from '../action/order-dialog.tsx'
import { type DialogKind, useMayOrder } from '../action/order-form.ts'
import { IncidentDialog } from '../incident/incident-dialog.tsx'
import { incidentRefusal } from '../incident/use-make-incident.ts'

const ACTIONS: readonly { readonly kind: DialogKind; readonly label: string; readonly icon: ReactNode }[] = [
  { kind: 'ack', label: '确认', icon: <CheckOutlined aria-hidden /> },
  { kind: 'shelve', label: '搁置', icon: <ClockCircleOutlined aria-hidden /> },
  { kind: 'assign', label: '分派', icon: <UserSwitchOutlined aria-hidden /> },
  { kind: 'close', label: '关闭', icon: <CloseCircleOutlined aria-hidden /> },
]

const tooMany = (rows: readonly AlarmRow[]): string | undefined =>
  rows.length > MAX_AT_ONCE ? `一次最多处理 ${MAX_AT_ONCE} 起，已选 ${rows.length} 起` : undefined

/** Why the selected alarms cannot be handled together: the server accepts all or none. */
function refusalOf(kind: DialogKind, rows: readonly AlarmRow[], mayCloseActive: boolean): string | undefined {
  const many = tooMany(rows)
  if (many) return many
  const reasons = rows.flatMap((row) => denialText(kind, row, tickerNow(), { mayCloseActive }) ?? [])
  return reasons[0] && `所选 ${rows.length} 起中有 ${reasons.length} 起不能处理：${reasons[0]}`
}

/** 确认, 搁置, 分派, 关闭 and 转事件 of the selected alarms. */
export function BulkActions() {
  const { selection, rows: listed } = R.useListContext<AlarmRow>()
  const may = useMayOrder()
  const mayCloseActive = useMayCloseActive()
  const mayMakeIncident = R.useMay(incidentEndpoints.add)
  const [open, setOpen] = useState<DialogKind | 'incident'>()
  const close = () => setOpen(undefined)
  const done = () => {
    selection.clear()
    close()
  }
  // A selected row is a snapshot; the row in the list is current.
  const rows = selection.rows.map((row) => listed.find(({ id }) => id === row.id) ?? row)
  return (
    <>
      {ACTIONS.filter(({ kind }) => may[kind]).map(({ kind, label, icon }) => (
        <R.SelectionButton
          key={kind}
          icon={icon}
          hasDialog
          refusal={refusalOf(kind, rows, mayCloseActive)}
          onClick={() => setOpen(kind)}
        >
          {label}
        </R.SelectionButton>
      ))}
      {mayMakeIncident && (
        <R.SelectionButton
          icon={<FlagOutlined aria-hidden />}
          hasDialog
          refusal={tooMany(rows) ?? incidentRefusal(rows)}
          onClick={() => setOpen('incident')}
        >
          转事件
        </R.SelectionButton>
      )}
      {open === 'incident' && <IncidentDialog rows={rows} onClose={close} onDone={done} />}
      {open !== undefined && open !== 'incident' && (
        <OrderDialog kind={open} rows={rows} onClose={close} onDone={done} />
      )}
    </>
  )
}
