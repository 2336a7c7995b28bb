import { type NoticeRow } from '@natim/contract/system/notice'
import { Alert, Form } from 'antd'
import { useId } from 'react'
import * as R from '@/resource/index.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { focusFirst } from '@/ui/dialog/focus-first.ts'
import styles from './notice-editor.module.css'
import { notice } from './notice-resource.tsx'

const WIDTH_PX = 960
const LINK_KEYS = ['openType', 'openPage', 'busId'] as const

type Values = Readonly<Record<string, unknown>>

/** Fields in order: receivers only for chosen users, the page to open only for system messages (SY-48). */
const keysOf = ({ msgType, msgCategory }: Values): string[] => [
  'title',
  'msgCategory',
  'priority',
  'startTime',
  'endTime',
  'msgType',
  ...(msgType === 'USER' ? ['userIds'] : []),
  'msgAbstract',
  ...(msgCategory === '2' ? LINK_KEYS : []),
  'msgContent',
]

/** Clears fields that the form no longer shows. */
const toSave = (values: Values): Values =>
  values['msgCategory'] === '2' ? values : { ...values, ...Object.fromEntries(LINK_KEYS.map((key) => [key, ''])) }

/** 新增 and 编辑 of an announcement. */
export function NoticeEditor({ editor }: { readonly editor: ReturnType<typeof R.useResourceEditor<NoticeRow>> }) {
  const discard = R.useDiscard()
  const [form] = Form.useForm<Values>()
  const formName = useId()
  R.useRefusals(form, editor)
  const watched = Form.useWatch((values: Values) => values, form)
  const keys = keysOf(watched ?? editor.initialValues)
  const close = () => {
    if (editor.isReadOnly || !form.isFieldsTouched()) editor.close()
    else discard(editor.close)
  }
  return (
    <Dialog
      open={editor.isOpen}
      title={editor.isReadOnly ? '通告详情' : editor.row ? '编辑通告' : '新增通告'}
      width={WIDTH_PX}
      classNames={{ body: styles.body }}
      okText="保存"
      {...(editor.isReadOnly && { footer: <R.DetailFooter /> })}
      isSaving={editor.isSaving}
      onOk={form.submit}
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && !editor.isReadOnly && focusFirst(form, 'title')}
      destroyOnHidden
    >
      <Form
        form={form}
        name={formName}
        {...R.detailForm(editor.isReadOnly)}
        initialValues={editor.initialValues}
        onFinish={(values) => editor.save(toSave(values))}
        scrollToFirstError={{ focus: true }}
        preserve={false}
      >
        {editor.issues.rest && <Alert type="error" showIcon title={editor.issues.rest} className={styles.alert} />}
        <R.FormFields resource={notice} keys={keys} locked={editor.isReadOnly ? keys : []} />
      </Form>
      {editor.isReadOnly && editor.row && <R.LastChanges row={editor.row} />}
      {editor.isReadOnly && editor.row && <R.Stamps row={editor.row} />}
    </Dialog>
  )
}
