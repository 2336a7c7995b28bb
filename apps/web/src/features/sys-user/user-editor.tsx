import type { UserRow } from '@natim/contract/system/pickers'
import { Alert, App, Form } from 'antd'
import { useId } from 'react'
import * as R from '@/resource/index.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { PasswordPair } from './password-pair.tsx'
import styles from './sys-user.module.css'
import { FIRST_KEYS, furtherKeys } from './user-keys.ts'
import { user } from './user-resource.tsx'

const WIDTH = 880

type Values = Readonly<Record<string, unknown>>

/**
 * User form (SY-18): a password only for a new user, departments in charge only for a superior. Mounted only while
 * open.
 */
export function UserEditor({ editor }: { readonly editor: ReturnType<typeof R.useResourceEditor<UserRow>> }) {
  const { modal } = App.useApp()
  const [form] = Form.useForm<Values>()
  const name = useId()
  R.useRefusals(form, editor)
  const { isReadOnly, row, issues } = editor
  const close = () => {
    if (isReadOnly || !form.isFieldsTouched()) {
      editor.close()
      return
    }
    modal.confirm({
      title: '放弃未保存的修改？',
      okText: '放弃',
      cancelText: '继续编辑',
      okButtonProps: { danger: true },
      onOk: editor.close,
    })
  }
  const save = ({ repeated: _twice, ...values }: Values) => void editor.save(values)
  return (
    <Dialog
      open
      title={isReadOnly ? '用户详情' : row ? '编辑用户' : '新增用户'}
      width={WIDTH}
      classNames={{ body: styles.body }}
      okText="保存"
      isSaving={editor.isSaving}
      onOk={form.submit}
      onCancel={close}
      {...(isReadOnly && { footer: <R.DetailFooter /> })}
    >
      <Form<Values>
        form={form}
        name={name}
        {...R.detailForm(isReadOnly)}
        disabled={isReadOnly}
        initialValues={editor.initialValues}
        onFinish={save}
        scrollToFirstError={{ focus: true }}
      >
        {issues.rest && <Alert type="error" showIcon title={issues.rest} className={styles.alert} />}
        <R.FormFields resource={user} keys={FIRST_KEYS} locked={row ? ['username'] : []} />
        {row === undefined && <PasswordPair />}
        <FurtherFields locked={row?.refusals?.['roles'] ? ['selectedroles'] : []} />
      </Form>
      {isReadOnly && row && <R.LastChanges row={row} />}
    </Dialog>
  )
}

/** Separate, so that only this part re-renders when the identity changes. */
function FurtherFields({ locked }: { readonly locked: readonly string[] }) {
  const isSuperior = Form.useWatch<number | undefined>('userIdentity') === 2
  return <R.FormFields resource={user} keys={furtherKeys(isSuperior)} locked={locked} />
}
