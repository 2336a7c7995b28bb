import { departEndpoints } from '@natim/contract/system/depart'
import type { DepartNode } from '@natim/contract/system/pickers'
import { Button, Form, type FormInstance } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { DetailList } from '@/widgets/detail-list/detail-list.tsx'
import styles from './depart.module.css'
import { depart as resource } from './depart-resource.tsx'

interface DepartFormProps {
  readonly depart: DepartNode
  /** Undefined at the top level. */
  readonly parentName: string | undefined
  readonly onSaved: () => void
  readonly onMove: () => void
  readonly onRemove: () => void
}

const KEYS = Object.keys(resource.fields)

/** Fields of a department; parent and code are read-only. Mount it with the department as key. */
export function DepartForm({ depart, parentName, onSaved, onMove, onRemove }: DepartFormProps) {
  const notify = useNotify()
  const [form] = Form.useForm()
  const formName = useId()
  const [isSaving, setIsSaving] = useState(false)
  const mayEdit = R.useMay(departEndpoints.update)
  const mayMove = R.useMay(departEndpoints.move)
  const mayRemove = R.useMay(departEndpoints.remove)

  const refill = useRefill(form, depart)

  const save = async (values: object) => {
    setIsSaving(true)
    try {
      const filled = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? '']))
      const body = { ...filled, id: depart.id, oldDirectorUserIds: depart.directorUserIds ?? '' }
      notify.line((await callWithMessage(departEndpoints.update, { body })).message, 'success')
      onSaved()
    } catch (error) {
      // Reported by the client; the input stays.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Form<object>
      form={form}
      name={formName}
      layout="vertical"
      className={styles.form ?? ''}
      disabled={!mayEdit}
      initialValues={depart}
      onFinish={(values) => void save(values)}
      scrollToFirstError={{ focus: true }}
    >
      <DetailList
        items={[
          { term: '上级部门', content: parentName ?? '无（一级部门）' },
          { term: '机构编码', content: depart.orgCode },
        ]}
      />
      <R.FormFields resource={resource} keys={KEYS} />
      <div className={styles.bar}>
        {mayRemove && (
          <Button danger disabled={false} onClick={onRemove}>
            删除
          </Button>
        )}
        {mayMove && <Button onClick={onMove}>移动</Button>}
        <R.HistoryButton resource={resource} row={depart} onRestored={refill.soon} />
        <span className={styles.gap} />
        {mayEdit && <Button onClick={() => form.resetFields()}>重置</Button>}
        {mayEdit && (
          <Button type="primary" htmlType="submit" loading={isSaving}>
            保存
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Resets the form only after a version was restored; otherwise the input stays. */
function useRefill(form: FormInstance, depart: DepartNode) {
  const isDue = useRef(false)
  useEffect(() => {
    if (!isDue.current) return
    isDue.current = false
    form.resetFields()
  }, [form, depart])
  return {
    soon: () => {
      isDue.current = true
    },
  }
}
