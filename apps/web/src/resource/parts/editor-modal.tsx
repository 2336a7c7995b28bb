import { Alert, Form, type FormInstance } from 'antd'
import { use, useEffect, useId } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { focusFirst } from '../../ui/dialog/focus-first.ts'
import { ListContext, useEditorContext } from '../context.ts'
import { fieldOf } from '../define-resource.ts'
import { type FormValues, formKeys } from '../edit-values.ts'
import { useDiscard } from '../use-discard.ts'
import type { ResourceEditor } from '../use-resource-editor.ts'
import { DetailFooter, detailForm, LastChanges, Stamps } from './editor-detail.tsx'
import styles from './editor-modal.module.css'
import { FormFields } from './form-fields.tsx'

export interface EditorModalProps {
  /** px; full screen on a phone. */
  readonly width?: number
  /** Fields in display order; all fields of the form by default. */
  readonly keys?: readonly string[]
  /** Read-only keys, besides the immutable fields. */
  readonly locked?: readonly string[]
}

const DEFAULT_WIDTH = 800

const titleOf = ({ row, isReadOnly, resource }: ResourceEditor) =>
  isReadOnly ? `${resource.entityLabel}详情` : `${row ? '编辑' : '新增'}${resource.entityLabel}`

/** Shows server errors at the fields they refer to. */
export function useRefusals(form: FormInstance, { issues }: Pick<ResourceEditor, 'issues'>): void {
  useEffect(() => {
    const fields = Object.entries(issues.byField).map(([name, text]) => ({ name, errors: [text] }))
    if (fields.length === 0) return
    form.setFields(fields)
    form.focusField(fields[0]?.name)
  }, [form, issues])
}

/** The editor of the page as a modal form: cancel, then primary; asks before discarding typed text. */
export function EditorModal(props: EditorModalProps) {
  return <OpenedEditor key={useEditorContext().opening} {...props} />
}

function OpenedEditor({ width = DEFAULT_WIDTH, keys, locked = [] }: EditorModalProps) {
  const editor = useEditorContext()
  const discard = useDiscard()
  const [form] = Form.useForm<FormValues>()
  // Prefix of the field ids: forms in other tabs have fields of the same name.
  const formName = useId()
  useRefusals(form, editor)

  const list = use(ListContext)
  const save = async (values: FormValues) => {
    // The selection refers to the rows before the save (SY-08).
    if (await editor.save(values)) list?.selection.clear()
  }
  const shown = keys ?? formKeys(editor.resource)
  const fixed = editor.row ? shown.filter((key) => fieldOf(editor.resource, key)?.isImmutable) : []
  const close = () => {
    if (editor.isReadOnly || !form.isFieldsTouched()) editor.close()
    else discard(editor.close)
  }
  return (
    <Dialog
      open={editor.isOpen}
      title={titleOf(editor)}
      width={width}
      classNames={{ body: styles.body }}
      okText="保存"
      {...(editor.isReadOnly && { footer: <DetailFooter /> })}
      isSaving={editor.isSaving}
      onOk={form.submit}
      onCancel={close}
      afterOpenChange={(isOpen) => isOpen && !editor.isReadOnly && focusFirst(form, shown[0])}
      destroyOnHidden
    >
      <Form<FormValues>
        form={form}
        name={formName}
        {...detailForm(editor.isReadOnly)}
        initialValues={editor.initialValues}
        onFinish={save}
        scrollToFirstError={{ focus: true }}
        preserve={false}
      >
        {editor.issues.rest && <Alert type="error" showIcon title={editor.issues.rest} className={styles.alert} />}
        <FormFields
          resource={editor.resource}
          keys={shown}
          locked={editor.isReadOnly ? shown : [...fixed, ...locked]}
        />
      </Form>
      {editor.isReadOnly && editor.row && <LastChanges row={editor.row} />}
      {editor.isReadOnly && editor.row && <Stamps row={editor.row} />}
    </Dialog>
  )
}
