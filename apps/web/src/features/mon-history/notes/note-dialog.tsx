import type { TsSeries } from '@natim/contract/mon/timeseries'
import { NOTE_MAX_CHARS, type TsNote, tsNoteEndpoints } from '@natim/contract/mon/ts-note'
import { formatGmt8 } from '@natim/domain/time'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import type { TimeRange } from '@/widgets/chart/frame.ts'
import { channelLabel } from '../channel-label.ts'

/** A new note on a range or an instant, or one of the user's own being edited. */
export type NoteDraft = { readonly range: TimeRange } | { readonly note: TsNote }

interface NoteDialogProps {
  readonly draft: NoteDraft
  readonly series: readonly TsSeries[]
  readonly onSaved: () => void
  readonly onClose: () => void
}

interface Fields {
  readonly channelNo: number
  readonly text: string
}

/** 批注. Mounted only while open. */
export function NoteDialog({ draft, series, onSaved, onClose }: NoteDialogProps) {
  const [form] = Form.useForm<Fields>()
  const notify = useNotify()
  const [isSaving, setIsSaving] = useState(false)
  const held = 'note' in draft ? draft.note : undefined
  const range = 'note' in draft ? draft.note : draft.range

  async function save({ channelNo, text }: Fields): Promise<void> {
    setIsSaving(true)
    try {
      const { message } = held
        ? await callWithMessage(tsNoteEndpoints.edit, { body: { id: held.id, text, seenRevision: held.revision } })
        : await callWithMessage(tsNoteEndpoints.add, {
            body: { channelNo, text, fromMs: Math.round(range.fromMs), toMs: Math.round(range.toMs) },
          })
      notify.line(message, 'success')
      onSaved()
      onClose()
    } catch {
      // The client showed the server's message; the form stays.
    } finally {
      setIsSaving(false)
    }
  }

  const channelNo = held?.channelNo ?? series[0]?.channelNo
  return (
    <Dialog
      open
      title={held ? '修改批注' : '添加批注'}
      width={480}
      okText="保存"
      isSaving={isSaving}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        initialValues={{ channelNo, text: held?.text ?? '' }}
        onFinish={(fields) => void save(fields)}
      >
        <p className="t-caption">{rangeOf(range)}</p>
        <Form.Item name="channelNo" label="通道" rules={[{ required: true, message: '请选择通道' }]}>
          <Select
            disabled={held !== undefined}
            options={series.map((item) => ({
              value: item.channelNo,
              label: channelLabel(item),
            }))}
          />
        </Form.Item>
        <Form.Item name="text" label="内容" rules={[{ required: true, whitespace: true, message: '请输入内容' }]}>
          <Input.TextArea rows={4} maxLength={NOTE_MAX_CHARS} showCount />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

/** `2026-03-02 05:00:00`, or both ends of a range. */
export const rangeOf = ({ fromMs, toMs }: TimeRange): string =>
  fromMs === toMs ? formatGmt8(fromMs) : `${formatGmt8(fromMs)} – ${formatGmt8(toMs)}`
