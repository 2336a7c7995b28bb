import { CLOSE_CODE } from '@natim/contract/dict'
import type { AlarmRow } from '@natim/contract/mon/alarm'
import type { CloseCode } from '@natim/domain/alarm/state'
import { keysOf } from '@natim/domain/record'
import { Alert, Form, Input, Radio, Select } from 'antd'
import { useId, useState } from 'react'
import { ORDER_NAMES } from '@/lib/alarm/alarm-orders.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { tickerNow } from '@/ui/ticker.ts'
import { denialText } from '@/widgets/alarm/alarm-facts.ts'
import { UserPicker } from '@/widgets/user-picker/user-picker.tsx'
import { useMayCloseActive } from './may-close-active.ts'
import { type DialogKind, MAX_NOTE, MINUTES, NOTE_LABELS, needsNote, type OrderValues, orderOf } from './order-form.ts'
import { useOrders } from './use-orders.ts'

export interface OrderDialogProps {
  readonly kind: DialogKind
  readonly rows: readonly AlarmRow[]
  /** Text already typed. */
  readonly note?: string
  /** Reason of a closure that is already chosen. */
  readonly closeCode?: CloseCode | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks for the input of an action; on refusal the dialog stays open and keeps the input. */
export function OrderDialog({ kind, rows, note = '', closeCode, onClose, onDone }: OrderDialogProps) {
  const [form] = Form.useForm<OrderValues>()
  const formName = useId()
  const { busy, give } = useOrders()
  const [problem, setProblem] = useState<string>()
  const [first] = rows
  const isRequired = needsNote(kind, rows)
  async function save(values: OrderValues): Promise<void> {
    const error = await give(rows, orderOf(kind, values))
    if (error) setProblem(error.message)
    else onDone()
  }
  return (
    <Dialog
      open
      title={rows.length === 1 && first ? `${ORDER_NAMES[kind]}报警` : `${ORDER_NAMES[kind]} ${rows.length} 起报警`}
      // The short name is already used by the dialog's close button.
      okText={kind === 'close' ? '确认关闭' : ORDER_NAMES[kind]}
      isSaving={busy !== undefined}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="t-caption">
        {rows.length === 1 && first ? `${first.title} · ${first.no}` : '全部成功或全部不改。'}
      </p>
      <Form<OrderValues>
        form={form}
        name={formName}
        layout="vertical"
        initialValues={{ note, minutes: 60, closeCode }}
        onFinish={(values) => void save(values)}
      >
        {problem && <Alert type="error" showIcon title={problem} />}
        {kind === 'close' && <CodeField rows={rows} />}
        {kind === 'shelve' && <MinutesField />}
        {kind === 'assign' && (
          <Form.Item name="username" label="分派给" rules={[{ required: true, message: '请选择用户' }]}>
            <UserPicker isMulti={false} />
          </Form.Item>
        )}
        <Form.Item
          name="note"
          label={NOTE_LABELS[kind]}
          rules={[{ required: isRequired, whitespace: isRequired, message: `请填写${NOTE_LABELS[kind]}` }]}
        >
          <Input.TextArea rows={3} maxLength={MAX_NOTE} showCount />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

/** An active alarm can be closed for certain reasons only, and only with a special permission. */
function CodeField({ rows }: { readonly rows: readonly AlarmRow[] }) {
  const mayCloseActive = useMayCloseActive()
  const refusalOf = (closeCode: CloseCode) =>
    rows.map((row) => denialText('close', row, tickerNow(), { mayCloseActive, closeCode })).find(Boolean)
  return (
    <Form.Item name="closeCode" label="关闭原因" rules={[{ required: true, message: '请选择关闭原因' }]}>
      <Radio.Group>
        {keysOf(CLOSE_CODE).map((code) => (
          <Radio key={code} value={code} disabled={refusalOf(code) !== undefined} title={refusalOf(code)}>
            {CLOSE_CODE[code]}
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  )
}

const MinutesField = () => (
  <Form.Item name="minutes" label="搁置时长" extra="到时自动恢复为未确认或处置中，最长 8 小时">
    <Select options={MINUTES} />
  </Form.Item>
)
