import type { ChannelRow } from '@natim/contract/mon/channel.resource'
import type { ChannelView } from '@natim/contract/mon/device'
import { Alert, Button, Form } from 'antd'
import { useId } from 'react'
import * as R from '@/resource/index.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import styles from './channel-dialog.module.css'
import { channelLabel, channelSettings, SETTING_KEYS, storedUnitOf } from './channel-settings.tsx'
import { outOfReach, reachWarning } from './out-of-reach.ts'
import { type Limit, ownMarksOf } from './own-limits.ts'

const WIDTH = 760
const FROM_WHEN =
  '设置自保存时起生效，设备不必重启；已入库的样本按当时的设置换算，不会改动，迟到的样本按其采样时刻的设置换算。'

type Editor = ReturnType<typeof R.useResourceEditor<ChannelRow>>

export interface ChannelDialogProps {
  readonly editor: Editor
  /** Limits currently in force for the channel. */
  readonly limits: ChannelView['limits']
  /** Called after a version was restored. */
  readonly onRestored: () => void
}

/** 通道设置: interpretation of a channel's samples from now on. Read-only without the edit permission. */
export function ChannelDialog(props: ChannelDialogProps) {
  const { row, opening } = props.editor
  return row && <OpenedDialog key={opening} {...props} row={row} />
}

function OpenedDialog({ editor, limits, onRestored, row }: ChannelDialogProps & { readonly row: ChannelRow }) {
  const mayEdit = !editor.isReadOnly
  const discard = R.useDiscard()
  const [form] = Form.useForm()
  const formName = useId()
  R.useRefusals(form, editor)
  const unit = storedUnitOf(row)
  const close = () => (mayEdit && form.isFieldsTouched() ? discard(editor.close) : editor.close())
  return (
    <Dialog
      open
      title={channelLabel(row)}
      width={WIDTH}
      isSaving={editor.isSaving}
      onCancel={close}
      footer={
        <div className={styles.foot}>
          <R.HistoryButton resource={channelSettings} row={row} onRestored={onRestored} />
          <Button onClick={close}>{mayEdit ? '取消' : '关闭'}</Button>
          {mayEdit && (
            <Button type="primary" loading={editor.isSaving} onClick={form.submit}>
              保存
            </Button>
          )}
        </div>
      }
    >
      <p className={`t-caption ${styles.intro}`}>
        {`量程、检出限和限值以 ${unit} 填写；读数按“上报值 × 倍率 + 偏移”修正后再换算。${FROM_WHEN}`}
      </p>
      <Form
        form={form}
        name={formName}
        layout="vertical"
        disabled={!mayEdit}
        initialValues={editor.initialValues}
        onFinish={(values) => editor.save({ ...values, seenRevision: row.revision })}
        scrollToFirstError={{ focus: true }}
      >
        {editor.issues.rest && <Alert type="error" showIcon title={editor.issues.rest} className={styles.alert} />}
        <R.FormFields resource={channelSettings} keys={SETTING_KEYS} locked={mayEdit ? [] : SETTING_KEYS} />
        <ReachWarning row={row} limits={limits} />
      </Form>
    </Dialog>
  )
}

/** Warns while typing about limits beyond the range. Published limits are unknown while the channel has its own. */
function ReachWarning({ row, limits }: Pick<ChannelDialogProps, 'limits'> & { readonly row: ChannelRow }) {
  const form = Form.useFormInstance()
  const rangeHi = Form.useWatch<number | null | undefined>('rangeHi', form) ?? null
  const own = Form.useWatch<Parameters<typeof ownMarksOf>[0] | null | undefined>('limitOverride', form) ?? []
  const hasOwn = (row.limitOverride ?? []).length > 0
  const published: readonly Limit[] = hasOwn ? [] : limits
  const shut = outOfReach(row.metricCode, own.length > 0 ? ownMarksOf(own) : published, rangeHi)
  const warning = reachWarning(shut, storedUnitOf(row))
  return warning && <Alert type="warning" showIcon title={warning} role="status" />
}
