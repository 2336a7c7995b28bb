import { Alert, Typography } from 'antd'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import styles from './sys-user.module.css'

export interface PasswordOnceProps {
  /** Undefined while closed. */
  readonly password: string | undefined
  readonly onClose: () => void
}

/** A generated password, shown only once: the dialog closes only by its button. */
export function PasswordOnce({ password, onClose }: PasswordOnceProps) {
  if (password === undefined) return null
  return (
    <Dialog open isLocked title="初始密码" okText="我已保存" onOk={onClose} footer={(_origin, { OkBtn }) => <OkBtn />}>
      <Alert type="warning" showIcon title="密码只显示这一次：72 小时内有效，只能登录一次，登录后须修改" />
      <p className={styles.secret}>
        <Typography.Text code copyable={{ text: password, tooltips: ['复制密码', '已复制'] }}>
          {password}
        </Typography.Text>
      </p>
    </Dialog>
  )
}
