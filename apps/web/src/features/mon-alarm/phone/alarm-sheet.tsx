import { CloseOutlined } from '@ant-design/icons'
import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { formatClock } from '@natim/domain/format'
import { Button, Drawer, Segmented } from 'antd'
import { useState } from 'react'
import { ORDER_NAMES } from '@/lib/alarm/alarm-orders.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useSession } from '@/lib/session/session-store.ts'
import * as R from '@/resource/index.ts'
import { IconButton } from '@/ui/icon-button.tsx'
import { tickerNow } from '@/ui/ticker.ts'
import { denialText } from '@/widgets/alarm/alarm-facts.ts'
import { useMayCloseActive } from '../action/may-close-active.ts'
import { type DialogKind, useMayOrder } from '../action/order-form.ts'
import styles from './alarm-sheet.module.css'
import { SheetFields } from './sheet-fields.tsx'
import { SheetFigures } from './sheet-figures.tsx'
import { type SheetKind, useSheet } from './use-sheet.ts'

const KINDS: readonly SheetKind[] = ['ack', 'shelve', 'close']

export interface AlarmSheetProps {
  readonly row: AlarmRow
  readonly kind: DialogKind
  readonly onOpen: (row: AlarmRow) => void
  readonly onClose: () => void
}

/** Bottom sheet of one alarm on a phone: key figures and the actions (design 34). */
export function AlarmSheet({ row: given, kind: wanted, onOpen, onClose }: AlarmSheetProps) {
  const { data: detail } = useEndpoint(alarmEndpoints.detail, { query: { id: given.id } })
  const row = detail && detail.alarm.version >= given.version ? detail.alarm : given
  const [kind, setKind] = useState<SheetKind>(KINDS.find((one) => one === wanted) ?? 'ack')
  const sheet = useSheet(row, kind, onClose)
  const may = useMayOrder()
  const mayCloseActive = useMayCloseActive()
  const refusal = denialText(kind, row, tickerNow(), kind === 'close' ? { mayCloseActive } : {})
  const ackedBy = useTakenBy(given, row)
  // An alarm acknowledged by a colleague may still be shelved or closed.
  const takenBy = kind === 'ack' ? ackedBy : undefined
  const isTaken = takenBy !== undefined || sheet.isTaken
  const problem = takenBy ?? sheet.problem ?? (isTaken ? undefined : refusal)
  return (
    <Drawer
      open
      placement="bottom"
      mask={false}
      closable={false}
      title={null}
      onClose={onClose}
      rootClassName={styles.root ?? ''}
      aria-label="处置报警"
      styles={{ wrapper: { height: 'auto', maxHeight: '85%' }, body: { padding: 0 } }}
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          <h2 className={`ellipsis ${styles.title}`}>{row.title}</h2>
          <IconButton icon={<CloseOutlined />} aria-label="收起" onClick={onClose} />
        </header>
        <SheetFigures row={row} detail={detail} />
        <Segmented<SheetKind>
          block
          size="large"
          aria-label="处置方式"
          value={kind}
          onChange={setKind}
          options={KINDS.filter((one) => may[one]).map((one) => ({ value: one, label: ORDER_NAMES[one] }))}
        />
        <SheetFields kind={kind} row={row} sheet={sheet} />
        {problem !== undefined && (
          <p className={styles.problem} data-taken={isTaken || undefined} role="alert">
            {problem}
          </p>
        )}
        <Foot
          kind={kind}
          isTaken={isTaken}
          isRefused={refusal !== undefined}
          sheet={sheet}
          onDetail={() => onOpen(row)}
        />
      </div>
    </Drawer>
  )
}

interface FootProps {
  readonly kind: SheetKind
  readonly isTaken: boolean
  readonly isRefused: boolean
  readonly sheet: ReturnType<typeof useSheet>
  readonly onDetail: () => void
}

/** The action button; a comment once a colleague acted first. */
function Foot({ kind, isTaken, isRefused, sheet, onDetail }: FootProps) {
  const mayComment = R.useMay(alarmEndpoints.comment)
  const hasNote = (sheet.values.note ?? '').trim() !== ''
  return (
    <footer className={styles.foot}>
      <Button className={styles.button ?? ''} onClick={onDetail}>
        详情
      </Button>
      <Button
        className={styles.button ?? ''}
        type="primary"
        disabled={isTaken ? !mayComment || !hasNote : isRefused}
        loading={sheet.isSending}
        onClick={() => void (isTaken ? sheet.comment() : sheet.submit())}
      >
        {isTaken ? '作为评论发送' : ORDER_NAMES[kind]}
      </Button>
    </footer>
  )
}

/** Who acknowledged it while the sheet was open, and when. */
function useTakenBy(given: AlarmRow, { acked, ackName, ackMs }: AlarmRow): string | undefined {
  const [wasAcked] = useState(given.acked)
  const own = useSession(({ user }) => user?.realname)
  if (!acked || wasAcked || ackName === null || ackMs === null || ackName === own) return undefined
  return `${ackName} ${formatClock(ackMs)} 已确认`
}
