import type { CheckRuleRow } from '@natim/contract/system/check-rule.resource'
import { Alert, Form } from 'antd'
import { type Ref, useId, useMemo, useRef, useState } from 'react'
import * as R from '@/resource/index.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { focusFirst } from '@/ui/dialog/focus-first.ts'
import type { GridHandle } from '@/widgets/editable-grid/core/grid-handle.ts'
import { EditableGrid } from '@/widgets/editable-grid/editable-grid.tsx'
import styles from './check-rule-editor.module.css'
import { checkRules } from './check-rules.ts'
import { PART_COLUMNS } from './parts-columns.ts'
import { jsonOf, type PartRow, rowsOf } from './rule-parts.ts'

const WIDTH_PX = 960
const GRID_PX = 320
const TOOLBAR = ['add', 'remove'] as const
const KEYS = ['ruleName', 'ruleCode', 'ruleDescription']

type Values = Readonly<Record<string, unknown>>

/** 新增 and 编辑 of a rule: a form for its head, a table for its steps (SY-60). */
export function CheckRuleEditor({ editor }: { readonly editor: ReturnType<typeof R.useResourceEditor<CheckRuleRow>> }) {
  const discard = R.useDiscard()
  const [form] = Form.useForm<Values>()
  const formName = useId()
  const grid = useRef<GridHandle>(null)
  const [isBare, setIsBare] = useState(false)
  R.useRefusals(form, editor)
  const stored = editor.row?.ruleJson
  const rows = useMemo(() => rowsOf(stored), [stored])
  const close = () => {
    const isTouched = form.isFieldsTouched() || jsonOf(grid.current?.getRows() ?? []) !== jsonOf(rows)
    if (editor.isReadOnly || !isTouched) editor.close()
    else discard(editor.close)
  }
  const save = async (values: Values) => {
    const reading = await grid.current?.validate()
    if (reading?.isOk !== true) return
    setIsBare(reading.rows.length === 0)
    if (reading.rows.length > 0) await editor.save({ ...values, ruleJson: jsonOf(reading.rows) })
  }
  return (
    <Dialog
      open={editor.isOpen}
      title={editor.isReadOnly ? '校验规则详情' : editor.row ? '编辑校验规则' : '新增校验规则'}
      width={WIDTH_PX}
      classNames={{ body: styles.body }}
      okText="保存"
      {...(editor.isReadOnly && { footer: <R.DetailFooter /> })}
      isSaving={editor.isSaving}
      onOk={form.submit}
      onCancel={close}
      afterClose={() => setIsBare(false)}
      afterOpenChange={(isOpen) => isOpen && !editor.isReadOnly && focusFirst(form, 'ruleName')}
      destroyOnHidden
    >
      <Form
        form={form}
        name={formName}
        {...R.detailForm(editor.isReadOnly)}
        initialValues={editor.initialValues}
        onFinish={(values) => void save(values)}
        scrollToFirstError={{ focus: true }}
        preserve={false}
      >
        {editor.issues.rest && <Alert type="error" showIcon title={editor.issues.rest} className={styles.alert} />}
        {isBare && <Alert type="error" showIcon title="请至少填写一个校验步骤" className={styles.alert} />}
        <R.FormFields
          resource={checkRules}
          keys={KEYS}
          locked={editor.isReadOnly ? KEYS : editor.row ? ['ruleCode'] : []}
        />
      </Form>
      <StepsGrid ref={grid} rows={rows} isReadOnly={editor.isReadOnly} />
      {editor.isReadOnly && editor.row && <R.LastChanges row={editor.row} />}
      {editor.isReadOnly && editor.row && <R.Stamps row={editor.row} />}
    </Dialog>
  )
}

interface StepsGridProps {
  readonly ref: Ref<GridHandle>
  readonly rows: readonly PartRow[]
  readonly isReadOnly: boolean
}

/** The steps in execution order. */
function StepsGrid({ ref, rows, isReadOnly }: StepsGridProps) {
  return (
    <>
      <EditableGrid
        ref={ref}
        aria-label="校验步骤"
        columns={PART_COLUMNS}
        rows={rows}
        rowNumber
        disabled={isReadOnly}
        rowSelection={isReadOnly ? false : 'checkbox'}
        dragSort={!isReadOnly}
        toolbar={isReadOnly ? false : TOOLBAR}
        maxHeight={GRID_PX}
        size="mini"
      />
      <p className={`t-caption ${styles.note}`}>
        位数为 * 时检查整个值，为数字 n 时检查接下来的 n 个字符；「优先运行」与「最后运行」只用于位数为 * 的步骤。
      </p>
    </>
  )
}
