import { Alert, Checkbox, Form } from 'antd'
import { useId, useState } from 'react'
import { apiErrorOf } from '../../lib/api/api-error.ts'
import { useNotify } from '../../lib/notify.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useListContext } from '../context.ts'
import { fieldOf, type Resource } from '../define-resource.ts'
import { type FormValues, formKeys } from '../edit-values.ts'
import { callUpdateMany } from '../endpoint-calls.ts'
import { fieldRules, isEmpty } from '../form-schema.ts'
import styles from './form-fields.module.css'
import { FormFields } from './form-fields.tsx'

const WIDTH = 560

const bulkKeys = (resource: Resource) => formKeys(resource).filter((key) => fieldOf(resource, key)?.isBulk)

/** A chosen field left empty is cleared; only texts can be (contract/00 §9). */
const bodyOf = (resource: Resource, values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => !isEmpty(value) || fieldRules(resource.form, key)?.isClearedByText),
  )

/** Sets the chosen fields on all ticked rows, all or nothing. */
export function BulkEditDialog({ onClose }: { readonly onClose: () => void }) {
  const { resource, selection, reload } = useListContext()
  const notify = useNotify()
  const [form] = Form.useForm<FormValues>()
  const formName = useId()
  const [keys, setKeys] = useState<readonly string[]>([])
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { updateMany } = resource.endpoints
  const offered = bulkKeys(resource)

  async function save(values: FormValues): Promise<void> {
    if (!updateMany) return
    setIsSaving(true)
    try {
      const emptied = Object.fromEntries(keys.map((key) => [key, values[key] ?? '']))
      const body = { ...bodyOf(resource, emptied), ids: selection.ids.join(',') }
      notify.line((await callUpdateMany(updateMany, body)) || '保存成功', 'success')
      selection.clear()
      reload()
      onClose()
    } catch (error) {
      setProblem(apiErrorOf(error).message)
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <Dialog
      open
      title={`批量修改 ${selection.ids.length} ${resource.measureWord}${resource.entityLabel}`}
      width={WIDTH}
      okText="保存"
      okButtonProps={{ disabled: keys.length === 0 }}
      isSaving={isSaving}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="t-caption">选择要修改的字段；未选择的保持不变，全部成功或全部不改。</p>
      <Checkbox.Group
        className={styles.choice}
        value={[...keys]}
        options={offered.map((key) => ({ value: key, label: fieldOf(resource, key)?.label }))}
        onChange={(chosen) => setKeys(offered.filter((key) => chosen.includes(key)))}
      />
      <Form<FormValues> form={form} name={formName} layout="vertical" onFinish={save} preserve={false}>
        {problem && <Alert type="error" showIcon title={problem} className={styles.problem} />}
        <FormFields resource={resource} keys={keys} />
      </Form>
    </Dialog>
  )
}
