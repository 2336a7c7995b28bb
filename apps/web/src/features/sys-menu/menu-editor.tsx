import { MENU, type MenuTreeRow } from '@natim/contract/system/permission'
import { Alert, Form } from 'antd'
import { useId } from 'react'
import * as R from '@/resource/index.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import styles from './menu.module.css'
import { resourceOf, startOf } from './menu-resource.tsx'

const WIDTH_PX = 860

interface MenuEditorProps {
  readonly editor: ReturnType<typeof R.useResourceEditor<MenuTreeRow>>
  /** Parent of a new entry. */
  readonly parent: MenuTreeRow | undefined
  /** Called after a version was restored. */
  readonly onRestored: () => void
}

/** A menu or permission; its type determines the fields (SY-31). */
export function MenuEditor({ editor, parent, onRestored }: MenuEditorProps) {
  const [form] = Form.useForm()
  const formName = useId()
  R.useRefusals(form, editor)
  const menuType: number = Form.useWatch('menuType', form) ?? editor.row?.menuType ?? (parent ? MENU.sub : MENU.top)
  const resource = resourceOf(menuType)
  const start = editor.row ? editor.initialValues : startOf(parent)
  return (
    <Dialog
      open={editor.isOpen}
      title={`${editor.row ? '编辑' : '新增'}菜单`}
      width={WIDTH_PX}
      classNames={{ body: styles.form ?? '' }}
      okText="保存"
      isSaving={editor.isSaving}
      onOk={form.submit}
      onCancel={editor.close}
      destroyOnHidden
      {...(editor.row && {
        footer: (_origin, { CancelBtn, OkBtn }) => (
          <div className={styles.foot}>
            {editor.row && <R.HistoryButton resource={editor.resource} row={editor.row} onRestored={onRestored} />}
            <CancelBtn />
            <OkBtn />
          </div>
        ),
      })}
    >
      <Form
        form={form}
        name={formName}
        layout="vertical"
        initialValues={start}
        onFinish={editor.save}
        scrollToFirstError={{ focus: true }}
        preserve={false}
        clearOnDestroy
      >
        {editor.issues.rest && <Alert type="error" showIcon title={editor.issues.rest} className={styles.alert} />}
        <R.FormFields resource={resource} keys={Object.keys(resource.fields)} locked={locksOf(editor.row)} />
      </Form>
    </Dialog>
  )
}

/** Built-in entries are identified by these fields: the server rejects other values. */
const locksOf = (row: MenuTreeRow | undefined): readonly string[] =>
  row !== undefined && row.createBy === null ? ['menuType', 'url', 'component', 'perms'] : []
